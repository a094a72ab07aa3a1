import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * Keys of partners: `gp_` or `gp_test_`, 32 random bytes in base 62, and a checksum of both (CRC-32, base 62). Scanners of source code
 * recognise a leaked key by its form and checksum without a request to this site.
 */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** Base-62 digits of 256 and of 32 bits. */
const SECRET_CHARS = 43
const CHECKSUM_CHARS = 6
const FORM = new RegExp(`^gp_(?<test>test_)?[0-9A-Za-z]{${SECRET_CHARS + CHECKSUM_CHARS}}$`)

function toBase62(number: bigint, chars: number): string {
  let [rest, text] = [number, '']
  for (let nth = 0; nth < chars; nth += 1) {
    text = `${DIGITS[Number(rest % 62n)]}${text}`
    rest /= 62n
  }
  return text
}

const makeChecksum = (text: string) => toBase62(BigInt(crc32(text)), CHECKSUM_CHARS)

export function makePartnerKey(isTest: boolean): string {
  const secret = toBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_CHARS)
  const start = `gp_${isTest ? 'test_' : ''}${secret}`
  return start + makeChecksum(start)
}

/** Checks form and checksum only, so that most mistyped and cut keys are found without the database. */
export function isPartnerKey(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECKSUM_CHARS) === makeChecksum(text.slice(0, -CHECKSUM_CHARS))
}

/** Computes the stored hash of a key. A hash without a salt is enough for 256 random bits. */
export function hashPartnerKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
