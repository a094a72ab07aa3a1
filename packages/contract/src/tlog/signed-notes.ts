import { type Bytes, concat, decodeBase64, isEqual, toBase64, toHex } from './hashing.ts'

/** Signature types of C2SP signed-note and tlog-cosignature. */
export const ED25519 = 0x01
export const COSIGNATURE = 0x04

const KEY_ID_BYTES = 4
const KEY_BYTES = 32
/** Maximum number of signature lines; more are refused, as in Go. */
const SIGNATURES_MAX = 100
/** Maximum length of a note. Ours have 300 bytes; an ML-DSA-44 signature has more than 3 KB. */
export const NOTE_MAX = 1_000_000

/** A public key with its name: `<name>+<id>+<base64 of type and key>`. */
export interface VerifierKey {
  name: string
  /** First 4 bytes of the SHA-256 of name, line feed, type and key. */
  id: Bytes
  type: number
  key: Bytes
}

export interface NoteSignature {
  name: string
  id: Bytes
  /** Bytes after the id. */
  bytes: Bytes
}

export interface SignedNote {
  /** Signed text, with its final line feed. */
  text: string
  /** Signature lines in their order, of known and unknown keys. None is verified yet. */
  signatures: NoteSignature[]
}

const utf8 = new TextEncoder()

/** A lone surrogate, which UTF-8 cannot encode. `isWellFormed` is newer than the oldest supported browsers. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** Whether a text can be the name of a key or log, which contains neither blanks nor plus signs. */
export const isKeyName = (name: string) =>
  name !== '' && !LONE_SURROGATE.test(name) && !/[\p{White_Space}+]/u.test(name)

export async function computeKeyId(name: string, type: number, key: Uint8Array): Promise<Bytes> {
  const bytes = concat(utf8.encode(`${name}\n`), Uint8Array.of(type), key)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, KEY_ID_BYTES)
}

export function formatVerifierKey({ name, id, type, key }: VerifierKey): string {
  return `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(type), key))}`
}

/** Creates the verifier key of a public key. */
export async function createVerifierKey(name: string, type: number, key: Bytes): Promise<VerifierKey> {
  return { name, type, key, id: await computeKeyId(name, type, key) }
}

/** @returns `undefined` for a text that is no key, for a key of another type, and for an id that does not match name and key */
export async function readVerifierKey(text: string): Promise<VerifierKey | undefined> {
  const match = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text)
  const bytes = match?.[3] === undefined ? undefined : decodeBase64(match[3])
  const [, name = '', id = ''] = match ?? []
  const [type = 0] = bytes ?? []
  if (bytes?.length !== 1 + KEY_BYTES || !isKeyName(name) || ![ED25519, COSIGNATURE].includes(type)) return undefined
  const found = await createVerifierKey(name, type, bytes.slice(1))
  return toHex(found.id) === id ? found : undefined
}

/**
 * Parses a note.
 * @returns `undefined` when it is malformed
 */
export function readNote(note: string): SignedNote | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  const hasControls = /[\u0000-\u0009\u000b-\u001f]/.test(note)
  if (note.length > NOTE_MAX || LONE_SURROGATE.test(note) || hasControls) return undefined
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return undefined
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) return undefined
  const signatures: NoteSignature[] = []
  for (const line of lines) {
    const match = /^— ([^ ]+) ([A-Za-z0-9+/=]+)$/.exec(line)
    const bytes = match?.[2] === undefined ? undefined : decodeBase64(match[2])
    const name = match?.[1] ?? ''
    if (!bytes || bytes.length <= KEY_ID_BYTES || !isKeyName(name)) return undefined
    signatures.push({ name, id: bytes.slice(0, KEY_ID_BYTES), bytes: bytes.slice(KEY_ID_BYTES) })
  }
  return { text: note.slice(0, end + 1), signatures }
}

/** Builds the line of a note. @param bytes the signature without the id */
export const formatSignatureLine = ({ name, id }: Pick<VerifierKey, 'name' | 'id'>, bytes: Uint8Array): string =>
  `— ${name} ${toBase64(concat(id, bytes))}\n`

/** `unsupported`: this browser has no Ed25519. */
export type SignatureCheck = 'right' | 'wrong' | 'missing' | 'unsupported'

/** Checks the Ed25519 signature of a key; a note with a wrong signature of a known key must be refused. */
export async function checkSignature(note: SignedNote, key: VerifierKey): Promise<SignatureCheck> {
  const signature = note.signatures.find(({ name, id }) => name === key.name && isEqual(id, key.id))
  if (!signature || key.type !== ED25519) return 'missing'
  const isRight = await verifyEd25519(key.key, signature.bytes, utf8.encode(note.text))
  return isRight === undefined ? 'unsupported' : isRight ? 'right' : 'wrong'
}

/** @returns `undefined` where Web Crypto has no Ed25519 */
export async function verifyEd25519(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean | undefined> {
  let key: Awaited<ReturnType<typeof crypto.subtle.importKey>>
  try {
    key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  } catch {
    return undefined
  }
  return await crypto.subtle.verify('Ed25519', key, signature, message)
}
