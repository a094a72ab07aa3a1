import { type Bytes, concat, isEqual } from './hashing.ts'
import {
  COSIGNATURE,
  formatSignatureLine,
  type SignatureCheck,
  type SignedNote,
  type VerifierKey,
  verifyEd25519,
} from './signed-notes.ts'

const TIME_BYTES = 8
const utf8 = new TextEncoder()

/**
 * Builds the message that a witness signs (C2SP tlog-cosignature, `cosignature/v1`).
 * @param text text of the checkpoint, with its final line feed
 * @param timeS Unix time in seconds
 */
export const buildCosignedMessage = (text: string, timeS: number): Bytes =>
  concat(utf8.encode(`cosignature/v1\ntime ${timeS}\n${text}`))

/** Builds the line of a note. @param signature 64 bytes over `buildCosignedMessage` */
export const formatCosignatureLine = (
  key: Pick<VerifierKey, 'name' | 'id'>,
  timeS: number,
  signature: Uint8Array,
): string => formatSignatureLine(key, concat(encodeTime(timeS), signature))

export interface CosignatureCheck {
  check: SignatureCheck
  /** Unix time in seconds in the witness's line; 0 when the line is missing. */
  timeS: number
}

/** Checks the line of a witness on a checkpoint. */
export async function checkCosignature(note: SignedNote, key: VerifierKey): Promise<CosignatureCheck> {
  const signature = note.signatures.find(({ name, id }) => name === key.name && isEqual(id, key.id))
  if (!signature || key.type !== COSIGNATURE) return { check: 'missing', timeS: 0 }
  const timeS = readTime(signature.bytes)
  if (timeS === undefined) return { check: 'wrong', timeS: 0 }
  const message = buildCosignedMessage(note.text, timeS)
  const isRight = await verifyEd25519(key.key, signature.bytes.slice(TIME_BYTES), message)
  return { check: isRight === undefined ? 'unsupported' : isRight ? 'right' : 'wrong', timeS }
}

/** Encodes a time in big-endian order. */
function encodeTime(timeS: number): Bytes {
  const bytes = new Uint8Array(TIME_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(timeS / 2 ** 32))
  view.setUint32(4, timeS % 2 ** 32)
  return bytes
}

/** @returns `undefined` for bytes that are no time, and for 0, which a witness must not use */
function readTime(bytes: Bytes): number | undefined {
  if (bytes.length < TIME_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const timeS = view.getUint32(0) * 2 ** 32 + view.getUint32(4)
  return Number.isSafeInteger(timeS) && timeS > 0 ? timeS : undefined
}
