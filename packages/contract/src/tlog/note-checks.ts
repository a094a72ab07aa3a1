import { checkCosignature } from './cosignatures.ts'
import { COSIGNATURE, checkSignature, type SignatureCheck, type SignedNote, type VerifierKey } from './signed-notes.ts'

/** A key with a valid signature. */
export interface RightSignature {
  key: VerifierKey
  /** Unix time in seconds in a witness's line. */
  timeS?: number
}

export interface NoteCheck {
  /**
   * `right`: a known key signed, and no line of a known key is wrong. `wrong`: the line of a known key is wrong, so the whole
   * note must be refused. `missing`: no known key signed.
   */
  check: SignatureCheck
  right: RightSignature[]
}

/** Checks a note with all known keys, those of logs and of witnesses. Lines of other keys are ignored. */
export async function checkNote(note: SignedNote, keys: readonly VerifierKey[]): Promise<NoteCheck> {
  const found = await Promise.all(keys.map((key) => checkKey(note, key)))
  const right = found.flatMap(({ check, ...rest }) => (check === 'right' ? [rest] : []))
  const has = (wanted: SignatureCheck) => found.some(({ check }) => check === wanted)
  const check = (['wrong', 'unsupported', 'right'] as const).find(has) ?? 'missing'
  return { check, right }
}

async function checkKey(note: SignedNote, key: VerifierKey): Promise<RightSignature & { check: SignatureCheck }> {
  return key.type === COSIGNATURE
    ? { key, ...(await checkCosignature(note, key)) }
    : { key, check: await checkSignature(note, key) }
}
