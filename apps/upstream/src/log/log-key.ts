import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeed, SEED_BYTES } from '#platform/config/log-seed.ts'
import type { Db } from '#platform/db/open.ts'
import { makeOnce } from '#platform/secrets/instance-secret.ts'
import { LogFault } from './log-fault.ts'

/** Origin of the log of a site without a public address. Such a trial becomes the real log once the address is set. */
export const TRIAL_ORIGIN = 'localhost/log'
const KEY_FILE = 'log.key'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/** Returns the origin of the log of a site. @param siteUrl its public origin */
export function toOrigin(siteUrl: string | null): string {
  const host = siteUrl === null ? 'localhost' : new URL(siteUrl).host
  return LOOPBACK.test(host) ? TRIAL_ORIGIN : `${host}/log`
}

/** Sources of the log's key. */
export interface KeyOptions {
  db: Db
  dataDir: string
  /** Value of `LOG_KEY`; `null`: the key is made once, in `DATA_DIR`. */
  logSeed: Buffer | null
  siteUrl: string | null
}

/**
 * Loads the seed of the log's key. It is made together with the log, and never for an existing log.
 * @throws LogFault when the log exists and its key is missing
 */
export function loadSeed({ dataDir, logSeed }: Pick<KeyOptions, 'dataDir' | 'logSeed'>, exists: boolean): Buffer {
  if (logSeed) return logSeed
  const file = join(dataDir, KEY_FILE)
  if (!existsSync(file)) {
    if (exists) throw new LogFault('key')
    makeOnce(file, `${randomBytes(SEED_BYTES).toString('base64')}\n`)
  }
  const seed = readSeed(readFileSync(file, 'utf8').trim())
  if (!seed) throw new LogFault('key')
  return seed
}
