import type { LoggedEntry } from '@portal/contract/certificates/certificates.ts'
import { readLinks } from '@portal/contract/certificates/logged-text.ts'
import type { Db } from '#db/open.ts'
import { entryOf } from './log-record.ts'

/** A record of a number with its entry; `index` and `entry` are `null` when the entry is missing. */
export interface LoggedRow extends Omit<LoggedEntry, 'index' | 'entry'> {
  certificateNo: string
  index: number | null
  entry: string | null
}

/** An entry of a number with what was hashed into it. */
export interface LoggedStep {
  log: LoggedEntry
  version: number | undefined
  issuedOn: string | undefined
}

/** The records of numbers, oldest first. Those of an unfinished import are in no entry yet. */
export async function readLoggedRows(db: Db, numbers: readonly string[]): Promise<Map<string, LoggedRow[]>> {
  const byNumber = new Map<string, LoggedRow[]>()
  if (numbers.length === 0) return byNumber
  const rows = await db
    .selectFrom('log_records as record')
    .leftJoin('log_entries as entry', 'entry.record_id', 'record.id')
    .select(['record.certificate_no as certificateNo', 'record.salt', 'record.text', 'record.format'])
    .select(['entry.idx as index', 'entry.entry'])
    .where('record.certificate_no', 'in', [...numbers])
    .where('record.import_id', 'not in', (eb) =>
      eb.selectFrom('certificate_imports').select('id').where('state', '=', 'staging'),
    )
    .orderBy('entry.idx')
    .execute()
  for (const row of rows) byNumber.set(row.certificateNo, [...(byNumber.get(row.certificateNo) ?? []), row])
  return byNumber
}

/**
 * The entries of a number that follow each other up to the newest, oldest first. A number that was removed with the demo content
 * and came back begins anew.
 * @returns `undefined` when an entry is missing, is not the HMAC of its text, or does not follow the one before
 */
export function chainOf(rows: readonly LoggedRow[]): LoggedStep[] | undefined {
  const steps: LoggedStep[] = []
  for (const { index, entry, salt, text, format } of rows) {
    if (index === null || entry === null || entryOf(salt, text) !== entry) return undefined
    const { prev, version, issuedOn } = readLinks(text)
    if (prev === undefined) steps.length = 0
    else if (prev !== steps.at(-1)?.log.index) return undefined
    steps.push({ log: { index, salt, entry, text, format }, version, issuedOn })
  }
  return steps
}
