import type { LoggedEntry } from '@portal/contract/certificates/certificates.ts'
import { readLinks } from '@portal/contract/certificates/logged-text.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { sealEntry } from './entry-seal.ts'
import { toLogEntry } from './log-record.ts'

/** An entry of a number with its record. */
export type LoggedRow = Awaited<ReturnType<typeof queryEntries>>[number]

/** An entry of a number with the text that was hashed into it. */
export interface LoggedStep {
  log: LoggedEntry
  version: number | undefined
  issuedOn: string | undefined
}

const queryEntries = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('log_entries as entry')
    .leftJoin('log_records as record', 'record.id', 'entry.record_id')
    .select(['entry.idx', 'entry.entry', 'entry.certificate_no', 'entry.record_id', 'entry.seal'])
    .select(['record.certificate_no as recordNo', 'record.salt', 'record.text', 'record.format'])
    .where('entry.certificate_no', 'in', [...numbers])
    .orderBy('entry.idx')
    .execute()

/** Reads the entries of numbers, oldest first. */
export async function readLoggedRows(db: Db, numbers: readonly string[]): Promise<Map<string, LoggedRow[]>> {
  return numbers.length === 0
    ? new Map()
    : Map.groupBy(await queryEntries(db, numbers), ({ certificate_no }) => certificate_no)
}

/**
 * Returns the entries of a number that follow each other up to the newest, oldest first. A number that was removed with
 * the demo content and added again begins a new chain. Leaves out entries whose content was lost with a backup.
 * @returns `undefined` when an entry is not sealed by this installation, has lost its record, is duplicated, is not the
 * HMAC of its text, or does not follow the one before; or when the content of the newest is lost
 */
export function readChain(digest: Digest, rows: readonly LoggedRow[]): LoggedStep[] | undefined {
  const steps: LoggedStep[] = []
  const records = new Set<number>()
  /** Indexes of the entries that the next one may follow. */
  let last: number[] = []
  let isLost = false
  for (const { idx: index, entry, recordNo, salt, text, format, ...row } of rows) {
    if (sealEntry(digest, { entry, ...row }) !== row.seal) return undefined
    isLost = row.record_id === null
    if (row.record_id === null) {
      last.push(index)
      continue
    }
    if (recordNo !== row.certificate_no || records.has(row.record_id)) return undefined
    records.add(row.record_id)
    if (salt === null || text === null || format === null || toLogEntry(salt, text) !== entry) return undefined
    const { prev, version, issuedOn } = readLinks(text)
    if (prev === undefined) steps.length = 0
    else if (!last.includes(prev)) return undefined
    steps.push({ log: { index, salt, entry, text, format }, version, issuedOn })
    last = [index]
  }
  return isLost ? undefined : steps
}
