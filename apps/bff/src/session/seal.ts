import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/** Purpose of a sealed value; a value sealed for one purpose never opens for another. */
export type SealPurpose =
  | 'session'
  | 'social-login'
  | 'wechat-code'
  | 'confirmation'
  | 'confirmation-form'
  | 'known-device'
  | 'changed'
  | 'proof-of-work'

export type Sealer = ReturnType<typeof createSealer>

/**
 * Encrypts small values into text that only this site can read or create: AES-256-GCM with a random 96-bit IV (NIST SP
 * 800-38D, 8.2.2). The purpose is authenticated with the text.
 * @param keys 32 bytes each; the first seals, all open, so that a key can be changed and sessions stay valid
 */
export function createSealer(keys: readonly Buffer[]) {
  const keyObjects = keys.map((key) => createSecretKey(key))
  const [sealingKey] = keyObjects
  if (!sealingKey) throw new Error('a sealer needs a key')

  function openWith(key: KeyObject, purpose: SealPurpose, box: Buffer): unknown {
    const iv = box.subarray(1, 1 + IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, iv)
    decipher.setAAD(Buffer.from(purpose))
    decipher.setAuthTag(box.subarray(box.length - TAG_BYTES))
    const text = Buffer.concat([decipher.update(box.subarray(1 + IV_BYTES, box.length - TAG_BYTES)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  }

  return {
    seal(purpose: SealPurpose, value: object): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv)
      cipher.setAAD(Buffer.from(purpose))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), iv, text, cipher.getAuthTag()]).toString('base64url')
    },

    /** Returns `null` for anything that was not sealed by one of our keys for this purpose. */
    open(purpose: SealPurpose, sealed: string): unknown {
      const box = Buffer.from(sealed, 'base64url')
      if (box.length <= 1 + IV_BYTES + TAG_BYTES || box[0] !== VERSION) return null
      for (const key of keyObjects) {
        try {
          return openWith(key, purpose, box)
        } catch {
          // The text was not sealed by this key.
        }
      }
      return null
    },
  }
}
