import type { CallBody, CallData } from '@portal/contract/call.ts'
import type { approveCertificates } from '@portal/contract/certificates/desk/desk-approval.ts'
import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { runAudited } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { ChangeRow, Desk } from '#certificates/desk/pending-changes.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { approve, toApprovedSubject } from './approve-certificate.ts'
import { review } from './review-certificate.ts'

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
 * Reviews or approves certificates one after the other, each in a transaction of its own with its entry in the audit log. A
 * conflict or a server error ends the loop; earlier steps stay.
 */
export async function signMany(
  options: Options,
  request: FastifyRequest,
  { step = 'approve', certificates }: CallBody<typeof approveCertificates>,
) {
  const results: Result[] = []
  let isStopped = false
  for (const one of certificates) {
    const { certificateNo } = one
    if (isStopped) {
      results.push({ certificateNo, outcome: 'untried', version: null, reason: null })
      continue
    }
    const result = await signOne(options, request, step, one)
    isStopped = result.outcome === 'conflict' || result.outcome === 'failed'
    results.push(result)
  }
  return { results }
}

/** Takes the step of a call or a task for one certificate. @param desk within a transaction */
export async function sign(
  desk: Desk & { certificates: CertificateRepository },
  step: SignedStep,
  { certificateNo, isNoticed = false, ...seenText }: ChosenCertificate,
): Promise<ChangeRow> {
  if (step === 'review') return await review(desk, certificateNo, seenText)
  return await approve(desk, certificateNo, { ...seenText, isNoticed })
}

async function signOne(
  options: Options,
  request: FastifyRequest,
  step: SignedStep,
  chosen: ChosenCertificate,
): Promise<Result> {
  const { certificateNo } = chosen
  const account = getAccount(request)
  try {
    const version = await runAudited(
      options,
      { request, action: `certificate.${step}` },
      async () => undefined,
      async (trx, record) => {
        record({ kind: 'certificate', id: certificateNo })
        const change = await sign({ ...options, trx, account }, step, chosen)
        record(toApprovedSubject(change))
        return change.version
      },
    )
    return { certificateNo, outcome: step === 'review' ? 'reviewed' : 'published', version, reason: null }
  } catch (error) {
    if (error instanceof AppError) {
      const outcome = error.code === CODE.conflict ? 'conflict' : 'refused'
      return { certificateNo, outcome, version: null, reason: error.message }
    }
    request.log.error({ cause: (error as Error).message }, 'a certificate could not be reviewed or approved')
    return { certificateNo, outcome: 'failed', version: null, reason: WIRE_TEXT.busy }
  }
}
