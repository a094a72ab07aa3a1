import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Key that seals cookies and challenges. */
export const keepSessionKey = (dataDir: string) => keepKey(dataDir, 'session.key')

/** Ed25519 seed that signs receipts of certificate lookups. */
export const keepReceiptKey = (dataDir: string) => keepKey(dataDir, 'receipt.key')

/**
 * Returns a key of 32 random bytes, generated once and stored in `dataDir` (base64, mode 600).
 * @throws Error when the file exists but contains no key of 32 bytes: replacing it would end all sessions or invalidate
 * issued receipts
 */
function keepKey(dataDir: string, name: string): Buffer {
  const file = path.join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  try {
    // `wx`: if two instances start together, one creates the key and the other reads it.
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new Error(`${file} holds no key of 32 bytes in base64`)
  return key
}
