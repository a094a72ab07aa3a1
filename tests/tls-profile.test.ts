import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { prepare } from '../ops/caddy/prepare.mts'

interface ComposeService {
  profiles: string[]
  user?: string
  ports?: string[]
  environment: Record<string, string | null>
  networks?: string[]
  volumes?: string[]
  cap_add?: string[]
}

const { services } = parse(readFileSync(path.join(import.meta.dirname, '../docker-compose.yml'), 'utf8'), {
  merge: true,
}) as { services: Record<string, ComposeService> }
const listStartedServices = (profile: string) =>
  Object.keys(services).filter((name) => services[name]?.profiles.includes(profile))

describe('docker compose --profile tls up', () => {
  it('runs one site and one upstream behind nginx and Caddy', () => {
    const own = ['caddy', 'tls-files', 'tls-edge', 'tls-site', 'tls-upstream']
    expect(listStartedServices('tls').sort()).toEqual([...own, 'assets', 'settings'].sort())
  })

  it('puts Caddy in front of the services of profile scale as scale-tls', () => {
    expect(listStartedServices('scale-tls').sort()).toEqual(
      [...listStartedServices('scale'), 'caddy', 'tls-files'].sort(),
    )
  })

  it('publishes Caddy only', () => {
    expect(listStartedServices('tls').filter((name) => services[name]?.ports?.length)).toEqual(['caddy'])
  })

  it('lets only Caddy reach the port on which nginx trusts the visitor’s address', () => {
    expect(services.caddy?.networks).toEqual(['front'])
    expect(services.caddy?.environment.EDGE).toBe('edge:8090')
    const inFront = Object.keys(services).filter((name) => JSON.stringify(services[name]?.networks)?.includes('front'))
    expect(inFront.sort()).toEqual(['caddy', 'proxy', 'tls-edge'])
    for (const name of ['proxy', 'tls-edge']) {
      expect(services[name]?.environment).toMatchObject({ TLS_ADDRESS: 'edge', TLS_PORT: '8090' })
      expect(services[name]?.networks).toMatchObject({ front: { aliases: ['edge'] } })
    }
    expect(services['tls-edge']?.environment.PUBLIC_LISTEN).toBe('127.0.0.1:8080')
    expect(services['tls-site']?.environment.TRUST_PROXY).toBe('1')
  })

  it('starts without demo content, on separate volumes', () => {
    expect(services['tls-upstream']?.environment.DEMO_CONTENT).toBe(`\${DEMO_CONTENT:-off}`)
    expect(services['tls-upstream']?.volumes).toEqual(['tls-upstream-data:/data'])
    expect(services['tls-site']?.volumes).toEqual(['tls-site-data:/data'])
  })

  it('runs Caddy as an unprivileged user, with the one capability that it needs', () => {
    expect(services.caddy).toMatchObject({ user: '1000:0', cap_add: ['NET_BIND_SERVICE'] })
    expect(Object.keys(services).filter((name) => services[name]?.cap_add)).toEqual(['caddy'])
  })
})

describe('the preparation for Caddy', () => {
  const ORIGIN = 'https://www.example.cn'
  let folder: string
  let given: string
  let to: string
  const run = (origin: string | undefined = ORIGIN, nowMs = Date.now()) => prepare(origin, given, to, nowMs)

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tls-files-'))
    given = path.join(folder, 'given')
    to = path.join(folder, 'to')
    mkdirSync(given)
    mkdirSync(to)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function giveCertificate(name: string): void {
    const files = ['-keyout', path.join(given, 'privkey.pem'), '-out', path.join(given, 'fullchain.pem')]
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '90']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], { stdio: 'pipe' })
  }

  it('leaves certificates to Caddy if no files are given', () => {
    expect(run().line).toContain('Certificates for www.example.cn by ACME')
    expect(readFileSync(path.join(to, 'certificate.caddy'), 'utf8')).not.toContain('tls ')
  })

  it('installs the operator’s files', () => {
    giveCertificate('*.example.cn')
    expect(run().line).toMatch(/^Certificate from files for www\.example\.cn, valid until .+ GMT\.$/)
    const caddyfile = readFileSync(path.join(to, 'certificate.caddy'), 'utf8')
    for (const file of caddyfile.split(/\s+/).slice(1).filter(Boolean)) {
      expect(existsSync(path.join(to, path.basename(file)))).toBe(true)
    }
    expect(caddyfile).toBe('tls /run/certificate/fullchain.pem /run/certificate/privkey.pem\n')
  })

  it('warns before a certificate from files expires, and refuses it afterwards', () => {
    giveCertificate('www.example.cn')
    const addDays = (days: number) => Date.now() + days * 24 * 60 * 60 * 1000
    expect(run(ORIGIN, addDays(80)).line).toMatch(/Replace it within (?:9|10) days\.$/)
    expect(() => run(ORIGIN, addDays(91))).toThrow(/^fullchain\.pem expired on /)
  })

  it.each([undefined, 'http://www.example.cn', 'https://203.0.113.7', 'https://localhost', 'https://www.example.cn/'])(
    'refuses the origin %s in one line',
    (origin) => {
      const accepted = 'accepted is https:// and a name without a port, such as https://www.example.cn'
      const is = origin === undefined ? 'is not set' : `is "${origin}"`
      expect(() => prepare(origin, given, to, Date.now())).toThrow(`PUBLIC_ORIGIN ${is}: ${accepted}`)
    },
  )

  it('refuses a certificate for another name, and a key of another certificate', () => {
    giveCertificate('www.example.com')
    expect(() => run()).toThrow('fullchain.pem is for DNS:www.example.com, not for www.example.cn')
    giveCertificate('www.example.cn')
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    writeFileSync(path.join(given, 'privkey.pem'), other.export({ type: 'pkcs8', format: 'pem' }))
    expect(() => run()).toThrow('privkey.pem is not the key of fullchain.pem')
    rmSync(path.join(given, 'privkey.pem'))
    expect(() => run()).toThrow('privkey.pem cannot be read')
  })
})
