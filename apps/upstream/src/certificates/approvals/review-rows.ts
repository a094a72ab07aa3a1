import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { ReviewRow } from '@portal/contract/certificates/desk/desk-approval.ts'
import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { toPrintedRows } from '@portal/contract/certificates/printed-rows.ts'
import { compareForms, toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { nameOnCertificates } from '#accounts/people/staff-names.ts'
import { checkText, judge, parseAnswers, parseForm } from '#certificates/desk/desk-form.ts'
import { type ChangeRow, type Desk, findChange } from '#certificates/desk/pending-changes.ts'
import { readPublishedBody } from '#certificates/desk/published-body.ts'
import { readCertificateRules } from '#certificates/desk/read-certificate-rules.ts'
import { listVersionRecords } from '#certificates/raw-records/raw-records.ts'
import { AppError } from '#platform/errors.ts'
import { checkSigner, noteOpened } from './approve-certificate.ts'
import { checkReview, checkReviewer } from './review-certificate.ts'

/** Reads submitted certificates for a reviewer or signatory, in the order of the numbers. @param desk within a transaction */
export async function readReviewRows(desk: Desk, numbers: readonly string[], step: SignedStep) {
  const records: ReviewRow[] = []
  const notSubmitted: string[] = []
  for (const certificateNo of new Set(numbers)) {
    const change = await findChange(desk.trx, certificateNo)
    if (change?.state !== 'submitted') {
      notSubmitted.push(certificateNo)
      continue
    }
    const refusal = await findRefusal(desk, change, step)
    if (refusal === null) await noteOpened(desk, certificateNo)
    records.push(await toReviewRow(desk, change, refusal))
  }
  return { records, notSubmitted }
}

/** Finds the reason why the caller may not review or approve a change. */
async function findRefusal(desk: Desk, change: ChangeRow, step: SignedStep): Promise<string | null> {
  try {
    if (step === 'review') await checkReviewer(desk, change)
    else {
      await checkSigner(desk, change)
      await checkReview(desk, change)
    }
    nameOnCertificates(desk.account)
    await checkText(desk, change)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Members that have a place of their own in the row. */
const SHOWN_ELSEWHERE: readonly string[] = ['certificateNo', 'version']

async function toReviewRow({ trx, now }: Desk, change: ChangeRow, refusal: string | null): Promise<ReviewRow> {
  const form = parseForm(change)
  const answers = new Map(parseAnswers(change).map(({ key, text }) => [key, text]))
  const published = change.kind === 'first' ? null : await readPublishedBody(trx, change.certificate_no)
  const rules = await readCertificateRules(trx)
  const isEnd = change.kind === 'withdrawal'
  const rawRecords = isEnd ? [] : await listVersionRecords(trx, change)
  const text = isEnd ? published : (JSON.parse(change.body ?? 'null') as Record<string, unknown> | null)
  return {
    certificateNo: change.certificate_no,
    kind: change.kind,
    version: change.version,
    revision: change.revision,
    contentHash: change.content_hash ?? '',
    category: form.category,
    conclusion: form.fields.conclusion ?? null,
    ...(change.replaces !== null && { replaces: change.replaces }),
    reason: change.reason,
    submittedBy: change.submitted_name,
    submitTime: toWireDateTime(change.changed_at),
    reviewedBy: change.reviewed_name,
    warnings: judge(change, now(), rules).warnings.map(({ key, text }) => ({
      text,
      answer: answers.get(key) ?? null,
    })),
    values: toPrintedRows((text ?? {}) as Certificate)
      .filter(({ member }) => !SHOWN_ELSEWHERE.includes(member))
      .map(({ member, label, value }) => ({ member, label, value })),
    ...(rawRecords.length > 0 && { rawRecords }),
    pictures: [...(isEnd && published ? toDeskForm(published) : form).pictures],
    changes: published === null || isEnd ? [] : compareForms(toDeskForm(published), form).changes,
    refusal,
  }
}
