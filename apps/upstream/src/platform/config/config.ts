import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSeed } from './log-seed.ts'
import { PROVIDER_NAMES, type ProviderCredentials, type ProviderName } from './login-providers.ts'
import { readS3Config, type S3Config } from './s3-config.ts'
import { readWitnesses, type WitnessAddress } from './witness-addresses.ts'

export interface Config {
  /** 0 lets the system choose. */
  port: number
  host: string
  /** `sqlite:FILE`, `sqlite::memory:` or `postgres://…`; may hold a password. */
  databaseUrl: string
  /** Address of the same PostgreSQL past a pooler, where `LISTEN` works; `null`: `databaseUrl`. */
  databaseListenUrl: string | null
  /** Absolute path of the folder with database, uploads and keys. Several instances on one PostgreSQL share it. */
  dataDir: string
  /** `null`: mails go to the developer's mailbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Whether an empty database is filled with the demo content. */
  hasDemoContent: boolean
  /** Bytes that the files of the library may have together. */
  mediaTotalBytes: number
  logLevel: LogLevel
  /** Reverse proxies in front, the BFF included, that each add the address they saw to `X-Forwarded-For`. */
  trustedHops: number
  /** Origin of the site as visitors see it; never taken from a request. `null`: redirects stay relative. */
  siteUrl: string | null
  /** Origin of the links to management pages, in the log and in mails: `siteUrl`, or the site's port on this machine. */
  manageOrigin: string
  /** Providers of social login that the operator registered with. */
  social: Partial<Record<ProviderName, ProviderCredentials>>
  /** The official account: the token that signs its messages, and the picture of its QR code. */
  wechat: { token: string | null; qrUrl: string | null }
  /** Witnesses that cosign the public log. */
  logWitnesses: WitnessAddress[]
  /** Seed of the public log's key; `null`: it is in a file in `dataDir`. */
  logSeed: Buffer | null
  /** Key of all digests; `null`: it is in a file in `dataDir`. */
  instanceKey: Buffer | null
  /** Object storage; `null`: files are in `dataDir`. */
  s3: S3Config | null
  isProduction: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** Names all invalid variables in one line without secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** An address in a message: not shown when it may contain a password. */
const showAddress = (text: string) => (text.includes('@') ? ' (value not shown)' : `=${text}`)

const UPSTREAM_PORT = 8081
/** Port of the site itself, the BFF, which shares the environment (`npm start`). */
const SITE_PORT = 8080
const GB = 1024 ** 3
const DEFAULT_DATABASE_FILE = 'portal.db'

/**
 * Reads the environment, once. Each variable may also be given as `NAME_FILE`, the path of a file with its value.
 * @throws ConfigError when a value is not accepted
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = []

  function readText(name: string): string | undefined {
    const file = env[`${name}_FILE`]
    if (env[name] || !file) return env[name] || undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (cause) {
      const fault = `${name}_FILE=${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`
      if (!faults.includes(fault)) faults.push(fault)
      return undefined
    }
  }

  function readWholeNumber(name: string, fallback: number, highest: number): number {
    const value = readText(name)
    if (value === undefined) return fallback
    const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
    if (number <= highest) return number
    faults.push(`${name}=${value} is not accepted: a whole number from 0 to ${highest}`)
    return fallback
  }

  function readChoice<const T extends string>(name: string, fallback: T, accepted: readonly T[]): T {
    const value = readText(name)
    if (value === undefined) return fallback
    const found = accepted.find((one) => one === value)
    if (!found) faults.push(`${name}=${value} is not accepted: one of ${accepted.join(', ')}`)
    return found ?? fallback
  }

  /** Reads an address. Its value is never shown, because it may contain a password. */
  function readAddress(name: string, accepted: readonly string[]): string | undefined {
    const value = readText(name)
    if (value === undefined || accepted.some((start) => value.startsWith(start) && value.length > start.length)) {
      return value
    }
    faults.push(`${name} (value not shown) is not accepted: starts with ${accepted.join(' or ')}`)
    return undefined
  }

  /** Reads an origin: `https://host` without a path. */
  function readOrigin(name: string): string | null {
    const value = readText(name)
    if (value === undefined) return null
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
    faults.push(`${name}${showAddress(value)} is not accepted: an origin without login, e.g. https://www.example.cn`)
    return null
  }

  function readProvider(name: ProviderName): ProviderCredentials | undefined {
    const prefix = `OAUTH_${name.toUpperCase()}`
    const [clientId, clientSecret] = [readText(`${prefix}_ID`), readText(`${prefix}_SECRET`)]
    const base = readOrigin(`${prefix}_BASE`)
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, base }
    if (clientId !== clientSecret) faults.push(`${prefix}_ID and ${prefix}_SECRET belong together: one is missing`)
    return undefined
  }

  function readWechatToken(): string | null {
    const value = readText('WECHAT_TOKEN')
    if (value === undefined || /^[\x21-\x7e]{3,64}$/.test(value)) return value ?? null
    faults.push('WECHAT_TOKEN (value not shown) is not accepted: 3 to 64 characters without blanks')
    return null
  }

  function logWitnesses(): WitnessAddress[] {
    const value = readText('LOG_WITNESSES')
    const witnesses = value === undefined ? [] : readWitnesses(value)
    if (!('fault' in witnesses)) return witnesses
    faults.push(`LOG_WITNESSES is not accepted: ${witnesses.fault}; \`<verifier key> <address>\`, several with commas`)
    return []
  }

  function readKey(name: string): Buffer | null {
    const value = readText(name)
    const key = value === undefined ? null : readSeed(value)
    if (key === undefined) faults.push(`${name} (value not shown) is not accepted: 32 bytes in base64`)
    return key ?? null
  }

  const isProduction = env.NODE_ENV === 'production'
  const dataDir = resolve(readText('DATA_DIR') ?? '.data')
  const mailFrom = readText('MAIL_FROM') ?? 'noreply@localhost'
  if (/[\r\n]/.test(mailFrom)) faults.push('MAIL_FROM is not accepted: one line, e.g. 石衡检测 <noreply@example.cn>')
  const siteUrl = readOrigin('SITE_URL') ?? readOrigin('PUBLIC_ORIGIN')
  const sitePort = readWholeNumber('PORT', SITE_PORT, 65_535)
  const config: Config = {
    port: readWholeNumber('UPSTREAM_PORT', UPSTREAM_PORT, 65_535),
    host: readText('UPSTREAM_HOST') ?? '127.0.0.1',
    databaseUrl:
      readAddress('DATABASE_URL', ['sqlite:', 'postgres://', 'postgresql://']) ??
      `sqlite:${join(dataDir, DEFAULT_DATABASE_FILE)}`,
    databaseListenUrl: readAddress('DATABASE_LISTEN_URL', ['postgres://', 'postgresql://']) ?? null,
    dataDir,
    smtpUrl: readAddress('SMTP_URL', ['smtp://', 'smtps://']) ?? null,
    mailFrom,
    hasDemoContent: readChoice('DEMO_CONTENT', isProduction ? 'off' : 'on', ['on', 'off']) === 'on',
    mediaTotalBytes: readWholeNumber('MEDIA_TOTAL_GB', 2, 100_000) * GB,
    logLevel: readChoice('LOG_LEVEL', 'info', LOG_LEVELS),
    trustedHops: readWholeNumber('TRUST_PROXY', 1, 10),
    siteUrl,
    // The host is not 127.0.0.1, because browsers refuse passkeys for IP addresses.
    manageOrigin: siteUrl ?? `http://localhost:${sitePort}`,
    social: Object.fromEntries(
      PROVIDER_NAMES.map((name) => [name, readProvider(name)]).filter(([, credentials]) => credentials),
    ),
    wechat: { token: readWechatToken(), qrUrl: readAddress('WECHAT_QR_URL', ['https://', 'http://', '/']) ?? null },
    logWitnesses: logWitnesses(),
    logSeed: readKey('LOG_KEY'),
    instanceKey: readKey('INSTANCE_KEY'),
    s3: readS3Config({ readText, readOrigin, readChoice, faults }),
    isProduction,
  }
  if (faults.length > 0) throw new ConfigError(faults.join('; '))
  return config
}
