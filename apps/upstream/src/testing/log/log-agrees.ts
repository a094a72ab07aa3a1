import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { isLoggedAnswer, readLoggedText } from '@portal/contract/certificates/logged-text.ts'
import { makeAnswer } from '#log/certificate-answer.ts'
import { queryEntriesWithText } from '#log/entry-texts.ts'
import { toLogEntry } from '#log/log-record.ts'
import type { Db } from '#platform/db/open.ts'

type LoggedEntry = Awaited<ReturnType<typeof queryLoggedEntries>>[number]

/**
 * Compares the public log with what lookups show: indexes without a gap, entries that match their records, one chain of
 * entries for each number whose newest one is shown, and nothing that was not published.
 * @returns the differences
 */
export async function findLogFaults(db: Db): Promise<string[]> {
  const entries = await queryLoggedEntries(db)
  const { size } = await db.selectFrom('log_state').select('size').executeTakeFirstOrThrow()
  const faults = entries.flatMap((entry, at) => (entry.idx === at ? [] : [`index ${entry.idx} at place ${at}`]))
  if (entries.length !== size) faults.push(`${entries.length} entries, size ${size}`)
  const newest = new Map<string, LoggedEntry>()
  for (const one of entries) {
    if (one.kind === null || one.kind === 'audit') continue
    if (one.recordNo !== one.certificate_no) faults.push(`entry ${one.idx} has the record of ${one.recordNo}`)
    const before = newest.get(one.certificate_no)
    if (one.prev !== (before?.idx ?? null)) faults.push(`entry ${one.idx} follows ${one.prev}, not ${before?.idx}`)
    if (toLogEntry(one.salt ?? '', one.text ?? '') !== one.entry) faults.push(`entry ${one.idx} is not its record's`)
    newest.set(one.certificate_no, one)
  }
  const ids = entries.flatMap(({ record_id }) => record_id ?? [])
  if (new Set(ids).size !== ids.length) faults.push('a record has two entries')
  const salts = entries.flatMap(({ salt }) => salt ?? [])
  if (new Set(salts).size !== salts.length) faults.push('two records have one salt')
  return [...faults, ...(await findShownFaults(db, newest))]
}

const queryLoggedEntries = (db: Db) =>
  db
    .selectFrom('log_entries as entry')
    .leftJoin('log_records as record', 'record.id', 'entry.record_id')
    .select(['entry.idx', 'entry.entry', 'entry.record_id', 'entry.certificate_no', 'record.version', 'record.kind'])
    .select(['record.certificate_no as recordNo', 'record.prev', 'record.salt', 'record.text', 'record.note'])
    .orderBy('entry.idx')
    .execute()

async function findShownFaults(db: Db, newest: ReadonlyMap<string, LoggedEntry>): Promise<string[]> {
  const waiting = await db.selectFrom('log_backlog').select('certificate_no').execute()
  const inBacklog = new Set(waiting.map(({ certificate_no }) => certificate_no))
  const rows = await queryEntriesWithText(db)
    .select(['entry.certificate_no as certificateNo', 'entry.state', 'entry.version', 'entry.newer_no as newerNo'])
    .select(['entry.reason', 'entry.changed_on as changedOn', 'entry.log_index as logIndex', 'text.body'])
    .execute()
  const faults: string[] = []
  for (const row of rows) {
    const { certificateNo, logIndex } = row
    const logged = newest.get(certificateNo)
    if ((logged?.idx ?? null) !== logIndex) faults.push(`${certificateNo} names entry ${logIndex}, not ${logged?.idx}`)
    const isShown = row.state !== 'draft' && row.state !== 'examination'
    if (!isShown && logged) faults.push(`${certificateNo} is in the log and not published`)
    if (isShown && Boolean(logged) === inBacklog.has(certificateNo))
      faults.push(`${certificateNo} has no entry, or twice`)
    if (!isShown || !logged) continue
    const answer = makeAnswer(row, JSON.parse(row.body ?? '{}') as Record<string, unknown>)
    if (!isSame(logged, answer)) faults.push(`${certificateNo} shows something else than entry ${logIndex}`)
  }
  const known = new Set(rows.map(({ certificateNo }) => certificateNo))
  for (const number of newest.keys()) if (!known.has(number)) faults.push(`${number} is in the log alone`)
  return faults
}

function isSame({ text, kind, version, prev }: LoggedEntry, answer: CertificateAnswer): boolean {
  const read = isLoggedAnswer(answer) ? readLoggedText(text ?? '', answer) : undefined
  return read !== undefined && read.kind === kind && read.version === version && (read.prev ?? null) === prev
}
