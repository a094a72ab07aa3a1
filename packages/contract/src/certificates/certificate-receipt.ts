import type { CertificateState } from './certificate-states.ts'

/**
 * The receipt of a lookup: a compact JWS (RFC 7515) signed with Ed25519 (`alg` EdDSA, RFC 8037), so that any JOSE program can
 * check it against the keys published at `RECEIPT_KEYS_PATH`. The module loads no schemas, because web checks receipts too.
 */

/** Path of the JSON Web Key Set (RFC 7517): `{ keys: [{ kty: 'OKP', crv: 'Ed25519', use: 'sig', kid, x, revoked? }] }`. */
export const RECEIPT_KEYS_PATH = '/.well-known/certificate-receipt-keys.json'

/** `typ` of the protected header. */
export const RECEIPT_TYPE = 'certificate-receipt+jwt'

export interface ReceiptHeader {
  alg: 'EdDSA'
  typ: typeof RECEIPT_TYPE
  kid: string
}

/** Signed content of a receipt. */
export interface ReceiptClaims {
  /** Origin of the site that answered. */
  iss: string
  /** Certificate number. */
  sub: string
  /** Time of the laboratory's answer, seconds since 1970. */
  iat: number
  state: Exclude<CertificateState, 'unknown' | 'examination' | 'mismatch'>
  /** SHA-256 of `toCanonicalJson(answer)`, base64url. */
  hash: string
}

export interface ReceiptKey {
  kty: 'OKP'
  crv: 'Ed25519'
  use: 'sig'
  kid: string
  /** Public key, 32 bytes, base64url. */
  x: string
  /**
   * Set for a leaked key, in the form of OpenID Federation 1.0's historical keys. None of its receipts is valid whatever `iat`
   * says, because the holder of the key can write any time there.
   */
  revoked?: {
    /** Seconds since 1970. */
    revoked_at: number
  }
}

/** File that a visitor downloads: the receipt, and the answer that its hash covers. */
export interface ReceiptFile {
  receipt: string
  /** `data` of the answer, unchanged. */
  answer: unknown
  /** Proof that the answer is in the public log (C2SP tlog-proof, with salt and text); older files have none. */
  proof?: string
  /** Signed checkpoints of a failed check against the log: the one just read, and the one seen before. */
  checkpoints?: { read?: string; seen?: string }
}

/**
 * JSON with the members of every object sorted by name and without spaces (RFC 8785, JSON Canonicalization Scheme), so
 * that the same answer has the same hash everywhere.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((element) => toCanonicalJson(element ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`).join(',')}}`
}
