import { setImmediate as breathe } from 'node:timers/promises'
import { readCheckCode } from '@portal/contract/certificates/certificate-number.ts'
import type { WarningAnswer } from '@portal/contract/certificates/desk/desk-shapes.ts'
import type { CertificateRules } from '@portal/contract/certificates/rules/certificate-rules.ts'
import { type DeskForm, readDeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { shownStaffName } from '#accounts/people/staff-names.ts'
import { createCodeSeal } from '#certificates/desk/desk-drafts.ts'
import { listNumber } from '#certificates/desk/desk-listing.ts'
import { findEmptied, warnOfEmptied } from '#certificates/desk/emptied-values.ts'
import { makeCheckCode } from '#certificates/desk/new-check-code.ts'
import { hashContent } from '#certificates/desk/pending-changes.ts'
import { readCertificateRules } from '#certificates/desk/read-certificate-rules.ts'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import type { Db } from '#platform/db/open.ts'
import type { TextSeal } from '#platform/secrets/sealed.ts'
import type { BatchContext } from './batch-context.ts'
import type { Findings } from './batch-judge.ts'
import { numberRows } from './batch-numbers.ts'
import { isChanging, readPieces } from './batch-pieces.ts'
import { type BatchEntry, batchSeal, type StoredRow } from './batch-rows.ts'
import { addHiddenChanges, type Prepared } from './batch-staging.ts'
import { kindKey, readAnswers } from './batch-warnings.ts'

/**
 * Stores the rows of a checked batch at the desk. Small transactions add them as hidden pending changes, which reserve
 * their numbers; then one change of the batch's state makes all of them visible.
 */
export async function storeBatch(context: BatchContext, batch: BatchEntry): Promise<void> {
  await prepareAll(context, batch)
  await context.update(batch, { state: 'listing', numbers: 0 })
  await listAll(context, batch)
}

const countChanges = ({ added, corrected }: BatchEntry) => Math.max(1, added + corrected)

async function prepareAll(context: BatchContext, batch: BatchEntry): Promise<void> {
  const answers = await readAnswers(context.db, batch.id)
  const by = await context.db
    .selectFrom('users')
    .select(['id', 'signing_name as signingName', shownStaffName.as('name')])
    .where('id', '=', batch.user_id)
    .executeTakeFirstOrThrow()
  const seals = { code: createCodeSeal(context.digest), batch: batchSeal(context.digest) }
  const rules = await readCertificateRules(context.db)
  let done = 0
  for await (const piece of readPieces(context.db, batch)) {
    const changing = piece.filter(isChanging)
    const rows = changing.filter(({ change_state }) => change_state === null)
    done += changing.length
    if (rows.length === 0) continue
    const numbered = await assignNumbers(context, batch, rows)
    const prepared = numbered.map((row) => prepare(context, batch, row, { answers, rules, seals }))
    // Listing is the other half.
    const share = Math.min(0.5, done / countChanges(batch) / 2)
    await context.step(batch, { share }, (trx) => addHiddenChanges(trx, batch, prepared, { by, nowMs: context.now() }))
    await breathe()
  }
}

/** Assigns numbers to rows that have none, in a separate transaction, as it locks the counter of the day. */
async function assignNumbers(
  context: BatchContext,
  batch: BatchEntry,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  const lines = rows.flatMap(({ certificate_no, line_no }) => (certificate_no === null ? [line_no] : []))
  if (lines.length === 0) return [...rows]
  let given = new Map<number, string>()
  await context.step(batch, {}, async (trx) => {
    given = await numberRows(trx, batch, lines, context.now())
  })
  return rows.map((row) => ({ ...row, certificate_no: row.certificate_no ?? given.get(row.line_no) ?? '' }))
}

interface JudgedBy {
  /** Answers to kinds of warnings, by `kindKey`. */
  answers: ReadonlyMap<string, string>
  rules: CertificateRules
}

function prepare(
  { digest, now }: BatchContext,
  batch: BatchEntry,
  row: StoredRow,
  { seals, ...judgedBy }: JudgedBy & { seals: Record<'code' | 'batch', TextSeal> },
): Prepared {
  const certificateNo = row.certificate_no ?? ''
  const isNew = row.change === 'added'
  const typed = row.code === null ? null : readCheckCode(seals.batch.open(row.code, `${row.batch_id} ${row.line_no}`))
  const code = typed?.kind === 'right' ? typed.checkCode : makeCheckCode()
  const reason = isNew ? null : (row.reason ?? batch.reason)
  return {
    row,
    certificateNo,
    reason,
    isNew,
    version: row.version ?? 1,
    checkCodeHash: isNew ? hashCheckCode(digest, certificateNo, code) : null,
    codeSealed: isNew ? seals.code.seal(code, certificateNo) : null,
    ...makePendingText(batch, row, { certificateNo, reason, isNew, today: toWireDate(now()) }, judgedBy),
  }
}

/** Makes the text with the answers to its warnings. It is submitted if all are answered and it has no pictures. */
function makePendingText(
  { target }: BatchEntry,
  row: StoredRow,
  { certificateNo, reason, isNew, today }: Pick<Prepared, 'certificateNo' | 'reason' | 'isNew'> & { today: string },
  { answers: kinds, rules }: JudgedBy,
): Pick<Prepared, 'state' | 'answers' | 'emptied' | 'body' | 'contentHash'> {
  const form = JSON.parse(row.form ?? '{}') as DeskForm
  const emptied = isNew ? {} : findEmptied((JSON.parse(row.findings) as Findings).before, form)
  const storedEmptied = Object.keys(emptied).length > 0 ? JSON.stringify(emptied) : null
  const draft = { state: 'draft', emptied: storedEmptied, body: null, contentHash: null } as const
  // A draft without answers stores nothing that the rules say.
  if (target === 'draft' && kinds.size === 0) return { ...draft, answers: '[]' }
  const { body, faults, warnings: readings } = readDeskForm(certificateNo, form, today, rules)
  const warnings = [...readings, ...warnOfEmptied(emptied, form)]
  const given: WarningAnswer[] = warnings.flatMap(({ member, key }) => {
    const text = kinds.get(kindKey(member, form.fields.conclusion ?? ''))
    return text === undefined ? [] : [{ key, text }]
  })
  const answers = JSON.stringify(given)
  const isOpen = faults.length > 0 || given.length < warnings.length || form.pictures.length > 0
  if (target !== 'submitted' || isOpen) return { ...draft, answers }
  const text = JSON.stringify(body)
  const kind = isNew ? ('first' as const) : ('correction' as const)
  const change = {
    certificate_no: certificateNo,
    kind,
    version: row.version ?? 1,
    replaces: null,
    answers,
    reason,
  }
  const contentHash = hashContent(change, text, [])
  return { state: 'submitted', answers, emptied: storedEmptied, body: text, contentHash }
}

/** Adds the stored certificates to the list of the desk, and removes the listed rows from the batch. */
export async function listAll(context: BatchContext, batch: BatchEntry): Promise<void> {
  const rules = await readCertificateRules(context.db)
  let done = 0
  for await (const piece of readPieces(context.db, batch)) {
    const rows = piece.filter(isChanging)
    done += rows.length
    if (rows.length === 0) continue
    const share = Math.min(1, 0.5 + done / countChanges(batch) / 2)
    await context.step(batch, { share }, (trx) => listPiece(trx, batch, rows, { nowMs: context.now(), rules }))
    await breathe()
  }
  await context.update(batch, { state: 'done', share: 1 })
}

async function listPiece(
  trx: Db,
  { id }: BatchEntry,
  rows: readonly StoredRow[],
  { nowMs, rules }: { nowMs: number; rules: CertificateRules },
): Promise<void> {
  const numbers = rows.flatMap(({ certificate_no }) => certificate_no ?? []).sort()
  await trx
    .updateTable('pending_changes')
    .set({ batch_id: null })
    .where('batch_id', '=', id)
    .where('certificate_no', 'in', numbers)
    .execute()
  for (const number of numbers) await listNumber(trx, number, nowMs, rules)
  const lines = rows.map(({ line_no }) => line_no)
  await trx.deleteFrom('certificate_batch_rows').where('batch_id', '=', id).where('line_no', 'in', lines).execute()
}
