import { readLinks } from '@portal/contract/certificates/logged-text.ts'
import { HASH_BYTES } from '@portal/contract/tlog/hashing.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { sealEntry } from './entry-seal.ts'
import { LogFault } from './log-fault.ts'
import { toLogEntry } from './log-record.ts'

/** An entry that matches its seal and its record. */
export interface CheckedEntry {
  index: number
  bytes: Buffer
  certificateNo: string
  /** Whether it follows another entry of its number, which an entry with lost content may do too. */
  isLater: boolean
}

interface Span {
  from: number
  count: number
}

/**
 * Reads entries with their records, computes each again and compares its seal, because a signature would make a mistake
 * or a forgery permanent. Entries whose content was lost have no record.
 * @throws LogFault when an entry is missing, not sealed by this installation, not that of its record, or duplicated
 */
export async function readNewEntries(db: Db, digest: Digest, span: Span): Promise<CheckedEntry[]> {
  const { entries, faulty } = await checkEntries(db, digest, span)
  const [first] = faulty
  if (first !== undefined) throw new LogFault('entry', first)
  return entries
}

/** Checks the entries of a log that may have faults. @returns the matching entries, and the indexes of the others */
export async function checkEntries(db: Db, digest: Digest, { from, count }: Span) {
  const rows = await db
    .selectFrom('log_entries as entry')
    .leftJoin('log_records as record', 'record.id', 'entry.record_id')
    .select(['entry.idx', 'entry.entry', 'entry.certificate_no', 'entry.record_id', 'entry.seal'])
    .select(['record.certificate_no as recordNo', 'record.prev', 'record.salt', 'record.text'])
    .select(({ selectFrom, fn }) =>
      selectFrom('log_entries as other')
        .select(fn.countAll().as('times'))
        .whereRef('other.record_id', '=', 'entry.record_id')
        .whereRef('other.idx', '<', 'entry.idx')
        .as('earlier'),
    )
    .where('entry.idx', '>=', from)
    .where('entry.idx', '<', from + count)
    .orderBy('entry.idx')
    .execute()
  const entries: CheckedEntry[] = []
  for (const { recordNo, prev, salt, text, earlier, ...row } of rows) {
    const isLost = row.record_id === null
    const isOfRecord =
      recordNo === row.certificate_no &&
      salt !== null &&
      text !== null &&
      toLogEntry(salt, text) === row.entry &&
      parsePrev(text) === (prev === null ? null : Number(prev))
    const isRight = sealEntry(digest, row) === row.seal && (isLost || isOfRecord) && Number(earlier) === 0
    const bytes = Buffer.from(row.entry, 'base64')
    if (!isRight || bytes.length !== HASH_BYTES) continue
    const { certificate_no: certificateNo } = row
    entries.push({ index: Number(row.idx), bytes, certificateNo, isLater: isLost || prev !== null })
  }
  const matchingIndexes = new Set(entries.map(({ index }) => index))
  const faulty = Array.from({ length: count }, (_, at) => from + at).filter((index) => !matchingIndexes.has(index))
  return { entries, faulty }
}

/** Most texts have no previous entry, and need no parsing. */
const parsePrev = (text: string): number | null => (text.includes('"prev":') ? (readLinks(text).prev ?? null) : null)
