import { hash, randomBytes } from 'node:crypto'

const BLOCK_BYTES = 64
const INNER = 0x36
const OUTER = 0x5c

function padded(key: Uint8Array, pad: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, pad)
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad
  return block
}

/**
 * HMAC-SHA256 (RFC 2104) of a key of at most 64 bytes, base64. An import makes a million: `createHmac` spends 30 µs for each on
 * its key object.
 */
export function hmacSha256(key: Uint8Array, text: string): string {
  const inner = hash('sha256', Buffer.concat([padded(key, INNER), Buffer.from(text)]), 'buffer')
  return hash('sha256', Buffer.concat([padded(key, OUTER), inner]), 'base64')
}

const SALT_BYTES = 32
const SALTS_AT_ONCE = 256
let drawn = Buffer.alloc(0)

/** 32 random bytes, drawn for many salts at once. */
export function newSalt(): Buffer {
  if (drawn.length === 0) drawn = randomBytes(SALT_BYTES * SALTS_AT_ONCE)
  const salt = drawn.subarray(0, SALT_BYTES)
  drawn = drawn.subarray(SALT_BYTES)
  return salt
}
