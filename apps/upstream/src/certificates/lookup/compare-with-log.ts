import type { CertificateAnswer, LoggedEntry, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import {
  isLoggedAnswer,
  LOGGED_FORMAT,
  type LoggedAnswer,
  readLoggedText,
} from '@portal/contract/certificates/logged-text.ts'
import { readWaiting } from '#log/backlog.ts'
import { type LoggedRow, type LoggedStep, readChain } from '#log/chain-of-number.ts'
import { findShownDigests, listPictureNames } from '#log/picture-digests.ts'
import type { SignedLeaves } from '#log/signed-leaves.ts'
import type { Db } from '#platform/db/open.ts'
import type { Mismatch } from '#platform/db/tables/log.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

export interface Comparing {
  digest: Digest
  fileDigest: FileDigest
  leaves: SignedLeaves
  /**
   * Returns the index of the newest entry that was read for a number with several entries, because the database may
   * have lost it.
   */
  latestRead: (certificateNo: string) => number | undefined
}

interface Compared extends Comparing {
  db: Db
  certificateNo: string
  /** Entries of the number, oldest first. */
  rows: readonly LoggedRow[]
  /** The entry that the row of the number names. */
  logIndex: number | null
}

export type Comparison =
  | { kind: 'same'; log: LoggedEntry; replaces?: ReplacedVersion | undefined }
  /** The number is not shown yet, or waits for the entry of its present text. */
  | { kind: 'unlogged'; replaces?: ReplacedVersion | undefined }
  | { kind: 'mismatch'; why: Mismatch }

/** Path in front of the name of a picture. */
const PICTURES = '/file/img/'

const makeMismatch = (why: Mismatch): Comparison => ({ kind: 'mismatch', why })

/**
 * Compares what would be shown of a number with its entries in the public log. The entries must be sealed by this
 * installation, be the HMACs of their texts, follow each other and be under the signed checkpoint. The newest must be
 * the one that the number names, with the text and digests that would be shown. The text of a sealed entry that the
 * number waits for is compared too.
 */
export async function compareWithLog(answer: CertificateAnswer, compared: Compared): Promise<Comparison> {
  const { db, digest, certificateNo, rows, logIndex, leaves, latestRead, fileDigest } = compared
  const steps = readChain(digest, rows)
  const newest = steps?.at(-1)
  if (!steps || logIndex !== (newest?.log.index ?? null)) return makeMismatch('entry')
  const latest = latestRead(certificateNo)
  if (latest !== undefined && !rows.some(({ idx }) => idx === latest)) return makeMismatch('entry')
  if (!newest && answer.state === 'examination') return { kind: 'unlogged' }
  for (const { log } of steps) {
    if ((await leaves.check(db, log.index, log.entry)) === 'differs') return makeMismatch('checkpoint')
  }
  if (!isLoggedAnswer(answer) || answer.certificate.certificateNo !== certificateNo) return makeMismatch('text')
  const entered = newest && newest.log.format <= LOGGED_FORMAT ? readShown(newest.log.text, answer) : undefined
  const waiting = entered ? undefined : await readWaiting(db, digest, certificateNo)
  const read = waiting?.prev === logIndex ? readShown(waiting.text, answer) : entered
  if (!read) return makeMismatch(newest || waiting ? 'text' : 'entry')
  const addresses = (answer.certificate.pictures ?? []).map(({ url }) => url)
  const names = listPictureNames(answer.certificate)
  const digests = await findShownDigests(db, names, fileDigest)
  const isSame = names.every(
    (name, at) => addresses[at] === PICTURES + name && (digests.get(name) ?? '') === read.pictures[at],
  )
  if (!isSame) return makeMismatch('pictures')
  const replaces = findReplaced(steps, read.version)
  return newest && entered ? { kind: 'same', log: newest.log, replaces } : { kind: 'unlogged', replaces }
}

/**
 * Same as `readLoggedText`, but `undefined` for an answer that does not have the contract's form, and so was never
 * logged.
 */
export function readShown(text: string, answer: LoggedAnswer) {
  try {
    return readLoggedText(text, answer)
  } catch {
    return undefined
  }
}

/** Returns the logged text of the version before; `undefined` when its content was lost. */
function findReplaced(steps: readonly LoggedStep[], shown: number): ReplacedVersion | undefined {
  const version = shown - 1
  const before = steps.findLast((step) => step.version === version)
  return before?.issuedOn === undefined ? undefined : { version, issuedOn: before.issuedOn }
}
