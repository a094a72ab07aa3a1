/** Longest text that is examined; receipts are shorter. */
export const RECEIPT_TEXT_MAX = 64 * 1024

/** A receipt found in a text. */
export interface FoundReceipt {
  /** Compact JWS: header, claims and signature in base64url, separated by dots. */
  jws: string
  /** The answer in the file; `undefined` for a receipt alone. */
  answer: unknown
}

/**
 * Finds the receipt in a text: the receipt itself, even with line breaks, the address in its QR code, or the file.
 * @returns `null` for anything else
 */
export function findReceipt(text: string): FoundReceipt | null {
  if (text.length > RECEIPT_TEXT_MAX) return null
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return findInFile(trimmed)
  const jws = trimmed.slice(trimmed.lastIndexOf('#') + 1).replace(/\s/g, '')
  return isCompact(jws) ? { jws, answer: undefined } : null
}

function findInFile(text: string): FoundReceipt | null {
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
export function fromBase64url(text: string): Uint8Array {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export function toBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
