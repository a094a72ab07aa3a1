import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import {
  canonicalJson,
  RECEIPT_TYPE,
  type ReceiptClaims,
  type ReceiptHeader,
  type ReceiptKey,
} from '@portal/contract/certificate-receipt.ts'
import type { CertificateAnswer } from '@portal/contract/certificates.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs what was answered, so that it can be shown to others later. */
export interface Receipts {
  /** Published keys, the signing one first. */
  readonly keys: readonly ReceiptKey[]
  /**
   * A compact JWS; `null` for a state that confirms nothing.
   * @param origin of the site that answers
   */
  issue(answer: CertificateAnswer, certificateNo: string, origin: string): string | null
}

interface Options {
  /** Ed25519 seeds, 32 bytes each: the first signs, all are published. */
  seeds: readonly Buffer[]
  now: () => number
}

export function createReceipts({ seeds, now }: Options): Receipts {
  const pairs = seeds.map(keyPairOf)
  const [first] = pairs
  if (!first) throw new Error('receipts need a key')
  const header: ReceiptHeader = { alg: 'EdDSA', typ: RECEIPT_TYPE, kid: first.published.kid }

  return {
    keys: pairs.map(({ published }) => published),
    issue(answer, certificateNo, origin) {
      const { state } = answer
      if (state === 'unknown' || state === 'examination') return null
      const iat = Math.floor(now() / SECOND_MS)
      const hash = createHash('sha256').update(canonicalJson(answer)).digest('base64url')
      const claims: ReceiptClaims = { iss: origin, sub: certificateNo, iat, state, hash }
      const text = `${encode(header)}.${encode(claims)}`
      return `${text}.${sign(null, Buffer.from(text), first.privateKey).toString('base64url')}`
    },
  }
}

function keyPairOf(seed: Buffer): { privateKey: KeyObject; published: ReceiptKey } {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  // The thumbprint of RFC 7638: required members only, in the order of their names.
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return { privateKey, published: { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid, x } }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
