import { createHash, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'

/** Tolerated difference to the platform's clock; a replayed signature is worthless after that. */
const FRESH_MS = 5 * MINUTE_MS
const TIMESTAMP = /^\d{1,11}$/

/**
 * Whether the platform sent this: SHA-1 over token, timestamp and nonce in alphabetical order (official account
 * documentation, «接入指南»). It signs neither body nor address, so that only TLS keeps those as they were sent.
 * @param query of the request, not checked yet
 */
export function isSignedByWechat(query: unknown, token: string, now: number): boolean {
  const { signature, timestamp, nonce } = (query ?? {}) as Record<string, unknown>
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || typeof nonce !== 'string') return false
  if (!TIMESTAMP.test(timestamp) || Math.abs(Number(timestamp) * SECOND_MS - now) > FRESH_MS) return false
  const expected = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
