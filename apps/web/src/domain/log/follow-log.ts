import { type Checkpoint, readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { isEqual, webSha256 } from '@portal/contract/tlog/hashing.ts'
import { isContinued, type Proof } from '@portal/contract/tlog/proofs.ts'
import { readNote, readVerifierKey, type SignedNote } from '@portal/contract/tlog/signed-notes.ts'
import { createTree, type Tree } from '@portal/contract/tlog/tree.ts'
import { formatDate } from '#lib/format.ts'
import type { LogFiles } from './log-files.ts'
import { checkLogSignature } from './log-signature.ts'
import { type ReadSeen, readSeen, type SeenCheckpoint, writeSeen } from './seen-checkpoint.ts'

/** The newest checkpoint, which continues the one that this browser stored last. */
export interface Followed {
  kind: 'followed'
  /** The signed note. */
  note: SignedNote & { whole: string }
  checkpoint: Checkpoint
  /** Verifier key of the log. */
  key: string
  /** `false`: the code for Ed25519 could not be loaded, so the signature was not verified. */
  isSigned: boolean
  tree: Tree
  /** The checkpoint that this browser saw first; absent at the first visit. */
  since?: { day: string; size: number }
  /** Number of checks by this browser, including this one. */
  checks: number
  /** Whether the browser has stored the checkpoint. */
  isStored: boolean
}

/**
 * `foreign`: not signed with the key of the log. `broken`: the tiles do not match the checkpoint. `discontinued`: the
 * log is not a continuation of the stored checkpoint. `behind`: the checkpoint is older than the stored one.
 */
export type Following =
  | Followed
  | { kind: 'foreign' | 'broken'; note: string }
  | { kind: 'discontinued' | 'behind'; note: string; seen: SeenCheckpoint }

/**
 * Reads the newest checkpoint, verifies it, and stores it when it continues the stored one.
 * @throws LogUnreachable, RangeError for a tile of another length
 */
export async function followLog(files: LogFiles, nowMs: number): Promise<Following> {
  const seen = readSeen()
  const [whole, published] = await Promise.all([files.checkpoint(), readPublishedKey(files, seen)])
  const note = readNote(whole)
  const checkpoint = note && readCheckpoint(note.text)
  const signer = note && checkpoint && (await chooseSigner(note, checkpoint, seen, published))
  if (!signer) return { kind: 'foreign', note: whole }

  const tree = createTree(webSha256, checkpoint.size, files.tile)
  if (seen) {
    const fault = await findDiscontinuity(tree, seen.checkpoint, checkpoint)
    if (fault === 'broken') return { kind: fault, note: whole }
    if (fault) return { kind: fault, note: whole, seen }
  }
  const checks = (seen?.checks ?? 0) + 1
  const first = seen ?? { day: formatDate(nowMs), firstSize: checkpoint.size }
  const isStored =
    signer.isSigned &&
    writeSeen({ note: whole, key: signer.key, day: first.day, firstSize: first.firstSize, checks }, seen)
  return {
    kind: 'followed',
    note: { ...note, whole },
    checkpoint,
    ...signer,
    tree,
    checks,
    isStored,
    ...(seen && { since: { day: seen.day, size: seen.firstSize } }),
  }
}

/** The key that the site publishes now. If this browser has stored a key, it may be absent. */
async function readPublishedKey(files: LogFiles, seen: ReadSeen | undefined): Promise<string | undefined> {
  try {
    return await files.key()
  } catch (reason) {
    if (!seen) throw reason
    return undefined
  }
}

/**
 * The key that this browser saw first is decisive: the log never changes its key. Otherwise a thief of the key could
 * introduce a new one with a checkpoint signed by both.
 */
async function chooseSigner(
  note: SignedNote,
  { origin }: Checkpoint,
  seen: ReadSeen | undefined,
  published: string | undefined,
): Promise<{ key: string; isSigned: boolean } | undefined> {
  const known = await readVerifierKey(seen?.key ?? published ?? '')
  if (!known || known.name !== origin || (seen && seen.checkpoint.origin !== origin)) return undefined
  const checked = await checkLogSignature(note, known)
  if (checked === 'unsupported') return { key: seen?.key ?? published ?? '', isSigned: false }
  return checked === 'right' ? { key: seen?.key ?? published ?? '', isSigned: true } : undefined
}

async function findDiscontinuity(
  tree: Tree,
  older: Checkpoint,
  newer: Checkpoint,
): Promise<'broken' | 'discontinued' | 'behind' | undefined> {
  if (newer.size < older.size) return 'behind'
  if (newer.size === older.size) return isEqual(newer.root, older.root) ? undefined : 'discontinued'
  // Wrong tiles do not prove that the log was rewritten.
  if (!isEqual(await tree.root(), newer.root)) return 'broken'
  const proof: Proof = await tree.consistencyProof(older.size)
  return (await isContinued(webSha256, older, newer, proof)) ? undefined : 'discontinued'
}
