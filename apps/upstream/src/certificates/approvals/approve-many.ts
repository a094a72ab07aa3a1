import type { CallBody, CallData } from '@portal/contract/call.ts'
import type { approveCertificates } from '@portal/contract/certificates/desk/desk-approval.ts'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { runAudited } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { approve, toApprovedSubject } from './approve-certificate.ts'

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
