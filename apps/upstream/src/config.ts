import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Config {
  /** 0 lets the system choose. */
  port: number
  host: string
  /** `sqlite:FILE`, `sqlite::memory:` or `postgres://…`; may hold a password. */
  databaseUrl: string
  /** Absolute; holds database, uploads and keys. Several instances on one PostgreSQL share it. */
  dataDir: string
  /** `null`: mails go to the developer's mailbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Fill an empty database with the demo content. */
  hasDemoContent: boolean
  logLevel: LogLevel
  /** Reverse proxies in front, the BFF included, that each add the address they saw to `X-Forwarded-For`. */
  trustedHops: number
  isProduction: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Every wrong variable at once, one line, fit to be printed. Never holds a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Environment = Readonly<Record<string, string | undefined>>

const UPSTREAM_PORT = 8081
const DEFAULT_DATABASE_FILE = 'portal.db'

/**
 * Reads the environment, once. Each variable may also be given as `NAME_FILE`, the path of a file that holds its value.
 * @throws ConfigError when a value is not accepted.
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = []

  function text(name: string): string | undefined {
    const file = env[`${name}_FILE`]
    if (env[name] || !file) return env[name] || undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch (cause) {
      faults.push(`${name}_FILE=${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
      return undefined
    }
  }

  function wholeNumber(name: string, fallback: number, highest: number): number {
    const value = text(name)
    if (value === undefined) return fallback
    const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
    if (number <= highest) return number
    faults.push(`${name}=${value} is not accepted: a whole number from 0 to ${highest}`)
    return fallback
  }

  function oneOf<const T extends string>(name: string, fallback: T, accepted: readonly T[]): T {
    const value = text(name)
    if (value === undefined) return fallback
    const found = accepted.find((one) => one === value)
    if (!found) faults.push(`${name}=${value} is not accepted: one of ${accepted.join(', ')}`)
    return found ?? fallback
  }

  /** Addresses may hold a password, so the value is never shown. */
  function address(name: string, accepted: readonly string[]): string | undefined {
    const value = text(name)
    if (value === undefined || accepted.some((start) => value.startsWith(start) && value.length > start.length)) {
      return value
    }
    faults.push(`${name} (value not shown) is not accepted: starts with ${accepted.join(' or ')}`)
    return undefined
  }

  const isProduction = env.NODE_ENV === 'production'
  const dataDir = resolve(text('DATA_DIR') ?? '.data')
  const mailFrom = text('MAIL_FROM') ?? 'noreply@localhost'
  if (/[\r\n]/.test(mailFrom)) faults.push('MAIL_FROM is not accepted: one line, e.g. 石衡检测 <noreply@example.cn>')
  const config: Config = {
    port: wholeNumber('UPSTREAM_PORT', UPSTREAM_PORT, 65_535),
    host: text('UPSTREAM_HOST') ?? '127.0.0.1',
    databaseUrl:
      address('DATABASE_URL', ['sqlite:', 'postgres://', 'postgresql://']) ??
      `sqlite:${join(dataDir, DEFAULT_DATABASE_FILE)}`,
    dataDir,
    smtpUrl: address('SMTP_URL', ['smtp://', 'smtps://']) ?? null,
    mailFrom,
    hasDemoContent: oneOf('DEMO_CONTENT', isProduction ? 'off' : 'on', ['on', 'off']) === 'on',
    logLevel: oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    trustedHops: wholeNumber('TRUST_PROXY', 1, 10),
    isProduction,
  }
  if (faults.length > 0) throw new ConfigError(faults.join('; '))
  return config
}
