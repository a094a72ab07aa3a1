/** Bytes with a buffer that is not shared, as Web Crypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>

/** SHA-256. Servers have a synchronous one, browsers that of Web Crypto. */
export type Sha256 = (bytes: Bytes) => Bytes | Promise<Bytes>

export const HASH_BYTES = 32

/** SHA-256 of Web Crypto. @throws TypeError outside a secure context */
export const webSha256: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** Hash of a leaf (RFC 6962, 2.1). */
export const hashLeaf = (sha256: Sha256, entry: Uint8Array) => sha256(concat(LEAF, entry))

/** Hash of the node above two others (RFC 6962, 2.1). */
export const hashNode = (sha256: Sha256, left: Uint8Array, right: Uint8Array) => sha256(concat(NODE, left, right))

/** Root of the tree without leaves. */
export const hashEmptyTree = (sha256: Sha256) => sha256(new Uint8Array(0))

export const isEqual = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/**
 * Decodes strict base64: padded, without blanks, and with zero bits after the last byte.
 * @returns `undefined` for any other text
 */
export function decodeBase64(text: string): Bytes | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
