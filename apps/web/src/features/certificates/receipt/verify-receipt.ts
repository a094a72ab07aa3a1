import {
  RECEIPT_TYPE,
  type ReceiptClaims,
  type ReceiptHeader,
  type ReceiptKey,
  toCanonicalJson,
} from '@portal/contract/certificates/certificate-receipt.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { openSiteLog } from '#domain/log/log-files.ts'
import { checkProof, type ProofFileVerdict } from '#domain/log/proof-file.ts'
import { readSeen } from '#domain/log/seen-checkpoint.ts'
import { loadCryptography } from '#lib/ed25519.ts'
import { RECEIPT_TEXT_MAX } from './receipt-text.ts'

/**
 * `valid`: signed by a published key, and so is the answer in the file, if there is one. `altered`: the signature is
 * wrong (then nothing of the receipt is shown), or the file contains another answer. `revoked`: signed by a leaked key,
 * so neither content nor time can be trusted. `unlogged`: its proof of the public log is wrong. `foreign`: the key is
 * not published. `malformed`: not a receipt.
 */
export type ReceiptVerdict =
  | { kind: 'valid'; kid: string; claims: ReceiptClaims; answer: unknown; log?: ReceiptLog }
  | { kind: 'unlogged'; why: 'absent' | 'foreign'; claims: ReceiptClaims }
  | { kind: 'altered'; what: 'signature' }
  | { kind: 'altered'; what: 'answer'; claims: ReceiptClaims }
  | { kind: 'revoked'; revokedAtMs: number; claims: ReceiptClaims }
  | { kind: 'foreign'; kid: string }
  | { kind: 'malformed' }

/** Result of the proof in a file; receipts without a proof have no result. */
export type ReceiptLog = Extract<ProofFileVerdict, { kind: 'included' | 'unchecked' }>

const STATES: readonly string[] = ['valid', 'reissued', 'withdrawn'] satisfies ReceiptClaims['state'][]

/**
 * Verifies a receipt against the published keys, without requests and without the browser's own cryptography.
 * @param logKey function that reads the verifier key of the public log; only receipts with a proof need it
 */
export async function verifyReceipt(
  text: string,
  keys: readonly ReceiptKey[],
  logKey: () => Promise<string | undefined> = async () => undefined,
): Promise<ReceiptVerdict> {
  const found = findReceipt(text)
  const [head = '', body = '', signature = ''] = found?.jws.split('.') ?? []
  const header = found && readHeader(head)
  if (!found || !header) return { kind: 'malformed' }
  const key = keys.find(({ kid }) => kid === header.kid)
  if (!key) return { kind: 'foreign', kid: header.kid }

  const { isSigned, sha256 } = await loadCryptography()
  if (!isSignedText(isSigned, { text: `${head}.${body}`, signature, x: key.x })) {
    return { kind: 'altered', what: 'signature' }
  }
  // Claims are read only after the signature was verified.
  const claims = readClaims(body)
  if (!claims) return { kind: 'malformed' }
  if (key.revoked) return { kind: 'revoked', revokedAtMs: key.revoked.revoked_at * SECOND_MS, claims }
  const { answer } = found
  if (answer === undefined) return { kind: 'valid', kid: key.kid, claims, answer }
  if (hashAnswer(answer, sha256) !== claims.hash) return { kind: 'altered', what: 'answer', claims }
  if (found.proof === undefined) return { kind: 'valid', kid: key.kid, claims, answer }
  const log = await checkProof(answer as CertificateAnswer, found.proof, await logKey())
  if (log.kind === 'absent' || log.kind === 'foreign') return { kind: 'unlogged', why: log.kind, claims }
  return { kind: 'valid', kid: key.kid, claims, answer, log }
}

/** The key of the public log that this browser saw first, or else the one that the site publishes. */
export async function readLogKey(): Promise<string | undefined> {
  return readSeen()?.key ?? (await openSiteLog().key())
}

/** `null` for an answer nested too deeply to be serialised, which was never signed. */
function hashAnswer(answer: unknown, sha256: (bytes: Uint8Array) => Uint8Array): string | null {
  try {
    return toBase64url(sha256(new TextEncoder().encode(toCanonicalJson(answer))))
  } catch (reason) {
    if (reason instanceof RangeError) return null
    throw reason
  }
}

type IsSigned = Awaited<ReturnType<typeof loadCryptography>>['isSigned']

/** @param x public key, base64url */
function isSignedText(isSigned: IsSigned, { text, signature, x }: { text: string; signature: string; x: string }) {
  try {
    return isSigned(decodeBase64url(signature), new TextEncoder().encode(text), decodeBase64url(x))
  } catch {
    // The text is not base64url.
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
    return JSON.parse(new TextDecoder().decode(decodeBase64url(part)))
  } catch {
    return null
  }
}

/**
 * Finds the receipt in a text: the receipt itself, even with line breaks, the address in its QR code, or the file.
 * @returns a compact JWS (header, claims and signature in base64url, separated by dots), and answer and proof in the file, if any;
 * `null` for anything else
 */
function findReceipt(text: string) {
  if (text.length > RECEIPT_TEXT_MAX) return null
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return findInFile(trimmed)
  const jws = trimmed.slice(trimmed.lastIndexOf('#') + 1).replace(/\s/g, '')
  return isCompact(jws) ? { jws, answer: undefined, proof: undefined } : null
}

function findInFile(text: string) {
  try {
    const { receipt, answer, proof } = JSON.parse(text) as Partial<Record<'receipt' | 'answer' | 'proof', unknown>>
    if (typeof receipt !== 'string' || !isCompact(receipt)) return null
    // A proof of an unknown form counts as wrong.
    return { jws: receipt, answer, proof: proof === undefined ? undefined : String(proof) }
  } catch {
    return null
  }
}

function isCompact(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
}

/** @throws Error for invalid base64url */
function decodeBase64url(text: string): Uint8Array {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function toBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
