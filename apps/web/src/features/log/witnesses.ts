import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'

/** Bytes of a cosignature of C2SP tlog-cosignature: seconds since 1970, big-endian, and an Ed25519 signature. */
const TIME_BYTES = 8
const COSIGNATURE_BYTES = TIME_BYTES + 64

export interface WitnessLine {
  name: string
  /** Epoch ms, as the witness states it. */
  signedAtMs: number
}

/**
 * Witnesses that a checkpoint names, with the times of their cosignatures. Their keys are published by themselves, so this
 * page does not verify them.
 */
export function witnessesOf(text: string): WitnessLine[] {
  const note = readNote(text)
  const origin = note && readCheckpoint(note.text)?.origin
  if (!note || origin === undefined) return []
  return note.signatures
    .filter(({ name, bytes }) => name !== origin && bytes.length === COSIGNATURE_BYTES)
    .map(({ name, bytes }) => ({ name, signedAtMs: secondsOf(bytes) * 1000 }))
}

function secondsOf(bytes: Uint8Array): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset, TIME_BYTES).getBigUint64(0))
}
