import { setImmediate as breathe } from 'node:timers/promises'
import { readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import { type DeskForm, readDeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import type { Db } from '#db/open.ts'
import { checkCodeHash } from '#resources/certificates/check-code.ts'
import { codeSeal } from '../desk-drafts.ts'
import { listNumber } from '../desk-listing.ts'
import { contentHashOf } from '../desk-works.ts'
import { newCheckCode } from '../new-number.ts'
import type { BatchWork } from './batch-jobs.ts'
import { nextNumbers } from './batch-numbers.ts'
import { type BatchEntry, batchSeal, type StoredRow } from './batch-rows.ts'
import { insertAll } from './batch-visible.ts'

/** Rows of one transaction that prepares or lists. */
const PIECE = 200

/** Stores the rows of a checked batch at the desk: prepared in small transactions, then visible in one. */
export async function storeBatch(work: BatchWork, batch: BatchEntry): Promise<void> {
  await prepareAll(work, batch)
  await work.step(batch, {}, (trx) => insertAll(trx, batch, work.now()))
  await listAll(work, { ...batch, state: 'listing' })
}

const changing = (db: Db, batchId: number) =>
  db
    .selectFrom('certificate_batch_rows')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('change', 'in', ['added', 'corrected'])

async function prepareAll(work: BatchWork, batch: BatchEntry): Promise<void> {
  const all = Math.max(1, batch.added + batch.corrected)
  for (let done = 0; ; ) {
    const rows = await changing(work.db, batch.id)
      .where('work_state', 'is', null)
      .orderBy('line_no')
      .limit(PIECE)
      .execute()
    if (rows.length === 0) return
    done += rows.length
    // The other half is the list.
    await work.step(batch, { share: Math.min(0.5, done / all / 2) }, (trx) => prepare(work, batch, rows, trx))
    await breathe()
  }
}

async function prepare(work: BatchWork, batch: BatchEntry, rows: readonly StoredRow[], trx: Db): Promise<void> {
  const { digest, now } = work
  const unnumbered = rows.filter(({ certificate_no }) => certificate_no === null).length
  const numbers = await nextNumbers(trx, batch.id, unnumbered, now())
  for (const row of rows) {
    const certificateNo = row.certificate_no ?? numbers.shift() ?? ''
    const typed =
      row.code === null ? null : readCheckCode(batchSeal(digest).open(row.code, `${row.batch_id} ${row.line_no}`))
    const isNew = row.change === 'added'
    const code = typed?.kind === 'right' ? typed.checkCode : newCheckCode()
    await trx
      .updateTable('certificate_batch_rows')
      .set({
        certificate_no: certificateNo,
        // A correction keeps its code.
        check_code_hash: isNew ? checkCodeHash(digest, certificateNo, code) : null,
        code_sealed: isNew ? codeSeal(digest).seal(code, certificateNo) : null,
        reason: isNew ? null : (row.reason ?? batch.reason),
        ...submittedText(batch, row, certificateNo),
      })
      .where('batch_id', '=', row.batch_id)
      .where('line_no', '=', row.line_no)
      .execute()
  }
}

/** What a signatory will read; drafts have none. Warnings must be answered first, and pictures are compared when submitting. */
function submittedText({ target, reason }: BatchEntry, row: StoredRow, certificateNo: string) {
  const form = JSON.parse(row.form ?? '{}') as DeskForm
  const draft = { work_state: 'draft' as const, body: null, content_hash: null }
  if (target !== 'submitted' || row.is_warned || form.pictures.length > 0) return draft
  const { body, faults, warnings } = readDeskForm(certificateNo, form)
  if (faults.length + warnings.length > 0) return draft
  const text = JSON.stringify(body)
  const kind = row.change === 'added' ? ('first' as const) : ('correction' as const)
  const work = {
    ...{ certificate_no: certificateNo, kind, version: row.version ?? 1, replaces: null, answers: '[]' },
    reason: kind === 'first' ? null : (row.reason ?? reason),
  }
  return { work_state: 'submitted' as const, body: text, content_hash: contentHashOf(work, text, []) }
}

/** Adds what is stored to the list of the desk; rows leave the batch as they are listed. */
export async function listAll(work: BatchWork, batch: BatchEntry): Promise<void> {
  const all = Math.max(1, batch.added + batch.corrected)
  for (let done = 0; ; ) {
    const rows = await changing(work.db, batch.id).orderBy('line_no').limit(PIECE).execute()
    if (rows.length === 0) break
    done += rows.length
    await work.step(batch, { share: Math.min(1, 0.5 + done / all / 2) }, async (trx) => {
      for (const { certificate_no } of rows) if (certificate_no) await listNumber(trx, certificate_no, work.now())
      const lines = rows.map(({ line_no }) => line_no)
      await trx
        .deleteFrom('certificate_batch_rows')
        .where('batch_id', '=', batch.id)
        .where('line_no', 'in', lines)
        .execute()
    })
    await breathe()
  }
  await work.update(batch, { state: 'done', share: 1 })
}
