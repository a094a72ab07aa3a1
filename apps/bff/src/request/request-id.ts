import { randomFillSync } from 'node:crypto'

/** Unambiguous when read aloud (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const pool = Buffer.alloc(LENGTH * 512)
let used = pool.length

/**
 * Creates a request id, e.g. `7K3M9Q-XD2F4H`: 60 random bits, short enough for a visitor to read out. Ids from outside
 * are ignored.
 */
export function createRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let id = ''
  for (let place = 0; place < LENGTH; place += 1) {
    if (place === LENGTH / 2) id += '-'
    id += ALPHABET[(pool[used + place] ?? 0) & 31]
  }
  used += LENGTH
  return id
}
