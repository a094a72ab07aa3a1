import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type RevokedKey, readRevokedKeys } from './revoked-keys.ts'
import { isBehindProxy, readTrustProxy, type TrustProxy } from './trusted-proxies.ts'
import { EntryError, EXAMPLE, type PathVariant, readUpstreamPaths } from './upstream-paths.ts'

/** Settings from the environment, read once at the start. */
export interface Config {
  port: number
  host: string
  /** Origin of the upstream API, without path or trailing slash. */
  upstreamUrl: string
  /** Whether `npm start` runs the reference upstream on this machine; its pictures are then the site's own. */
  isUpstreamEmbedded: boolean
  /** Path prefix of every upstream path; empty or `/something`. */
  upstreamPrefix: string
  /** Calls that upstream serves under different paths. */
  upstreamPaths: readonly PathVariant[]
  upstreamTimeoutMs: number
  /**
   * Address of upstream's chat socket, to which `?userId=` is added; `null`: upstream is polled for connected users.
   */
  upstreamWsUrl: string | null
  proxyAllow: readonly AllowedCall[]
  /** Origin of the site; `null`: taken from the request, allowed only outside production and without a proxy. */
  publicOrigin: string | null
  /** Session keys of 32 bytes; the first seals, all open. Empty: one is generated and stored in `dataDir`. */
  sessionKeys: readonly Buffer[]
  /** Ed25519 seeds of 32 bytes; the first signs receipts, all are published. Empty: one is generated and stored in `dataDir`. */
  receiptSeeds: readonly Buffer[]
  /** Keys published as revoked: their receipts are invalid. */
  receiptKeysRevoked: readonly RevokedKey[]
  isCookieSecure: boolean
  /** Scope of `Strict-Transport-Security` where `publicOrigin` is https. */
  hsts: 'host' | 'subdomains' | 'preload'
  trustProxy: TrustProxy
  redisUrl: string | null
  certificateSource: 'upstream' | 'off'
  adminPort: number
  /** Collector of OpenTelemetry traces; `null`: no traces. */
  tracing: TracingSettings | null
  logLevel: string
  dataDir: string
  /** Folder of web's build; `null` (`WEB_DIST=none`) while Vite serves the pages, in development. */
  webDist: string | null
}

export interface TracingSettings {
  /** Base address of the collector, e.g. `http://127.0.0.1:4318`; `/v1/traces` is added. */
  endpoint: string
  serviceName: string
  /** Sampling ratio, 0 to 1. */
  ratio: number
}

/** A call outside the contract that is forwarded for an upstream that offers it. */
export interface AllowedCall {
  method: string
  path: string
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
const ORIGIN_ACCEPTED = 'an origin such as https://www.example.cn'
const TRUST_PROXY_ACCEPTED =
  'the number of reverse proxies in front, 0 to 10, or their addresses and networks, such as 127.0.0.1,172.16.0.0/12'
const REVOKED_ACCEPTED =
  'public keys (x of the published key set) with the day or moment of revocation, x@2026-11-20, separated by commas'
const SHARED_KEYS = ['SESSION_KEY', 'RECEIPT_KEY'] as const
const SECRET = new Set(['SESSION_KEY', 'RECEIPT_KEY', 'REDIS_URL'])
/** Matches name and password in a URL. */
const LOGIN = /\/\/[^/\s]*@/

/**
 * Reads and checks the whole environment.
 * @throws ConfigError one line for each bad value: the variable, its value, and the accepted values
 */
export function readConfig(env: Environment, defaults: { webDist: string | null }): Config {
  const problems: string[] = []

  function readRaw(name: string): string | undefined {
    const file = env[`${name}_FILE`]
    if (!file) return env[name]?.trim() || undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch {
      const problem = `${name}_FILE is "${file}": accepted is the path of a readable file`
      if (!problems.includes(problem)) problems.push(problem)
      return undefined
    }
  }

  /** Reads a value; `read` throws when it is not accepted. */
  function value<T>(name: string, fallback: T, accepted: string, read: (text: string) => T): T {
    const text = readRaw(name)
    if (text === undefined) return fallback
    try {
      return read(text)
    } catch (error) {
      const wrong = error instanceof EntryError ? error : { entry: text, accepted }
      const shown = SECRET.has(name) ? '(hidden)' : `"${wrong.entry.replace(LOGIN, '//(hidden)@')}"`
      problems.push(`${name} is ${shown}: accepted is ${wrong.accepted}`)
      return fallback
    }
  }

  const publicOrigin = value('PUBLIC_ORIGIN', null, ORIGIN_ACCEPTED, readOrigin)
  const upstreamUrl = value('UPSTREAM_URL', '', 'an origin such as https://staging.example.cn', readOrigin)
  if (upstreamUrl === '' && problems.length === 0) {
    problems.push(
      'UPSTREAM_URL is not set: accepted is an origin such as https://staging.example.cn (npm start sets it)',
    )
  }
  const isUpstreamEmbedded = env.EMBEDDED_UPSTREAM === '1'
  const serviceName = value('OTEL_SERVICE_NAME', 'portal-site', 'a name', (text) => text)
  const ratio = value('OTEL_TRACES_SAMPLER_ARG', 1, 'the part of traces to send, 0 to 1', readPart)
  const endpoint = value('OTEL_EXPORTER_OTLP_ENDPOINT', null, 'an address such as http://127.0.0.1:4318', readBase)
  const config: Config = {
    port: value('PORT', 8080, 'a port, 0 to 65535', readPort),
    host: value('HOST', '0.0.0.0', 'an address to listen on', (text) => text),
    upstreamUrl: upstreamUrl ?? '',
    isUpstreamEmbedded,
    upstreamPrefix: value('UPSTREAM_PREFIX', '', 'a path such as /api', readPrefix),
    upstreamPaths: value('UPSTREAM_PATHS', [], `such as ${EXAMPLE}`, readUpstreamPaths),
    upstreamTimeoutMs: value('UPSTREAM_TIMEOUT_MS', 36_000, 'milliseconds, 1 to 600000', (text) =>
      readInteger(text, 1, 600_000),
    ),
    upstreamWsUrl: value(
      'UPSTREAM_WS_URL',
      isUpstreamEmbedded ? getEmbeddedSocket(upstreamUrl) : null,
      'a ws:// or wss:// address',
      readSocketUrl,
    ),
    proxyAllow: value('PROXY_ALLOW', [], '`METHOD /path` separated by commas', readAllowedCalls),
    publicOrigin,
    sessionKeys: value('SESSION_KEY', [], '32 bytes in base64, several separated by commas', readKeys),
    receiptSeeds: value('RECEIPT_KEY', [], '32 bytes in base64, several separated by commas', readKeys),
    receiptKeysRevoked: value('RECEIPT_KEYS_REVOKED', [], REVOKED_ACCEPTED, readRevokedKeys),
    isCookieSecure: value(
      'COOKIE_SECURE',
      publicOrigin?.startsWith('https:') ?? false,
      'true, false, 1, 0, on or off',
      readBoolean,
    ),
    hsts: value('HSTS', 'host', 'host, subdomains or preload', readHsts),
    trustProxy: value('TRUST_PROXY', 0, TRUST_PROXY_ACCEPTED, readTrustProxy),
    redisUrl: value('REDIS_URL', null, 'a redis:// or rediss:// address', readRedisUrl),
    certificateSource: value('CERTIFICATE_SOURCE', 'upstream', 'upstream or off', readCertificateSource),
    adminPort: value('ADMIN_PORT', 9464, 'a port, 0 to 65535', readPort),
    tracing: endpoint === null ? null : { endpoint, serviceName, ratio },
    logLevel: value('LOG_LEVEL', 'info', LOG_LEVELS.join(', '), (text) => readOption(text, LOG_LEVELS)),
    dataDir: path.resolve(readRaw('DATA_DIR') ?? '.data'),
    webDist: value('WEB_DIST', defaults.webDist, 'a folder, or none', (text) =>
      text === 'none' ? null : path.resolve(text),
    ),
  }
  const needsOrigin = env.NODE_ENV === 'production' || isBehindProxy(config.trustProxy)
  if (publicOrigin === null && needsOrigin && problems.length === 0) {
    problems.push(`PUBLIC_ORIGIN is not set, which production and TRUST_PROXY need: accepted is ${ORIGIN_ACCEPTED}`)
  }
  // Files are in object storage so that machines share no folder: each would make keys of its own.
  const isNamed = (name: string) => problems.some((problem) => problem.startsWith(`${name}_FILE `))
  const isMissing = (name: string) => readRaw(name) === undefined && !isNamed(name)
  const missing = readRaw('S3_BUCKET') === undefined ? [] : SHARED_KEYS.filter(isMissing)
  if (missing.length > 0) problems.push(`S3_BUCKET needs ${missing.join(', ')}, which every machine must have alike`)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

function readInteger(text: string, least: number, most: number): number {
  if (!/^\d+$/.test(text)) throw new RangeError(text)
  const number = Number(text)
  if (number < least || number > most) throw new RangeError(text)
  return number
}

function readPort(text: string): number {
  return readInteger(text, 0, 65_535)
}

function readOrigin(text: string): string {
  const url = new URL(text)
  const isPlain = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!isPlain || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new TypeError(text)
  return url.origin
}

/** Returns a base URL without its trailing slash. */
function readBase(text: string): string {
  const url = new URL(text)
  const isPlain = !url.search && !url.hash && !url.username && !url.password
  if (!isPlain || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new TypeError(text)
  return url.href.replace(/\/+$/, '')
}

function readPart(text: string): number {
  if (!/^(?:0|1|0?\.\d+|1\.0+)$/.test(text)) throw new RangeError(text)
  return Number(text)
}

function readSocketUrl(text: string): string {
  const url = new URL(text)
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw new TypeError(text)
  return url.href
}

/** Returns the socket address of the reference upstream. */
function getEmbeddedSocket(upstreamUrl: string | null): string | null {
  return upstreamUrl ? `${upstreamUrl.replace(/^http/, 'ws')}/websocket` : null
}

function readRedisUrl(text: string): string {
  const url = new URL(text)
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') throw new TypeError(text)
  return url.href
}

function readPrefix(text: string): string {
  const trimmed = text.replace(/\/+$/, '')
  const isPath = /^(?:\/[A-Za-z0-9._~-]+)*$/.test(trimmed) && !/(?:^|\/)\.+(?:\/|$)/.test(trimmed)
  if (!isPath) throw new TypeError(text)
  return trimmed
}

function readAllowedCalls(text: string): AllowedCall[] {
  return text.split(',').map((entry) => {
    const [method = '', callPath = '', ...rest] = entry.trim().split(/\s+/)
    const isPath = /^(?:\/[A-Za-z0-9._~-]+)+\/?$/.test(callPath) && !/\/\.{1,2}(?:\/|$)/.test(callPath)
    if (!METHODS.includes(method) || !isPath || rest.length > 0) throw new TypeError(entry)
    return { method, path: callPath }
  })
}

function readKeys(text: string): Buffer[] {
  return text.split(',').map((part) => {
    const key = Buffer.from(part.trim(), 'base64')
    if (key.length !== 32) throw new RangeError('a key has 32 bytes')
    return key
  })
}

function readBoolean(text: string): boolean {
  if (['true', '1', 'on'].includes(text)) return true
  if (['false', '0', 'off'].includes(text)) return false
  throw new TypeError(text)
}

function readCertificateSource(text: string): 'upstream' | 'off' {
  if (text === 'upstream' || text === 'off') return text
  throw new TypeError(text)
}

function readHsts(text: string): 'host' | 'subdomains' | 'preload' {
  if (text !== 'host' && text !== 'subdomains' && text !== 'preload') throw new TypeError(text)
  return text
}

function readOption(text: string, accepted: readonly string[]): string {
  if (!accepted.includes(text)) throw new TypeError(text)
  return text
}
