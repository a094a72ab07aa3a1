import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'

/** Length of a cosignature of C2SP tlog-cosignature: seconds since 1970, big-endian, and an Ed25519 signature. */
const TIME_BYTES = 8
const COSIGNATURE_BYTES = TIME_BYTES + 64

export interface WitnessLine {
  name: string
  /** Time stated by the witness, epoch ms. */
  signedAtMs: number
}

/**
 * Lists the witnesses that a checkpoint names, with the times of their cosignatures. Witnesses publish their own keys,
 * so this page does not verify them.
 */
export function listWitnesses(text: string): WitnessLine[] {
  const note = readNote(text)
  const origin = note && readCheckpoint(note.text)?.origin
  if (!note || origin === undefined) return []
  return note.signatures
    .filter(({ name, bytes }) => name !== origin && bytes.length === COSIGNATURE_BYTES)
    .map(({ name, bytes }) => ({ name, signedAtMs: readSeconds(bytes) * 1000 }))
}

function readSeconds(bytes: Uint8Array): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset, TIME_BYTES).getBigUint64(0))
}
