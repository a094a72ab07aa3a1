import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import type { Digest } from './instance-secret.ts'

const CIPHER = 'aes-256-gcm'
const [NONCE_BYTES, TAG_BYTES] = [12, 16]

export type TextSeal = ReturnType<typeof createTextSeal>

/**
 * Seals texts with a key of the installation, which is not in the database (AES-256-GCM).
 * @param use separates keys: a text sealed for one use cannot be opened for another
 */
export function createTextSeal(digest: Digest, use: string) {
  // An HMAC-SHA256, which has 32 bytes.
  const key = createSecretKey(digest('seal', use), 'base64url')

  return {
    /** @param owner row that the text belongs to; the text cannot be opened for another one */
    seal(text: string, owner: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    /** @throws Error when the text was altered, or sealed for another owner or by another installation */
    open(sealed: string, owner: string): string {
      const bytes = Buffer.from(sealed, 'base64url')
      const tagEnd = NONCE_BYTES + TAG_BYTES
      const opener = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(owner))
      opener.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
      return Buffer.concat([opener.update(bytes.subarray(tagEnd)), opener.final()]).toString('utf8')
    },
  }
}
