import { type Checkpoint, readCheckpoint, readTreeSize } from './checkpoints.ts'
import { type Bytes, decodeBase64, hashLeaf, type Sha256, toBase64 } from './hashing.ts'
import { checkNote, type RightSignature } from './note-checks.ts'
import { isIncluded, type Proof, readProof } from './proofs.ts'
import { NOTE_MAX, readNote, type VerifierKey } from './signed-notes.ts'

const HEAD = 'c2sp.org/tlog-proof@v1'
/** Maximum length of a file, in characters; longer files are refused unread. */
const FILE_MAX = 2 * NOTE_MAX

/** Proof that an entry is in a log, for checks without a network (C2SP tlog-proof, `.tlog-proof`). */
export interface ProofFile {
  index: number
  /** Hashes from the leaf's sibling towards the root. */
  proof: Proof
  /** Data for the application, which nothing signs. */
  extra?: Bytes
  /** A signed note, cosignatures included. */
  checkpoint: string
}

export function formatProofFile({ index, proof, extra, checkpoint }: ProofFile): string {
  const extraLines = extra && extra.length > 0 ? [`extra ${toBase64(extra)}`] : []
  return [HEAD, ...extraLines, `index ${index}`, ...proof.map(toBase64), '', checkpoint].join('\n')
}

/** @returns the parts of the file, or `undefined` when it is malformed; the checkpoint is not checked */
export function readProofFile(text: string): ProofFile | undefined {
  const end = text.indexOf('\n\n')
  if (end < 0 || text.length > FILE_MAX) return undefined
  const [head, ...lines] = text.slice(0, end).split('\n')
  const extra = lines[0]?.startsWith('extra ') ? decodeBase64(cutFirstWord(lines.shift())) : null
  const indexLine = lines.shift()
  const index = indexLine?.startsWith('index ') ? readTreeSize(cutFirstWord(indexLine)) : undefined
  const proof = readProof(lines)
  if (head !== HEAD || extra === undefined || extra?.length === 0 || index === undefined || !proof) return undefined
  return { index, proof, checkpoint: text.slice(end + 2), ...(extra && { extra }) }
}

const cutFirstWord = (line = '') => line.slice(line.indexOf(' ') + 1)

/**
 * `malformed`: the checkpoint cannot be read. `foreign`: it belongs to another log, or the log's key did not sign it. `wrong`: a
 * signature of a known key is wrong. `absent`: the entry is not at this position of the tree. `unsupported`: Ed25519 is not
 * available.
 */
export type ProofFileCheck =
  | { check: 'right'; checkpoint: Checkpoint; cosignatures: RightSignature[] }
  | { check: 'malformed' | 'foreign' | 'wrong' | 'absent' | 'unsupported' }

export interface ProofFileKeys {
  /** Key of the log; its name is the origin of the log. */
  log: VerifierKey
  /** Keys of witnesses. The caller decides how many must have signed. */
  witnesses?: readonly VerifierKey[]
}

/** Checks that an entry is in the log. @param entry bytes of the entry, not their hash */
export async function checkProofFile(
  sha256: Sha256,
  { index, proof, checkpoint: text }: ProofFile,
  entry: Uint8Array,
  { log, witnesses = [] }: ProofFileKeys,
): Promise<ProofFileCheck> {
  const note = readNote(text)
  const checkpoint = note && readCheckpoint(note.text)
  if (!note || !checkpoint) return { check: 'malformed' }
  const { check, right } = await checkNote(note, [log, ...witnesses])
  if (check === 'wrong' || check === 'unsupported') return { check }
  if (checkpoint.origin !== log.name || !right.some(({ key }) => key === log)) return { check: 'foreign' }
  const { size, root } = checkpoint
  const leaf = await hashLeaf(sha256, entry)
  if (!(await isIncluded(sha256, { index, size, leaf, proof }, root))) return { check: 'absent' }
  return { check: 'right', checkpoint, cosignatures: right.filter(({ key }) => key !== log) }
}
