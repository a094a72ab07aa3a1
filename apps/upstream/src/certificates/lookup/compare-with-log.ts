import type { CertificateAnswer, LoggedEntry, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import {
  isLoggedAnswer,
  LOGGED_FORMAT,
  type LoggedAnswer,
  readLoggedText,
} from '@portal/contract/certificates/logged-text.ts'
import { readWaiting } from '#log/backlog.ts'
import { type LoggedRow, type LoggedStep, readChain } from '#log/chain-of-number.ts'
import { pictureNames, shownDigests } from '#log/picture-digests.ts'
import type { SignedLeaves } from '#log/signed-leaves.ts'
import type { Db } from '#platform/db/open.ts'
import type { Mismatch } from '#platform/db/tables/log.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

export interface Comparing {
  digest: Digest
  fileDigest: FileDigest
  leaves: SignedLeaves
  /** Index of the newest entry that was read of a number with more than one: the database may not have it any more. */
  latestRead: (certificateNo: string) => number | undefined
}

interface Compared extends Comparing {
  db: Db
  certificateNo: string
  /** Entries of the number, oldest first. */
  rows: readonly LoggedRow[]
  /** The entry that the number names. */
  logIndex: number | null
}

export type Comparison =
  | { kind: 'same'; log: LoggedEntry; replaces?: ReplacedVersion | undefined }
  /** It is not shown yet, or waits for the entry of what is shown. */
  | { kind: 'unlogged'; replaces?: ReplacedVersion | undefined }
  | { kind: 'mismatch'; why: Mismatch }

/** Path in front of the name of a picture. */
const PICTURES = '/file/img/'

const mismatch = (why: Mismatch): Comparison => ({ kind: 'mismatch', why })

/**
 * Compares what would be shown of a number with its entries in the public log: the entries are sealed by this installation, are the HMACs
 * of their texts, follow each other and are under the signed checkpoint, the newest is the one that the number names, and its text and
 * digests are those of what would be shown. So is the text of an entry that the number waits for, which is sealed too.
 */
export async function compareWithLog(answer: CertificateAnswer, compared: Compared): Promise<Comparison> {
  const { db, digest, certificateNo, rows, logIndex, leaves, latestRead, fileDigest } = compared
  const steps = readChain(digest, rows)
  const newest = steps?.at(-1)
  if (!steps || logIndex !== (newest?.log.index ?? null)) return mismatch('entry')
  const latest = latestRead(certificateNo)
  if (latest !== undefined && !rows.some(({ idx }) => idx === latest)) return mismatch('entry')
  if (!newest && answer.state === 'examination') return { kind: 'unlogged' }
  for (const { log } of steps) {
    if ((await leaves.check(db, log.index, log.entry)) === 'differs') return mismatch('checkpoint')
  }
  if (!isLoggedAnswer(answer) || answer.certificate.certificateNo !== certificateNo) return mismatch('text')
  const entered = newest && newest.log.format <= LOGGED_FORMAT ? readShown(newest.log.text, answer) : undefined
  const waiting = entered ? undefined : await readWaiting(db, digest, certificateNo)
  const read = waiting?.prev === logIndex ? readShown(waiting.text, answer) : entered
  if (!read) return mismatch(newest || waiting ? 'text' : 'entry')
  const addresses = (answer.certificate.pictures ?? []).map(({ url }) => url)
  const names = pictureNames(answer.certificate)
  const digests = await shownDigests(db, names, fileDigest)
  const isSame = names.every(
    (name, at) => addresses[at] === PICTURES + name && (digests.get(name) ?? '') === read.pictures[at],
  )
  if (!isSame) return mismatch('pictures')
  const replaces = replacedIn(steps, read.version)
  return newest && entered ? { kind: 'same', log: newest.log, replaces } : { kind: 'unlogged', replaces }
}

/** Same as `readLoggedText`; `undefined` also for an answer of another shape than the contract's, which was never logged. */
export function readShown(text: string, answer: LoggedAnswer) {
  try {
    return readLoggedText(text, answer)
  } catch {
    return undefined
  }
}

/** The version before, as it was logged; `undefined` when its content was lost. */
function replacedIn(steps: readonly LoggedStep[], shown: number): ReplacedVersion | undefined {
  const version = shown - 1
  const before = steps.findLast((step) => step.version === version)
  return before?.issuedOn === undefined ? undefined : { version, issuedOn: before.issuedOn }
}
