import type { CertificateAnswer, LoggedEntry, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import {
  isLoggedAnswer,
  LOGGED_FORMAT,
  type LoggedAnswer,
  readLoggedText,
} from '@portal/contract/certificates/logged-text.ts'
import type { Db } from '#db/open.ts'
import type { Mismatch } from '#db/tables/log.ts'
import type { FileDigest } from '#manage/certificates/pictures/desk-pictures.ts'
import { chainOf, type LoggedRow, type LoggedStep } from '../log/chain-of-number.ts'
import { pictureNames, shownDigests } from '../log/picture-digests.ts'
import type { SignedLeaves } from '../log/signed-leaves.ts'

export interface Comparing {
  fileDigest: FileDigest
  leaves: SignedLeaves
}

interface Compared extends Comparing {
  db: Db
  certificateNo: string
  /** Records of the number, oldest first. */
  rows: readonly LoggedRow[]
  /** The entry that the number names. */
  logIndex: number | null
}

export type Comparison =
  | { kind: 'same'; log: LoggedEntry; replaces: ReplacedVersion | undefined }
  /** It was withdrawn while the log was stopped, and waits for that entry. Its text is the logged one of a valid certificate. */
  | { kind: 'withdrawn'; replaces: ReplacedVersion | undefined }
  /** It is older than the log, and waits for its entry. */
  | { kind: 'unlogged' }
  | { kind: 'mismatch'; why: Mismatch }

/** Path in front of the name of a picture. */
const PICTURES = '/file/img/'

const mismatch = (why: Mismatch): Comparison => ({ kind: 'mismatch', why })

/**
 * Compares what would be shown of a number with its entries in the public log: the entries are the HMACs of their texts, follow
 * each other and are under the signed checkpoint, the newest is the one that the number names, and its text and digests are those of
 * what would be shown.
 */
export async function compareWithLog(answer: CertificateAnswer, compared: Compared): Promise<Comparison> {
  const { db, certificateNo, rows, logIndex, leaves, fileDigest } = compared
  const steps = chainOf(rows)
  const newest = steps?.at(-1)
  if (!steps || logIndex !== (newest?.log.index ?? null)) return mismatch('entry')
  if (!newest) return await compareUnlogged(db, certificateNo, answer)
  for (const { log } of steps) {
    if ((await leaves.check(db, log.index, log.entry)) === 'differs') return mismatch('checkpoint')
  }
  if (!isLoggedAnswer(answer) || answer.certificate.certificateNo !== certificateNo) return mismatch('text')
  const isEntered = isKnown(newest) && readShown(newest.log.text, answer)
  const read = isEntered || (await readPending(db, newest, answer))
  if (!read) return mismatch('text')
  const addresses = (answer.certificate.pictures ?? []).map(({ url }) => url)
  const names = pictureNames(answer.certificate)
  const digests = await shownDigests(db, names, fileDigest)
  const isSame = names.every(
    (name, at) => addresses[at] === PICTURES + name && (digests.get(name) ?? '') === read.pictures[at],
  )
  if (!isSame) return mismatch('pictures')
  const replaces = replacedIn(steps, newest)
  return isEntered ? { kind: 'same', log: newest.log, replaces } : { kind: 'withdrawn', replaces }
}

const isKnown = ({ log }: LoggedStep) => log.format <= LOGGED_FORMAT

/**
 * Reads the newest entry of a certificate that was withdrawn while the log was stopped: that of the valid certificate. Only a
 * withdrawal may be shown before its entry, as it makes nobody trust anything.
 */
async function readPending(db: Db, newest: LoggedStep, { state, certificate }: LoggedAnswer) {
  if (state !== 'withdrawn' || !isKnown(newest) || !(await isWaiting(db, certificate.certificateNo))) return undefined
  return readShown(newest.log.text, { state: 'valid', certificate })
}

/** @returns `undefined` also for an answer of another shape than the contract's, which was never logged */
function readShown(text: string, answer: LoggedAnswer) {
  try {
    return readLoggedText(text, answer)
  } catch {
    return undefined
  }
}

/** A number without an entry: it is not shown yet, or was published before there was a log. */
async function compareUnlogged(db: Db, certificateNo: string, { state }: CertificateAnswer): Promise<Comparison> {
  if (state === 'examination') return { kind: 'unlogged' }
  return (await isWaiting(db, certificateNo)) ? { kind: 'unlogged' } : mismatch('entry')
}

/** Whether a number waits for its entry. */
async function isWaiting(db: Db, certificateNo: string): Promise<boolean> {
  const waiting = db.selectFrom('log_backlog').select('pos').where('certificate_no', '=', certificateNo)
  return (await waiting.executeTakeFirst()) !== undefined
}

/** The version before, as it was logged; `undefined` when it is older than the log. */
function replacedIn(steps: readonly LoggedStep[], newest: LoggedStep): ReplacedVersion | undefined {
  const version = (newest.version ?? 1) - 1
  const before = steps.findLast((step) => step.version === version)
  return before?.issuedOn === undefined ? undefined : { version, issuedOn: before.issuedOn }
}
