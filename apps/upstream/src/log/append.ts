import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { logStopped } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { makeAnswer } from './certificate-answer.ts'
import { sealEntry } from './entry-seal.ts'
import { queryEntriesWithText } from './entry-texts.ts'
import { type LoggedText, makeRecord, makeText } from './log-record.ts'
import { findPictureDigests, listPictureNames } from './picture-digests.ts'

/** Import id of records that the desk makes. */
const DESK_IMPORT = 0

export interface Appending {
  /** Epoch ms. */
  now: number
  digest: Digest
}

/**
 * Locks the log for the rest of a transaction, which orders all entries. It comes before the lock of any row of
 * `certificates`.
 * @returns the number of entries
 * @throws AppError when the log was stopped
 */
export async function lockLog(trx: Db): Promise<number> {
  const { size, isStopped } = await lockEvenStopped(trx)
  if (isStopped) throw logStopped()
  return size
}

/** Locks the log even when it is stopped. Only emergency withdrawals are possible then. */
export async function lockEvenStopped(trx: Db): Promise<{ size: number; isStopped: boolean }> {
  const { size, stopped } = await trx
    .updateTable('log_state')
    .set((eb) => ({ size: eb.ref('size') }))
    .where('id', '=', 1)
    .returning(['size', 'stopped'])
    .executeTakeFirstOrThrow()
  return { size, isStopped: stopped !== null }
}

/**
 * Appends an entry of what a lookup now shows of a number. Runs in the transaction that publishes, after the row of
 * `certificates` has its new state.
 * @throws AppError when the log was stopped
 */
export async function appendToLog(
  trx: Db,
  { certificateNo, fileDigest, ...appending }: Appending & { certificateNo: string; fileDigest: FileDigest },
): Promise<void> {
  // The previous entry is only known once no other transaction appends.
  await lockLog(trx)
  await appendTexts(trx, [await makePresentText(trx, certificateNo, fileDigest)], appending)
}

/**
 * Appends at most a thousand texts, each of another number.
 * @param note reason why an entry is later than the publication
 * @throws AppError when the log was stopped
 */
export async function appendTexts(
  trx: Db,
  texts: readonly LoggedText[],
  { now, digest, note = null }: Appending & { note?: string | null },
): Promise<void> {
  const size = await lockLog(trx)
  const newRecords = texts.map(makeRecord)
  const rows = newRecords.map(({ record }) => ({ ...record, note, import_id: DESK_IMPORT, made_at: now }))
  const records = await trx.insertInto('log_records').values(rows).returning(['id', 'certificate_no']).execute()
  const recordIds = new Map(records.map(({ id, certificate_no }) => [certificate_no, id]))
  const entries = newRecords.map(({ record: { certificate_no }, entry }, at) => {
    const row = { entry, certificate_no, record_id: recordIds.get(certificate_no) ?? null }
    return { idx: size + at, ...row, seal: sealEntry(digest, row) }
  })
  await trx.insertInto('log_entries').values(entries).execute()
  await setNewestEntries(trx, size)
  await setLogSize(trx, size + entries.length)
}

/** Stores the number of entries. @param trx the transaction that has locked the log */
export async function setLogSize(trx: Db, size: number): Promise<void> {
  await trx.updateTable('log_state').set({ size }).where('id', '=', 1).execute()
}

/** Makes the text of what a lookup now shows of a number. @throws Error when it is not published */
export async function makePresentText(trx: Db, certificateNo: string, fileDigest: FileDigest): Promise<LoggedText> {
  const row = await queryEntriesWithText(trx)
    .select(['entry.state', 'entry.version', 'entry.newer_no as newerNo', 'entry.reason'])
    .select(['entry.changed_on as changedOn', 'entry.log_index as logIndex', 'text.body'])
    .where('entry.certificate_no', '=', certificateNo)
    .executeTakeFirst()
  if (!row?.body || row.state === 'draft' || row.state === 'examination') {
    throw new Error(`${certificateNo} is not published`)
  }
  const { logIndex, ...entry } = row
  const body = JSON.parse(row.body) as Record<string, unknown>
  const names = listPictureNames(body)
  const digests = await findPictureDigests(trx, [...new Set(names)], fileDigest)
  return makeText(makeAnswer({ ...entry, certificateNo }, body), {
    pictures: names.map((name) => digests.get(name) ?? ''),
    ...(logIndex !== null && { prev: logIndex }),
  })
}

/** Stores the newest entry with each number. @param from index of the first appended entry */
async function setNewestEntries(trx: Db, from: number): Promise<void> {
  await sql`
    update certificates set log_index = made.idx
    from (select certificate_no, idx from log_entries where idx >= ${from}) as made
    where certificates.certificate_no = made.certificate_no`.execute(trx)
}
