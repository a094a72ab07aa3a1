import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const MINIMUM = { UPSTREAM_URL: 'https://staging.example.cn' }
const read = (env: Record<string, string>) => readConfig({ ...MINIMUM, ...env }, { webDist: 'dist' })

describe('the defaults', () => {
  it('match the documented interface', () => {
    expect(read({})).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      upstreamPrefix: '',
      upstreamPaths: [],
      upstreamTimeoutMs: 36_000,
      upstreamWsUrl: null,
      proxyAllow: [],
      publicOrigin: null,
      isCookieSecure: false,
      trustProxy: 0,
      redisUrl: null,
      certificateSource: 'upstream',
      adminPort: 9464,
      logLevel: 'info',
    })
  })

  it('connect to the socket of the embedded upstream, unless UPSTREAM_WS_URL names another', () => {
    const embedded = { UPSTREAM_URL: 'http://127.0.0.1:8081', EMBEDDED_UPSTREAM: '1' }
    expect(read(embedded).upstreamWsUrl).toBe('ws://127.0.0.1:8081/websocket')
    const named = 'wss://api.example.cn:8801/websocket'
    expect(read({ ...embedded, UPSTREAM_WS_URL: named }).upstreamWsUrl).toBe(named)
  })

  it('make the cookie secure when the site is on https', () => {
    expect(read({ PUBLIC_ORIGIN: 'https://www.example.cn' }).isCookieSecure).toBe(true)
    expect(read({ PUBLIC_ORIGIN: 'https://www.example.cn', COOKIE_SECURE: 'off' }).isCookieSecure).toBe(false)
  })
})

describe('PUBLIC_ORIGIN', () => {
  it('is required in production and behind a proxy, as links must not follow Host', () => {
    for (const env of [{ NODE_ENV: 'production' }, { TRUST_PROXY: '1' }, { TRUST_PROXY: '192.0.2.1' }]) {
      const refusal = /^PUBLIC_ORIGIN is not set, which production and TRUST_PROXY need: accepted is [^\n]+$/
      expect(() => read(env)).toThrow(refusal)
      expect(read({ ...env, PUBLIC_ORIGIN: 'https://www.example.cn' }).publicOrigin).toBe('https://www.example.cn')
    }
  })
})

describe('an invalid value', () => {
  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['UPSTREAM_URL', 'staging.example.cn'],
    ['UPSTREAM_URL', 'https://staging.example.cn/api'],
    ['UPSTREAM_URL', 'ftp://x.test'],
    ['UPSTREAM_PREFIX', '/a/../b'],
    ['UPSTREAM_PATHS', 'GET /v1/article/info=/v1/info/{articleId}'],
    ['UPSTREAM_TIMEOUT_MS', '0'],
    ['UPSTREAM_WS_URL', 'https://x.test'],
    ['PROXY_ALLOW', 'GET'],
    ['PROXY_ALLOW', 'GET /a/*'],
    ['PROXY_ALLOW', 'TRACE /a'],
    ['PROXY_ALLOW', 'GET /a/./b'],
    ['PROXY_ALLOW', 'GET /a/..'],
    ['PROXY_ALLOW', 'GET //evil.test/a'],
    ['PROXY_ALLOW', 'GET /a?b=c'],
    ['PUBLIC_ORIGIN', 'https://a.test/path'],
    ['SESSION_KEY', 'c2hvcnQ='],
    ['RECEIPT_KEY', 'c2hvcnQ='],
    ['RECEIPT_KEYS_REVOKED', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
    ['RECEIPT_KEYS_REVOKED', 'c2hvcnQ@2026-11-20'],
    ['RECEIPT_KEYS_REVOKED', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo@2026-13-40'],
    ['RECEIPT_KEYS_REVOKED', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo@20 November'],
    ['COOKIE_SECURE', 'maybe'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '127.0.0.1,proxy.local'],
    ['TRUST_PROXY', '127.0.0.1,'],
    ['REDIS_URL', 'localhost:6379'],
    ['CERTIFICATE_SOURCE', 'file'],
    ['HSTS', 'on'],
    ['LOG_LEVEL', 'loud'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret@127.0.0.1:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('stops the start with a line that names the variable: %s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError)
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} is .*: accepted is `))
  })

  it.each(['UPSTREAM_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'PUBLIC_ORIGIN'])(
    'is reported without the login in its URL: %s',
    (name) => {
      const settings = { UPSTREAM_URL: 'http://127.0.0.1:8081', [name]: 'https://me:my-p@ss@api.example.cn/x?y' }
      expect(() => read(settings)).toThrow(`${name} is "https://(hidden)@api.example.cn/x?y": accepted is`)
    },
  )

  it('is hidden in the error when it is a secret', () => {
    expect(() => read({ SESSION_KEY: 'my-secret' })).toThrow(/^SESSION_KEY is \(hidden\)/)
    expect(() => read({ RECEIPT_KEY: 'my-secret' })).toThrow(/^RECEIPT_KEY is \(hidden\)/)
  })

  it('does not prevent the check of further variables', () => {
    expect(() => read({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT[^\n]*\nLOG_LEVEL/)
  })
})

it('needs the keys that machines share when files are in object storage', () => {
  const key = Buffer.alloc(32).toString('base64')
  const refusal = 'S3_BUCKET needs SESSION_KEY, RECEIPT_KEY, which every machine must have alike'
  expect(() => read({ S3_BUCKET: 'files' })).toThrow(refusal)
  expect(() => read({ S3_BUCKET: 'files', SESSION_KEY: key })).toThrow('S3_BUCKET needs RECEIPT_KEY, which')
  expect(read({ S3_BUCKET: 'files', SESSION_KEY: key, RECEIPT_KEY: key }).sessionKeys).toHaveLength(1)
  const unreadable = { S3_BUCKET: 'files', SESSION_KEY: key, RECEIPT_KEY_FILE: '/nowhere/key' }
  expect(() => read(unreadable)).toThrow(/^RECEIPT_KEY_FILE is "[^\n]*$/)
})

describe('NAME_FILE', () => {
  it('names a file that contains the value', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'config-')), 'level')
    writeFileSync(file, 'debug\n')
    expect(read({ LOG_LEVEL_FILE: file }).logLevel).toBe('debug')
    expect(() => read({ LOG_LEVEL_FILE: '/nowhere/level' })).toThrow(/^LOG_LEVEL_FILE/)
  })
})

describe('tracing', () => {
  it('is off unless a collector is configured', () => {
    expect(read({ OTEL_SERVICE_NAME: 'lab' }).tracing).toBeNull()
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }).tracing).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      serviceName: 'portal-site',
      ratio: 1,
    })
    const some = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.cn/base', OTEL_TRACES_SAMPLER_ARG: '0.25' }
    expect(read(some).tracing).toMatchObject({ endpoint: 'https://otlp.example.cn/base', ratio: 0.25 })
  })
})

describe('a list', () => {
  it('is separated by commas', () => {
    expect(read({ PROXY_ALLOW: 'GET /v1/extra/list, POST /v1/extra/' }).proxyAllow).toEqual([
      { method: 'GET', path: '/v1/extra/list' },
      { method: 'POST', path: '/v1/extra/' },
    ])
    const key = Buffer.alloc(32, 1).toString('base64')
    expect(read({ SESSION_KEY: `${key},${key}` }).sessionKeys).toHaveLength(2)
    expect(read({ RECEIPT_KEY: `${key},${key}` }).receiptSeeds).toHaveLength(2)
    expect(read({}).receiptSeeds).toEqual([])
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    expect(read({ RECEIPT_KEYS_REVOKED: `${x}@2026-11-20, ${x}@2026-11-20T08:00Z` }).receiptKeysRevoked).toEqual([
      { x, revokedAtMs: Date.parse('2026-11-19T16:00:00Z') },
      { x, revokedAtMs: Date.parse('2026-11-20T08:00:00Z') },
    ])
  })
})
