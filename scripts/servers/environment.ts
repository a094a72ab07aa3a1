import path from 'node:path'
import { root } from '../repository.ts'

type Environment = NodeJS.ProcessEnv

/** Whether a variable is set and not empty, by itself or by a file (`NAME_FILE`). */
export function isGiven(env: Environment, name: string): boolean {
  return Boolean(env[name]?.trim() || env[`${name}_FILE`])
}

/** Returns the environment with a value for each variable that is not set. */
export function addDefaults(env: Environment, defaults: Record<string, string>): Environment {
  const missing = Object.entries(defaults).filter(([name]) => !isGiven(env, name))
  return { ...env, ...Object.fromEntries(missing) }
}

/**
 * Returns the environment of both servers. DATA_DIR becomes absolute, so that both use the same folder. Nothing below
 * `warn` is logged unless `isVerbose`.
 */
export function makeServiceEnvironment(env: Environment, isVerbose: boolean): Environment {
  const given = env.DATA_DIR?.trim() ? { ...env, DATA_DIR: path.resolve(root, env.DATA_DIR.trim()) } : env
  return addDefaults(given, { DATA_DIR: path.join(root, '.data'), ...(isVerbose ? {} : { LOG_LEVEL: 'warn' }) })
}

/**
 * Returns the environment of the reference upstream when it runs beside the BFF. TRUST_PROXY counts the proxies before
 * the site; the one hop before this upstream is always the BFF, which is its own default.
 */
export function makeUpstreamEnvironment(env: Environment): Environment {
  const { TRUST_PROXY: _hops, TRUST_PROXY_FILE: _file, ...rest } = env
  return rest
}

/**
 * Returns the address of the reference upstream if it is known before the start, so that the BFF need not wait for it;
 * `null` for a configured host, and for a port that is in a file or chosen by the system.
 */
export function findPlannedUpstream(env: Environment): string | null {
  const port = env.UPSTREAM_PORT?.trim() || '8081'
  const isPlain = /^[1-9]\d*$/.test(port) && !env.UPSTREAM_PORT_FILE && !isGiven(env, 'UPSTREAM_HOST')
  return isPlain ? `http://127.0.0.1:${port}` : null
}

const REPLAY = 'replay:'

/**
 * Returns the folder of `UPSTREAM_URL=replay:FOLDER`, a recording that replaces an upstream; `null` for any other
 * value.
 */
export function findReplayFolder(env: Environment): string | null {
  const url = env.UPSTREAM_URL?.trim() ?? ''
  // npm runs scripts in the project's folder; the variable contains the folder of the caller.
  return url.startsWith(REPLAY) ? path.resolve(env.INIT_CWD ?? process.cwd(), url.slice(REPLAY.length)) : null
}

/** Returns the BFF's settings for the upstream beside it. A recording has the paths of the contract, and no socket. */
export function makeUpstreamSettings(env: Environment, url: string): Environment {
  const own = { UPSTREAM_URL: url, EMBEDDED_UPSTREAM: '1' }
  return findReplayFolder(env) === null ? own : { ...own, UPSTREAM_PREFIX: '', UPSTREAM_PATHS: '', UPSTREAM_WS_URL: '' }
}
