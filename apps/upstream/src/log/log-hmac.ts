import { createHmac, randomBytes } from 'node:crypto'

/** Computes HMAC-SHA256, base64. */
export const computeHmacSha256 = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64')

/** Makes 32 random bytes. */
export const makeSalt = (): Buffer => randomBytes(32)
