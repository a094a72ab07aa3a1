import {
  canonicalJson,
  RECEIPT_TYPE,
  type ReceiptClaims,
  type ReceiptHeader,
  type ReceiptKey,
} from '@portal/contract/certificates/certificate-receipt.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'

/**
 * `valid`: signed by a published key, and so is the answer in the file, if there is one. `altered`: the signature is wrong
 * (then nothing of the receipt is shown), or the file has another answer. `revoked`: signed by a leaked key, so neither
 * its content nor its time can be trusted. `foreign`: the key is not published. `malformed`: not a receipt.
 */
export type ReceiptVerdict =
  | { kind: 'valid'; kid: string; claims: ReceiptClaims; answer: unknown }
  | { kind: 'altered'; what: 'signature' }
  | { kind: 'altered'; what: 'answer'; claims: ReceiptClaims }
  | { kind: 'revoked'; revokedAtMs: number; claims: ReceiptClaims }
  | { kind: 'foreign'; kid: string }
  | { kind: 'malformed' }

const STATES: readonly string[] = ['valid', 'reissued', 'withdrawn'] satisfies ReceiptClaims['state'][]

/** Loads the cryptography; afterwards `verifyReceipt` works offline. */
export async function loadCryptography() {
  const [ed25519, { sha256, sha512 }] = await Promise.all([import('@noble/ed25519'), import('@noble/hashes/sha2.js')])
  ed25519.hashes.sha512 = sha512
  return { ed25519, sha256 }
}

/** Verifies a receipt against the published keys, without requests and without the browser's own cryptography. */
export async function verifyReceipt(text: string, keys: readonly ReceiptKey[]): Promise<ReceiptVerdict> {
  const found = findReceipt(text)
  const [head = '', body = '', signature = ''] = found?.jws.split('.') ?? []
  const header = found && readHeader(head)
  if (!found || !header) return { kind: 'malformed' }
  const key = keys.find(({ kid }) => kid === header.kid)
  if (!key) return { kind: 'foreign', kid: header.kid }

  const { ed25519, sha256 } = await loadCryptography()
  if (!isSigned(ed25519.verify, { text: `${head}.${body}`, signature, x: key.x })) {
    return { kind: 'altered', what: 'signature' }
  }
  // Reads the claims only after the signature was verified.
  const claims = readClaims(body)
  if (!claims) return { kind: 'malformed' }
  if (key.revoked) return { kind: 'revoked', revokedAtMs: key.revoked.revoked_at * SECOND_MS, claims }
  const { answer } = found
  if (answer === undefined) return { kind: 'valid', kid: key.kid, claims, answer }
  return hashOf(answer, sha256) === claims.hash
    ? { kind: 'valid', kid: key.kid, claims, answer }
    : { kind: 'altered', what: 'answer', claims }
}

/** `null` for an answer nested too deeply to be serialised, which was never signed. */
function hashOf(answer: unknown, sha256: (bytes: Uint8Array) => Uint8Array): string | null {
  try {
    return toBase64url(sha256(new TextEncoder().encode(canonicalJson(answer))))
  } catch (reason) {
    if (reason instanceof RangeError) return null
    throw reason
  }
}

type Verify = (signature: Uint8Array, text: Uint8Array, key: Uint8Array, options: { zip215: boolean }) => boolean

/** @param x public key, base64url */
function isSigned(verify: Verify, { text, signature, x }: { text: string; signature: string; x: string }): boolean {
  try {
    // Strict RFC 8032 rules, so that all programs agree.
    const strict = { zip215: false }
    return verify(fromBase64url(signature), new TextEncoder().encode(text), fromBase64url(x), strict)
  } catch {
    // Not 64 bytes, or not a point of the curve.
    return false
  }
}

function readHeader(part: string): ReceiptHeader | null {
  const header = readPart(part) as Partial<ReceiptHeader> | null
  const isOurs = header?.alg === 'EdDSA' && header.typ === RECEIPT_TYPE && typeof header.kid === 'string'
  return isOurs ? (header as ReceiptHeader) : null
}

function readClaims(part: string): ReceiptClaims | null {
  const claims = readPart(part) as Partial<ReceiptClaims> | null
  const isWhole =
    typeof claims?.iss === 'string' &&
    typeof claims.sub === 'string' &&
    Number.isSafeInteger(claims.iat) &&
    STATES.includes(String(claims.state)) &&
    typeof claims.hash === 'string'
  return isWhole ? (claims as ReceiptClaims) : null
}

function readPart(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(fromBase64url(part)))
  } catch {
    return null
  }
}

/** Longest text that is examined; receipts are shorter. */
export const RECEIPT_TEXT_MAX = 64 * 1024

/**
 * Finds the receipt in a text: the receipt itself, even with line breaks, the address in its QR code, or the file.
 * @returns a compact JWS (header, claims and signature in base64url, separated by dots) and the answer in the file, if any;
 * `null` for anything else
 */
function findReceipt(text: string) {
  if (text.length > RECEIPT_TEXT_MAX) return null
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return findInFile(trimmed)
  const jws = trimmed.slice(trimmed.lastIndexOf('#') + 1).replace(/\s/g, '')
  return isCompact(jws) ? { jws, answer: undefined } : null
}

function findInFile(text: string) {
  try {
    const { receipt, answer } = JSON.parse(text) as { receipt?: unknown; answer?: unknown }
    return typeof receipt === 'string' && isCompact(receipt) ? { jws: receipt, answer } : null
  } catch {
    return null
  }
}

function isCompact(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
}

/** @throws Error for invalid base64url */
function fromBase64url(text: string): Uint8Array {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function toBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
