import { DESK_IMPORT } from '#certificates/desk/pending-changes.ts'
import type { Db } from '#platform/db/open.ts'
import type { BatchEntry, StoredRow } from './batch-rows.ts'

/** Another editor took or changed a number since the rows were checked. */
export class BatchOvertaken extends Error {
  override name = 'BatchOvertaken'
}

/** A row that is ready to be stored at the desk. */
export interface Prepared {
  row: StoredRow
  certificateNo: string
  isNew: boolean
  version: number
  /** Digest of the check code of a new number; a correction keeps its code. */
  checkCodeHash: string | null
  codeSealed: string | null
  reason: string | null
  state: 'draft' | 'submitted'
  /** JSON: answers to warnings. */
  answers: string
  /** JSON: published values that the file empties; `null`: none. */
  emptied: string | null
  body: string | null
  contentHash: string | null
}

interface By {
  by: { id: string; name: string; signingName: string | null }
  nowMs: number
}

/**
 * Stores rows as hidden pending changes, which reserve their numbers.
 * @param trx transaction for the rows of one piece
 * @throws BatchOvertaken when a number was taken, or a certificate changed, since the check
 */
export async function addHiddenChanges(
  trx: Db,
  batch: BatchEntry,
  prepared: readonly Prepared[],
  about: By,
): Promise<void> {
  // One order for all, so that two batches never wait for each other.
  const rows = [...prepared].sort((one, other) => (one.certificateNo < other.certificateNo ? -1 : 1))
  await addNumbers(trx, rows, about.nowMs)
  await lockPublished(trx, rows)
  await addChanges(trx, batch, rows, about)
  await addEvents(trx, batch, rows, about)
  for (const [state, alike] of Map.groupBy(rows, (row) => row.state)) {
    const lines = alike.map(({ row }) => row.line_no)
    await trx
      .updateTable('certificate_batch_rows')
      .set({ change_state: state })
      .where('batch_id', '=', batch.id)
      .where('line_no', 'in', lines)
      .execute()
  }
  const submitted = rows.filter(({ state }) => state === 'submitted').length
  await addStored(trx, batch.id, { submitted, drafts: rows.length - submitted })
}

/** Adds to the counts of the results of a batch. */
async function addStored(
  trx: Db,
  batchId: number,
  { drafts, submitted }: { drafts: number; submitted: number },
): Promise<void> {
  await trx
    .updateTable('certificate_batches')
    .set((eb) => ({ drafts: eb('drafts', '+', drafts), submitted: eb('submitted', '+', submitted) }))
    .where('id', '=', batchId)
    .execute()
}

async function addNumbers(trx: Db, rows: readonly Prepared[], nowMs: number): Promise<void> {
  const fresh = rows.filter(({ isNew }) => isNew)
  if (fresh.length === 0) return
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('certificates')
    .values(
      fresh.map(({ row, certificateNo, checkCodeHash, codeSealed }) => ({
        certificate_no: certificateNo,
        state: 'draft' as const,
        version: 1,
        category: row.category,
        check_code_hash: checkCodeHash ?? '',
        code_sealed: codeSealed,
        revision: 1,
        body_import_id: DESK_IMPORT,
        import_id: DESK_IMPORT,
        imported_at: nowMs,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows) !== fresh.length) throw new BatchOvertaken()
}

/** Locks the numbers of corrections, as every step of the desk does. A number that changed since is not locked. */
async function lockPublished(trx: Db, rows: readonly Prepared[]): Promise<void> {
  for (const { row, isNew, certificateNo } of rows) {
    if (isNew) continue
    const { numUpdatedRows } = await trx
      .updateTable('certificates')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('certificate_no', '=', certificateNo)
      .where('revision', '=', row.base_revision)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new BatchOvertaken()
  }
}

async function addChanges(trx: Db, batch: BatchEntry, rows: readonly Prepared[], { by, nowMs }: By): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('pending_changes')
    .values(
      rows.map(({ row, certificateNo, isNew, version, reason, state, answers, emptied, body, contentHash }) => ({
        certificate_no: certificateNo,
        kind: isNew ? ('first' as const) : ('correction' as const),
        state,
        version,
        revision: 1,
        form: row.form ?? '',
        answers,
        emptied,
        reason,
        body,
        content_hash: contentHash,
        prepared_by: by.id,
        changed_at: nowMs,
        batch_id: batch.id,
        submitted_by: state === 'submitted' ? by.id : null,
        submitted_name: state === 'submitted' ? by.signingName : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows) !== rows.length) throw new BatchOvertaken()
}

/** Adds histories and writers: the importer of a row counts as its writer (four eyes). */
async function addEvents(trx: Db, batch: BatchEntry, rows: readonly Prepared[], { by, nowMs }: By): Promise<void> {
  await trx
    .insertInto('certificate_writers')
    .values(rows.map(({ certificateNo, version }) => ({ certificate_no: certificateNo, version, user_id: by.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const events = rows.flatMap(({ certificateNo, version, state }) => {
    const event = { certificate_no: certificateNo, version, by_id: by.id, by_name: by.name, at: nowMs }
    const imported = { ...event, step: 'import', reason: batch.file_name }
    return state === 'submitted' ? [imported, { ...event, step: 'submit', reason: null }] : [imported]
  })
  await trx.insertInto('certificate_events').values(events).execute()
}

/** Deletes the hidden pending changes of rows, which were never visible. @param trx an open transaction */
export async function removeHidden(trx: Db, { id, user_id }: BatchEntry, rows: readonly StoredRow[]): Promise<void> {
  const numbers = rows.flatMap(({ certificate_no }) => certificate_no ?? []).sort()
  const changes = await trx
    .selectFrom('pending_changes')
    .select(['certificate_no', 'kind', 'version', 'changed_at'])
    .where('batch_id', '=', id)
    .where('certificate_no', 'in', numbers)
    .execute()
  for (const { certificate_no, kind, version, changed_at } of changes) {
    await trx
      .deleteFrom('certificate_events')
      .where('certificate_no', '=', certificate_no)
      .where('version', '=', version)
      .where('at', '=', changed_at)
      .execute()
    // A correction may have been written by the same person before.
    if (kind !== 'first') continue
    await trx
      .deleteFrom('certificate_writers')
      .where('certificate_no', '=', certificate_no)
      .where('user_id', '=', user_id)
      .execute()
    await trx.deleteFrom('certificates').where('certificate_no', '=', certificate_no).execute()
  }
  await trx.deleteFrom('pending_changes').where('batch_id', '=', id).where('certificate_no', 'in', numbers).execute()
  const lines = rows.map(({ line_no }) => line_no)
  await trx
    .updateTable('certificate_batch_rows')
    .set({ change_state: null })
    .where('batch_id', '=', id)
    .where('line_no', 'in', lines)
    .execute()
  const submitted = rows.filter(({ change_state }) => change_state === 'submitted').length
  await addStored(trx, id, { submitted: -submitted, drafts: submitted - rows.length })
}
