import { sql } from 'kysely'
import type { Db } from '#db/open.ts'
import { logStopped } from '#errors.ts'
import type { Digest } from '#instance-secret.ts'
import type { FileDigest } from '#manage/certificates/pictures/desk-pictures.ts'
import { shownAnswer } from '../certificates/certificate-answer.ts'
import { entriesWithText } from '../certificates/entry-texts.ts'
import { sealEntry } from './entry-seal.ts'
import { makeRecord } from './log-record.ts'
import { pictureDigests, pictureNames } from './picture-digests.ts'

/** Records that the desk made, not an import. */
const OF_DESK = 0

export interface Appending {
  /** Epoch ms. */
  now: number
  digest: Digest
  fileDigest: FileDigest
  /** Why it enters later than it was published. @param prev index of the number's entry before */
  noteOf?: (prev: number | null) => string
}

/**
 * Locks the log for the rest of a transaction, which makes one sequence of all entries. It comes before the lock of any row of
 * `certificates`.
 * @returns the number of entries
 * @throws AppError when the log was stopped
 */
export async function lockLog(trx: Db): Promise<number> {
  const { size, isStopped } = await lockEvenStopped(trx)
  if (isStopped) throw logStopped()
  return size
}

/** The same for emergency withdrawals, the only step that a stopped log lets through. */
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
 * Appends what a lookup now shows of a number. It runs in the transaction that publishes, after the row of `certificates` has
 * its new state.
 * @throws AppError when the log was stopped
 */
export async function appendToLog(
  trx: Db,
  { certificateNo, ...appending }: Appending & { certificateNo: string },
): Promise<void> {
  await appendAll(trx, [certificateNo], appending)
}

/** The same for several numbers, at most a thousand, in this order. */
export async function appendAll(
  trx: Db,
  numbers: readonly string[],
  { now, digest, fileDigest, noteOf }: Appending,
): Promise<void> {
  const size = await lockLog(trx)
  const shown = await shownOf(trx, numbers)
  const names = shown.flatMap(({ body }) => pictureNames(body))
  const digests = await pictureDigests(trx, [...new Set(names)], fileDigest)
  const made = shown.map(({ body, logIndex, ...entry }) =>
    makeRecord(shownAnswer(entry, body), {
      pictures: pictureNames(body).map((name) => digests.get(name) ?? ''),
      ...(logIndex !== null && { prev: logIndex }),
    }),
  )
  const rows = made.map(({ record }) => ({
    ...{ ...record, note: noteOf?.(record.prev) ?? null, import_id: OF_DESK, made_at: now },
  }))
  const records = await trx.insertInto('log_records').values(rows).returning(['id', 'certificate_no']).execute()
  const idOf = new Map(records.map(({ id, certificate_no }) => [certificate_no, id]))
  const entries = made.map(({ record: { certificate_no }, entry }, at) => {
    const row = { entry, certificate_no, record_id: idOf.get(certificate_no) ?? null }
    return { idx: size + at, ...row, seal: sealEntry(digest, row) }
  })
  await trx.insertInto('log_entries').values(entries).execute()
  await pointToEntries(trx, size)
  await setLogSize(trx, size + entries.length)
}

/** Notes how many entries the log has now. @param trx the transaction that has locked it */
export async function setLogSize(trx: Db, size: number): Promise<void> {
  await trx.updateTable('log_state').set({ size }).where('id', '=', 1).execute()
}

/** State, text and newest entry of numbers, in their order. @throws Error when a number has no published text */
async function shownOf(trx: Db, numbers: readonly string[]) {
  const rows = await entriesWithText(trx)
    .select([
      ...([
        'entry.certificate_no as certificateNo',
        'entry.state',
        'entry.version',
        'entry.newer_no as newerNo',
      ] as const),
      ...(['entry.reason', 'entry.changed_on as changedOn', 'entry.log_index as logIndex', 'text.body'] as const),
    ])
    .where('entry.certificate_no', 'in', [...numbers])
    .execute()
  const byNumber = new Map(rows.map((row) => [row.certificateNo, row]))
  return numbers.map((certificateNo) => {
    const row = byNumber.get(certificateNo)
    if (!row?.body || row.state === 'draft' || row.state === 'examination') {
      throw new Error(`${certificateNo} is not published`)
    }
    return { ...row, body: JSON.parse(row.body) as Record<string, unknown> }
  })
}

/** Notes the newest entry with each number. @param from index of the first appended entry */
async function pointToEntries(trx: Db, from: number): Promise<void> {
  await sql`
    update certificates set log_index = made.idx
    from (select certificate_no, idx from log_entries where idx >= ${from}) as made
    where certificates.certificate_no = made.certificate_no`.execute(trx)
}
