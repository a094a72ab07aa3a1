import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import {
  RECEIPT_TYPE,
  type ReceiptClaims,
  type ReceiptHeader,
  type ReceiptKey,
  toCanonicalJson,
} from '@portal/contract/certificates/certificate-receipt.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { ConfigError } from '#config/config.ts'
import type { RevokedKey } from '#config/revoked-keys.ts'

/** Prefix of a PKCS #8 Ed25519 key before its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A single line, as the start-up error shows it. */
const SIGNING_KEY_REVOKED =
  'RECEIPT_KEYS_REVOKED names the key that signs receipts: accepted is another key in front in RECEIPT_KEY, or no receipt.key in DATA_DIR, so that a new one is made'

export type Receipts = ReturnType<typeof createReceipts>

interface Options {
  /** Ed25519 seeds, 32 bytes each: the first signs, all are published. */
  seeds: readonly Buffer[]
  revoked: readonly RevokedKey[]
  now: () => number
}

/**
 * Signs answers, so that their holders can prove them to others.
 * @throws ConfigError when the signing key is revoked
 */
export function createReceipts({ seeds, revoked, now }: Options) {
  const pairs = seeds.map(createKeyPair)
  const [first] = pairs
  if (!first) throw new Error('receipts need a key')
  const isRevoked = ({ x }: ReceiptKey) => revoked.some((key) => key.x === x)
  if (isRevoked(first.published)) throw new ConfigError(SIGNING_KEY_REVOKED)
  const good = pairs.map(({ published }) => published).filter((key) => !isRevoked(key))
  const header: ReceiptHeader = { alg: 'EdDSA', typ: RECEIPT_TYPE, kid: first.published.kid }

  return {
    /** Published keys, the signing key first, revoked ones last. */
    keys: [...good, ...revoked.map(toRevokedKey)] as readonly ReceiptKey[],
    /**
     * Returns a compact JWS; `null` for a state that confirms nothing.
     * @param origin origin of the site that answers
     */
    issue(answer: CertificateAnswer, certificateNo: string, origin: string): string | null {
      const { state } = answer
      if (state === 'unknown' || state === 'examination' || state === 'mismatch') return null
      const iat = Math.floor(now() / SECOND_MS)
      const hash = createHash('sha256').update(toCanonicalJson(answer)).digest('base64url')
      const claims: ReceiptClaims = { iss: origin, sub: certificateNo, iat, state, hash }
      const text = `${encode(header)}.${encode(claims)}`
      return `${text}.${sign(null, Buffer.from(text), first.privateKey).toString('base64url')}`
    },
  }
}

function createKeyPair(seed: Buffer): { privateKey: KeyObject; published: ReceiptKey } {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, published: toPublicKey(x) }
}

function toPublicKey(x: string): ReceiptKey {
  // The thumbprint of RFC 7638: required members only, in the order of their names.
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid, x }
}

function toRevokedKey({ x, revokedAtMs }: RevokedKey): ReceiptKey {
  return { ...toPublicKey(x), revoked: { revoked_at: Math.floor(revokedAtMs / SECOND_MS) } }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
