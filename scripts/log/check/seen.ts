import { type Checkpoint, readCheckpoint } from '../../../packages/contract/src/tlog/checkpoints.ts'
import { toHex } from '../../../packages/contract/src/tlog/hashing.ts'
import {
  checkSignature,
  formatVerifierKey,
  readNote,
  type VerifierKey,
} from '../../../packages/contract/src/tlog/signed-notes.ts'
import { Misfit } from './verdicts.ts'

/** A checkpoint that the log has signed. */
export interface Seen extends Checkpoint {
  /** The signed note. */
  note: string
}

/** @throws Misfit when it is malformed, of another log, or not signed with the key */
export async function readSeen(note: string, key: VerifierKey): Promise<Seen> {
  const signed = readNote(note)
  const checkpoint = signed && readCheckpoint(signed.text)
  if (!checkpoint) throw new Misfit('the checkpoint is malformed', [note])
  if (checkpoint.origin !== key.name) {
    throw new Misfit(`the checkpoint has the origin ${checkpoint.origin}, not ${key.name}`, [note])
  }
  const check = await checkSignature(signed, key)
  if (check === 'wrong') throw new Misfit('the signature of the checkpoint is wrong', [note])
  if (check !== 'right') {
    const others = signed.signatures.map(({ name, id }) => `${name}+${toHex(id)}`).join(', ')
    throw new Misfit(`the checkpoint is not signed with ${formatVerifierKey(key)}, but with ${others}`, [note])
  }
  return { ...checkpoint, note }
}
