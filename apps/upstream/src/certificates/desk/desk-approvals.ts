import type { CallBody, CallData } from '@portal/contract/call.ts'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { approveCertificates, ReviewRow } from '@portal/contract/certificates/desk/desk-approval.ts'
import { toPrintedRows } from '@portal/contract/certificates/printed-rows.ts'
import { compareForms, toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyRequest } from 'fastify'
import { runAudited } from '#accounts/duties/managed-route.ts'
import { nameOnCertificates } from '#accounts/people/staff-names.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { judge, parseAnswers, parseForm } from './desk-form.ts'
import { approve, checkSigner, checkText, noteOpened, toApprovedSubject } from './desk-signing.ts'
import type { Desk } from './pending-changes.ts'
import { type ChangeRow, findChange } from './pending-changes.ts'
import { readPublishedBody } from './published-body.ts'

/** Reads submitted certificates for a signatory, in the order of the numbers. @param desk within a transaction */
export async function readReviewRows(desk: Desk, numbers: readonly string[]) {
  const records: ReviewRow[] = []
  const notSubmitted: string[] = []
  for (const certificateNo of new Set(numbers)) {
    const change = await findChange(desk.trx, certificateNo)
    if (change?.state !== 'submitted') {
      notSubmitted.push(certificateNo)
      continue
    }
    const refusal = await findRefusal(desk, change)
    if (refusal === null) await noteOpened(desk, certificateNo)
    records.push(await toReviewRow(desk, change, refusal))
  }
  return { records, notSubmitted }
}

/** Finds the reason why the caller may not approve a change. */
async function findRefusal(desk: Desk, change: ChangeRow): Promise<string | null> {
  try {
    await checkSigner(desk, change)
    nameOnCertificates(desk.account)
    checkText(change, desk.now())
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Members that the row names by themselves. */
const SHOWN_ELSEWHERE: readonly string[] = ['certificateNo', 'version']

async function toReviewRow({ trx, now }: Desk, change: ChangeRow, refusal: string | null): Promise<ReviewRow> {
  const form = parseForm(change)
  const answers = new Map(parseAnswers(change).map(({ key, text }) => [key, text]))
  const published = change.kind === 'first' ? null : await readPublishedBody(trx, change.certificate_no)
  const isEnd = change.kind === 'withdrawal'
  const text = isEnd ? published : (JSON.parse(change.body ?? 'null') as Record<string, unknown> | null)
  return {
    certificateNo: change.certificate_no,
    kind: change.kind,
    version: change.version,
    revision: change.revision,
    contentHash: change.content_hash ?? '',
    category: form.category,
    conclusion: form.fields.conclusion ?? null,
    reason: change.reason,
    submittedBy: change.submitted_name,
    submitTime: toWireDateTime(change.changed_at),
    warnings: judge(change, now()).warnings.map(({ key, text }) => ({ text, answer: answers.get(key) ?? null })),
    values: toPrintedRows((text ?? {}) as Certificate)
      .filter(({ member }) => !SHOWN_ELSEWHERE.includes(member))
      .map(({ member, label, value }) => ({ member, label, value })),
    pictures: [...(isEnd && published ? toDeskForm(published) : form).pictures],
    changes: published === null || isEnd ? [] : compareForms(toDeskForm(published), form).changes,
    refusal,
  }
}

type ChosenCertificate = CallBody<typeof approveCertificates>['certificates'][number]
type Result = CallData<typeof approveCertificates>['results'][number]

interface Options {
  certificates: CertificateRepository
  db: Db
  digest: Digest
  fileDigest: FileDigest
  now: () => number
}

/**
 * Approves certificates one after the other, each in a transaction of its own with its entry in the audit log. A
 * conflict or a server error ends the loop; earlier approvals stay.
 */
export async function approveMany(options: Options, request: FastifyRequest, chosen: readonly ChosenCertificate[]) {
  const results: Result[] = []
  let isStopped = false
  for (const one of chosen) {
    const { certificateNo } = one
    if (isStopped) {
      results.push({ certificateNo, outcome: 'untried', version: null, reason: null })
      continue
    }
    const result = await approveOne(options, request, one)
    isStopped = result.outcome === 'conflict' || result.outcome === 'failed'
    results.push(result)
  }
  return { results }
}

async function approveOne(
  options: Options,
  request: FastifyRequest,
  { certificateNo, isNoticed = false, ...seenText }: ChosenCertificate,
): Promise<Result> {
  const account = getAccount(request)
  const step = { request, action: 'certificate.approve' }
  try {
    const version = await runAudited(
      options,
      step,
      async () => undefined,
      async (trx, record) => {
        record({ kind: 'certificate', id: certificateNo })
        const approved = await approve({ ...options, trx, account }, certificateNo, { ...seenText, isNoticed })
        record(toApprovedSubject(approved))
        return approved.version
      },
    )
    return { certificateNo, outcome: 'published', version, reason: null }
  } catch (error) {
    if (error instanceof AppError) {
      const outcome = error.code === CODE.conflict ? 'conflict' : 'refused'
      return { certificateNo, outcome, version: null, reason: error.message }
    }
    request.log.error({ cause: (error as Error).message }, 'a certificate could not be approved')
    return { certificateNo, outcome: 'failed', version: null, reason: WIRE_TEXT.busy }
  }
}
