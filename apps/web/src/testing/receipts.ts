import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  RECEIPT_TYPE,
  type ReceiptClaims,
  type ReceiptKey,
  toCanonicalJson,
} from '@portal/contract/certificates/certificate-receipt.ts'
import { SAMPLE_CERTIFICATE } from './sample-certificate.ts'

/** Makes a key pair by Node's Ed25519, independent of the code under test. */
export function makeReceiptKey(kid = 'key-1'): { published: ReceiptKey; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { published: { kty: 'OKP', crv: 'Ed25519', use: 'sig', kid, x }, privateKey }
}

export const RECEIPT_ANSWER = {
  state: 'valid',
  certificateNo: SAMPLE_CERTIFICATE.certificateNo,
  certificate: SAMPLE_CERTIFICATE,
}

export const RECEIPT_CLAIMS: ReceiptClaims = {
  iss: 'https://www.example.cn',
  sub: SAMPLE_CERTIFICATE.certificateNo,
  // 2026-11-21 09:41 in Shanghai.
  iat: Date.UTC(2026, 10, 21, 1, 41) / 1000,
  state: 'valid',
  hash: createHash('sha256').update(toCanonicalJson(RECEIPT_ANSWER)).digest('base64url'),
}

/** Signs a compact JWS like the BFF. */
export function signReceipt(
  { published, privateKey }: ReturnType<typeof makeReceiptKey>,
  claims: object = RECEIPT_CLAIMS,
  header: object = {},
): string {
  const head = { alg: 'EdDSA', typ: RECEIPT_TYPE, kid: published.kid, ...header }
  const text = `${encode(head)}.${encode(claims)}`
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
