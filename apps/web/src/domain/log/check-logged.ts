import type { CertificateAnswer, LoggedEntry } from '@portal/contract/certificates/certificates.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { hashLeaf, isEqual, toHex, webSha256 } from '@portal/contract/tlog/hashing.ts'
import { computeInclusionRoot } from '@portal/contract/tlog/proofs.ts'
import { type CheckedEntry, checkEntry } from './check-entry.ts'
import { checkPictures, type PictureChecks } from './check-pictures.ts'
import { type Followed, type Following, followLog } from './follow-log.ts'
import { type LogFiles, LogUnreachable, openSiteLog } from './log-files.ts'
import { writeProofFile } from './proof-file.ts'

/** The shown content is proved to be in the log. */
export interface Included {
  kind: 'included'
  index: number
  /** The entry, 32 bytes, and the root, hex. */
  entry: string
  root: string
  /** Size of the log at the checkpoint. */
  size: number
  /** Hashes from the leaf towards the root. */
  proof: readonly Uint8Array[]
  /** Proof, salt and text in the form of C2SP tlog-proof. */
  file: string
  isSigned: boolean
  /** The checkpoint that this browser saw first; absent at the first visit. */
  since?: { day: string; size: number }
  isStored: boolean
  /** Signatures besides the log's own. */
  cosignatures: number
  pictures: PictureChecks
  /** Time at which the checkpoint was read, epoch ms. */
  atMs: number
}

/** A proof failed. */
export interface Failed {
  kind: 'failed'
  /**
   * `absent`: the shown content is not in the log. `discontinued`: the log was rewritten. `foreign`: another key signed
   * it.
   */
  why: 'absent' | 'discontinued' | 'foreign'
  index: number
  /** Day of the first check, `yyyy-MM-dd`. */
  since?: string
  /** Roots in hex: the one derived from the entry, and the one of the checkpoint. */
  roots?: { derived: string; checkpoint: string }
  /** The signed note that was read, and the one that this browser had stored. */
  note?: string
  seenNote?: string
}

/**
 * The check has no result. `unreachable`: the log cannot be read. `pending`: the version is not yet under a checkpoint.
 * `unsupported`: the browser cannot hash because the page is not in a secure context, or the page is older than the
 * form of the entry.
 */
interface Unchecked {
  kind: 'unreachable' | 'pending' | 'unsupported'
}

export type LogCheck = Included | Failed | Unchecked

interface Options {
  signal?: AbortSignal
  files?: LogFiles
  now?: () => number
  wait?: (ms: number) => Promise<void>
}

/**
 * Delays between attempts. A checkpoint is a few seconds old at most, and a signed one follows a publication within a
 * second.
 */
const RETRY_DELAYS_MS = [0, 0.5, 1, 2, 4].map((seconds) => seconds * SECOND_MS)

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Checks that an answer with `log` is in the public log, and that the log continues the checkpoint that this browser
 * stored last: text, entry, signature of the checkpoint, continuation, inclusion, pictures, in this order.
 * @throws the reason of `signal`
 */
export async function checkLogged(answer: CertificateAnswer, options: Options = {}): Promise<LogCheck> {
  const { signal, files = openSiteLog(signal), now = Date.now, wait = pause } = options
  const { log } = answer
  if (!log || !globalThis.crypto?.subtle) return { kind: 'unsupported' }
  const { index } = log
  const text = await checkEntry(answer)
  if (text.kind === 'newer') return { kind: 'unsupported' }
  if (text.kind === 'differs') return { kind: 'failed', why: 'absent', index }
  const pictures = checkPictures(answer.certificate?.pictures ?? [], text.checked.pictures, signal)
  try {
    const [following, checks] = await Promise.all([followUntil(index, { files, now, wait }), pictures])
    if (following.kind !== 'followed') return toFailure(following, index)
    if (index >= following.checkpoint.size) return { kind: 'pending' }
    if (checks.wrong > 0) return { kind: 'failed', why: 'absent', index, note: following.note.whole }
    return await checkInclusion(log, text.checked, following, { pictures: checks, atMs: now() })
  } catch (reason) {
    if (signal?.aborted) throw reason
    if (reason instanceof LogUnreachable || reason instanceof RangeError) return { kind: 'unreachable' }
    throw reason
  }
}

/**
 * Reads checkpoints until one contains the entry and is not older than the stored one.
 * @returns the last checkpoint that was read
 */
async function followUntil(
  index: number,
  { files, now, wait }: Required<Pick<Options, 'files' | 'now' | 'wait'>>,
): Promise<Following> {
  let following: Following | undefined
  for (const delayMs of RETRY_DELAYS_MS) {
    if (following) await wait(delayMs)
    following = await followLog(files, now())
    const isEarly = following.kind === 'followed' && index >= following.checkpoint.size
    if (!isEarly && following.kind !== 'behind') break
  }
  return following as Following
}

function toFailure(following: Exclude<Following, Followed>, index: number): Failed {
  const { kind, note } = following
  if (!('seen' in following)) return { kind: 'failed', why: kind === 'foreign' ? kind : 'absent', index, note }
  const { day: since, note: seenNote } = following.seen
  return { kind: 'failed', why: 'discontinued', index, since, note, seenNote }
}

async function checkInclusion(
  log: LoggedEntry,
  { entry }: CheckedEntry,
  { tree, checkpoint, note, isSigned, since, isStored }: Followed,
  rest: Pick<Included, 'pictures' | 'atMs'>,
): Promise<Included | Failed> {
  const { index } = log
  const { size, root } = checkpoint
  const leaf = await hashLeaf(webSha256, entry)
  const proof = await tree.inclusionProof(index)
  const derived = await computeInclusionRoot(webSha256, { index, size, leaf, proof })
  if (!derived || !isEqual(derived, root)) {
    const roots = { derived: toHex(derived ?? new Uint8Array()), checkpoint: toHex(root) }
    return { kind: 'failed', why: 'absent', index, roots, note: note.whole }
  }
  return {
    kind: 'included',
    index,
    entry: toHex(entry),
    root: toHex(root),
    size,
    proof,
    file: writeProofFile(log, proof, note.whole),
    isSigned,
    isStored,
    cosignatures: note.signatures.filter(({ name }) => name !== checkpoint.origin).length,
    ...(since && { since }),
    ...rest,
  }
}
