import { readFileSync } from 'node:fs'
import { EntryError, type PathVariant, readUpstreamPaths } from '../../apps/bff/src/config/upstream-paths.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The upstream under test and the account for it. */
export interface ContractSettings {
  /** Origin; `null`: the reference upstream, started for the run. */
  url: string | null
  prefix: string
  /** Calls under different paths, in the form of the BFF's `UPSTREAM_PATHS`. */
  paths: readonly PathVariant[]
  account: { email: string; password: string } | null
}

export class SettingsError extends Error {
  override name = 'SettingsError'
}

/**
 * Reads `CONTRACT_URL`, `CONTRACT_PREFIX`, `CONTRACT_PATHS`, `CONTRACT_ACCOUNT` and `CONTRACT_PASSWORD_FILE`. The
 * password is not in the environment, which every process of the user can read.
 * @throws SettingsError one line that names the variable and the accepted values
 */
export function readSettings(env: Environment): ContractSettings {
  const url = env.CONTRACT_URL?.trim() || null
  const prefix = (env.CONTRACT_PREFIX?.trim() ?? '').replace(/\/+$/, '')
  if (url !== null && !isOrigin(url)) {
    throw new SettingsError(`CONTRACT_URL is "${url}": accepted is an origin such as https://staging.example.cn`)
  }
  if (!/^(?:\/[\w.~-]+)*$/.test(prefix)) {
    throw new SettingsError(`CONTRACT_PREFIX is "${prefix}": accepted is a path such as /api`)
  }
  return { url: url && new URL(url).origin, prefix, paths: readPaths(env), account: readAccount(env) }
}

function readPaths(env: Environment): readonly PathVariant[] {
  const text = env.CONTRACT_PATHS?.trim()
  try {
    return text ? readUpstreamPaths(text) : []
  } catch (error) {
    if (error instanceof EntryError) throw new SettingsError(`CONTRACT_PATHS is ${error.message}`)
    throw error
  }
}

function readAccount(env: Environment): ContractSettings['account'] {
  const [email, file] = [env.CONTRACT_ACCOUNT?.trim(), env.CONTRACT_PASSWORD_FILE?.trim()]
  if (!email && !file) return null
  if (!email || !file) throw new SettingsError('CONTRACT_ACCOUNT and CONTRACT_PASSWORD_FILE belong together')
  try {
    return { email, password: readFileSync(file, 'utf8').replace(/\r?\n$/, '') }
  } catch {
    throw new SettingsError(`CONTRACT_PASSWORD_FILE is "${file}": accepted is the path of a readable file`)
  }
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username && !password
}
