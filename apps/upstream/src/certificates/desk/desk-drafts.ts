import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { WarningAnswer } from '@portal/contract/certificates/desk/desk-shapes.ts'
import type { DeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import type { Insertable } from 'kysely'
import { nameOnCertificates } from '#accounts/people/staff-names.ts'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import { checkNewPictures, releasePictures, takePictures } from '#certificates/pictures/desk-pictures.ts'
import { readWholeRecords, releaseRawRecords } from '#certificates/raw-records/raw-records.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { certificateEnded, certificateFaulty, changePending } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createTextSeal } from '#platform/secrets/sealed.ts'
import { formatNumberDay, reserveNumbers, takeNumbers } from './day-numbers.ts'
import { finishStep, recordFirstWriting } from './desk-events.ts'
import { judge } from './desk-form.ts'
import { listNumber } from './desk-listing.ts'
import { makeCheckCode } from './new-check-code.ts'
import {
  addWriter,
  type ChangeRow,
  DESK_IMPORT,
  type Desk,
  type EntryRow,
  findChange,
  hashContent,
  lockEntry,
  requireChange,
  updateChange,
} from './pending-changes.ts'
import { readCertificateRules } from './read-certificate-rules.ts'
import { NOT_REVIEWED } from './three-persons.ts'

export const createCodeSeal = (digest: Digest) => createTextSeal(digest, 'certificate-code')

/**
 * Creates a number with its code and a draft.
 * @param reissue the number that it replaces, and the public reason
 * @returns the number
 */
export async function createNumber(
  desk: Desk,
  form: DeskForm,
  reissue: { replaces: string; reason: string } | null = null,
): Promise<string> {
  const { trx, account, digest, now } = desk
  const day = formatNumberDay(now())
  await reserveNumbers(trx, { day, userId: account.id, count: 1, isFile: false })
  const [certificateNo = ''] = await takeNumbers(trx, day, 1)
  const code = makeCheckCode()
  await trx
    .insertInto('certificates')
    .values({
      certificate_no: certificateNo,
      state: 'draft',
      version: 1,
      category: form.category,
      check_code_hash: hashCheckCode(digest, certificateNo, code),
      code_sealed: createCodeSeal(digest).seal(code, certificateNo),
      body_import_id: DESK_IMPORT,
      import_id: DESK_IMPORT,
      imported_at: now(),
      revision: 1,
    })
    .execute()
  await addChange(desk, {
    certificate_no: certificateNo,
    kind: 'first',
    version: 1,
    form: JSON.stringify(form),
    ...reissue,
  })
  return certificateNo
}

type NewChange = Pick<Insertable<Tables['pending_changes']>, 'certificate_no' | 'kind' | 'version' | 'form'> &
  Partial<Insertable<Tables['pending_changes']>>

/** Adds a pending change to a number that has none. */
export async function addChange({ trx, account, now }: Desk, change: NewChange): Promise<void> {
  const row = { state: 'draft' as const, revision: 1, answers: '[]', prepared_by: account.id, changed_at: now() }
  await trx
    .insertInto('pending_changes')
    .values({ ...row, ...change })
    .execute()
}

export const makeEmptyForm = (category: CertificateCategory): DeskForm => ({ category, fields: {}, pictures: [] })

/**
 * Returns the text of a published certificate as a form.
 * @throws AppError when it was not published, has ended, or has a pending change
 */
async function readPublishedForm(trx: Db, entry: EntryRow): Promise<DeskForm> {
  if (entry.state !== 'published') throw certificateEnded()
  if (await findChange(trx, entry.certificate_no)) throw changePending()
  const { body } = await trx
    .selectFrom('certificate_versions')
    .select('body')
    .where('certificate_no', '=', entry.certificate_no)
    .where('version', '=', entry.version)
    .where('import_id', '=', entry.body_import_id)
    .executeTakeFirstOrThrow()
  return toDeskForm(JSON.parse(body) as Record<string, unknown>)
}

/** Begins the next version of a published certificate. */
export async function beginCorrection(desk: Desk, certificateNo: string, reason: string): Promise<void> {
  const { trx } = desk
  const entry = await lockEntry(trx, certificateNo)
  const form = JSON.stringify(await readPublishedForm(trx, entry))
  const version = entry.version + 1
  await addChange(desk, { certificate_no: certificateNo, kind: 'correction', version, form, reason })
  await finishStep(desk, [{ certificateNo, version, step: 'correct', reason }])
}

/** Formats the reason and the note of the laboratory for history and audit log, which only staff read. */
export const formatInternally = (reason: string, note: string): string =>
  note.trim() === '' ? reason : `${reason}（${note.trim()}）`

/**
 * Begins a new number with the text of a published certificate.
 * @param reason it is printed; the note is not
 * @returns the new number
 */
export async function beginReissue(
  desk: Desk,
  certificateNo: string,
  { reason, note }: { reason: string; note: string },
): Promise<string> {
  const { trx } = desk
  const entry = await lockEntry(trx, certificateNo)
  const form = await readPublishedForm(trx, entry)
  const openQuery = trx.selectFrom('pending_changes').select('certificate_no').where('replaces', '=', certificateNo)
  if (await openQuery.executeTakeFirst()) throw changePending()
  const newNo = await createNumber(desk, form, { replaces: certificateNo, reason })
  const words = `代替 ${certificateNo}，${formatInternally(reason, note)}`
  await finishStep(desk, [{ certificateNo: newNo, version: 1, step: 'reissue', reason: words }])
  return newNo
}

interface SavedForm {
  revision: number
  form: DeskForm
  answers: WarningAnswer[]
}

/**
 * Saves a text as typed, faults included.
 * @returns its new revision
 * @throws AppError for a picture that was not uploaded for the certificate
 */
export async function saveForm(
  desk: Desk,
  certificateNo: string,
  { revision, form, answers }: SavedForm,
): Promise<number> {
  const { trx, account, now } = desk
  await lockEntry(trx, certificateNo)
  const change = await requireChange(trx, certificateNo, 'change', revision)
  await checkNewPictures(trx, change, form.pictures)
  await addWriter(trx, change, account.id)
  await recordFirstWriting(desk, change)
  const saved = await updateChange(trx, change, { form: JSON.stringify(form), answers: JSON.stringify(answers) }, now())
  await listNumber(trx, certificateNo, now())
  return saved
}

/**
 * Freezes a text for a signatory.
 * @throws AppError for a text with faults, unanswered warnings or pictures of another number, and for an account
 * without a name for signing
 */
export async function submit(desk: Desk, certificateNo: string, seenRevision: number): Promise<ChangeRow> {
  const { trx, account, fileDigest, now } = desk
  const submitted_name = nameOnCertificates(account)
  await lockEntry(trx, certificateNo)
  const change = await requireChange(trx, certificateNo, 'submit', seenRevision)
  const { body, pictures, faults, unanswered } = judge(change, now(), await readCertificateRules(trx))
  if (faults.length > 0 || unanswered.length > 0) throw certificateFaulty(faults.length, unanswered.length)
  const files = pictures.map(({ file }) => file)
  const digests = await takePictures(trx, change, files, fileDigest)
  const records = await readWholeRecords(trx, change, fileDigest)
  const shownPictures = pictures.map(({ file, ...about }) => ({ url: `/file/img/${file}`, ...about }))
  const text = JSON.stringify(shownPictures.length > 0 ? { ...body, pictures: shownPictures } : body)
  await updateChange(
    trx,
    change,
    {
      state: 'submitted',
      body: text,
      content_hash: hashContent(change, text, digests, records),
      opened_at: null,
      ...NOT_REVIEWED,
      return_reason: null,
      submitted_by: account.id,
      submitted_name,
    },
    now(),
  )
  await addWriter(trx, change, account.id)
  await finishStep(desk, [{ certificateNo, version: change.version, step: 'submit' }])
  return change
}

/** Discards a draft. */
export async function discard(desk: Desk, certificateNo: string, seenRevision: number): Promise<void> {
  const { trx } = desk
  await lockEntry(trx, certificateNo)
  const change = await requireChange(trx, certificateNo, 'discard', seenRevision)
  await trx.deleteFrom('pending_changes').where('certificate_no', '=', certificateNo).execute()
  await releasePictures(trx, certificateNo)
  await releaseRawRecords(trx, certificateNo)
  if (change.kind === 'first') {
    await trx
      .updateTable('certificates')
      .set({ state: 'draft', code_sealed: null })
      .where('certificate_no', '=', certificateNo)
      .execute()
  }
  await finishStep(desk, [{ certificateNo, version: change.version, step: 'discard' }])
}
