import type { CertificateAnswer, LoggedEntry } from '@portal/contract/certificates/certificates.ts'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { hashLeaf, webSha256 } from '@portal/contract/tlog/hashing.ts'
import { formatProofFile, readProofFile } from '@portal/contract/tlog/proof-files.ts'
import { isIncluded } from '@portal/contract/tlog/proofs.ts'
import { readNote, readVerifierKey } from '@portal/contract/tlog/signed-notes.ts'
import { checkEntry } from './check-entry.ts'
import { checkLogSignature } from './log-signature.ts'

/**
 * A proof in the form of C2SP tlog-proof, which third-party tools read. Its `extra` is JSON with salt and text, so that
 * anybody can compute the entry: HMAC-SHA256 of `text` with `salt` (base64) as the key.
 * @param note the signed checkpoint
 */
export function writeProofFile({ index, salt, text, format }: LoggedEntry, proof: readonly Uint8Array[], note: string) {
  const extra = new TextEncoder().encode(JSON.stringify({ format, salt, text }))
  return formatProofFile({ index, proof, extra, checkpoint: note })
}

/**
 * `absent`: the answer is not under the checkpoint. `foreign`: the checkpoint is not signed with the key of the log.
 * `unchecked`: the key is unknown, or this browser cannot verify signatures.
 */
export type ProofFileVerdict =
  | { kind: 'included'; index: number; size: number }
  | { kind: 'absent' }
  | { kind: 'foreign' }
  | { kind: 'unchecked' }

/**
 * Checks the proof of an answer offline.
 * @param keyText verifier key of the log
 */
export async function checkProof(
  answer: CertificateAnswer,
  proofText: string,
  keyText: string | undefined,
): Promise<ProofFileVerdict> {
  if (!globalThis.crypto?.subtle) return { kind: 'unchecked' }
  const file = readProofFile(proofText)
  const note = file && readNote(file.checkpoint)
  const checkpoint = note && readCheckpoint(note.text)
  const text = await checkEntry(answer)
  if (text.kind === 'newer') return { kind: 'unchecked' }
  if (text.kind === 'differs' || !checkpoint || file.index !== answer.log?.index) return { kind: 'absent' }
  const key = keyText === undefined ? undefined : await readVerifierKey(keyText)
  if (!key) return { kind: 'unchecked' }
  if (key.name !== checkpoint.origin) return { kind: 'foreign' }
  const signature = await checkLogSignature(note, key)
  if (signature === 'unsupported') return { kind: 'unchecked' }
  if (signature !== 'right') return { kind: 'foreign' }
  const { index, proof } = file
  const leaf = await hashLeaf(webSha256, text.checked.entry)
  const { size, root } = checkpoint
  const isHere = await isIncluded(webSha256, { index, size, leaf, proof }, root)
  return isHere ? { kind: 'included', index, size } : { kind: 'absent' }
}
