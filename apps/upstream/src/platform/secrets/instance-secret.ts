import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '#platform/config/config.ts'

const SECRET_BYTES = 32
const SECRET_FILE = 'upstream.key'

/**
 * Computes an HMAC for values too short for a plain hash: 6-digit codes, client addresses. `use` separates the domains,
 * so that equal values of two uses get different digests.
 */
export type Digest = (use: string, ...parts: string[]) => string

export function digestWith(key: Buffer): Digest {
  // Creating a key object takes longer than the digest itself.
  const secret = createSecretKey(key)
  return (use, ...parts) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([use, ...parts]))
      .digest('base64url')
}

/**
 * Loads the secret, or creates it at the first start in `DATA_DIR`, outside the database, so that a copy of the
 * database alone does not reveal the codes. Instances that share a database share `DATA_DIR` too.
 */
export function loadInstanceSecret(dataDir: string): Buffer {
  const file = join(dataDir, SECRET_FILE)
  makeOnce(file, randomBytes(SECRET_BYTES))
  const secret = readFileSync(file)
  if (secret.length !== SECRET_BYTES) throw new Error(`${file} must hold ${SECRET_BYTES} bytes`)
  return secret
}

/** Loads the digest of an installation: its key is `INSTANCE_KEY`, or in `DATA_DIR`. */
export const loadDigest = ({ dataDir, instanceKey }: Pick<Config, 'dataDir' | 'instanceKey'>): Digest =>
  digestWith(instanceKey ?? loadInstanceSecret(dataDir))

/** Creates a file that only this user can read, unless it exists. */
export function makeOnce(file: string, content: Buffer | string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporaryFile = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(temporaryFile, content, { mode: 0o600, flush: true })
  try {
    // Linking fails when the file exists, so another process never reads half a file.
    linkSync(temporaryFile, file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}
