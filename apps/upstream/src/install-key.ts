import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32
const KEY_FILE = 'upstream.key'

/**
 * Keyed digests of what is too short to be hashed plainly: 6-digit codes, addresses of clients. `use` names what is
 * digested, so that one use's digests tell nothing about another's.
 */
export type Digest = (use: string, ...parts: string[]) => string

export function digestWith(key: Buffer): Digest {
  // Made once: from a buffer, each digest would make a key object of its own, which takes longer than the digest.
  const secret = createSecretKey(key)
  return (use, ...parts) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([use, ...parts]))
      .digest('base64url')
}

/**
 * The secret of this installation, made at the first start and kept in `DATA_DIR`; apart from the database, so that a
 * copy of the database alone does not give the codes away. Instances that share a database share `DATA_DIR` too.
 */
export function loadInstallKey(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, KEY_FILE)
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(fresh, randomBytes(KEY_BYTES), { mode: 0o600 })
  try {
    // Linking fails when the key exists, and never shows another process half a file.
    linkSync(fresh, file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  } finally {
    rmSync(fresh, { force: true })
  }
  const key = readFileSync(file)
  if (key.length !== KEY_BYTES) throw new Error(`${file} must hold ${KEY_BYTES} bytes`)
  return key
}
