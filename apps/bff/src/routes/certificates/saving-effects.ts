import { toCallKey } from '@portal/contract/calls.ts'
import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { getSavedCertificate, saveCertificate } from '@portal/contract/certificates/saved-certificates.ts'
import { readShare, type SharedResult, shareCertificate } from '@portal/contract/certificates/shares.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallOutcome } from '#calls/call-service.ts'
import { createCertificateMismatch } from '#certificates/certificate-errors.ts'
import type { CertificateLookup, LookupQuestion } from '#certificates/certificate-lookup.ts'
import type { Receipts } from '#certificates/receipt.ts'
import { AppError } from '#errors.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import { getCaller } from '#request/caller.ts'
import { getSiteOrigin, isInProcess } from '#request/request-address.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import type { Effects } from '../calls/call-routes.ts'

interface Options {
  lookup: CertificateLookup
  receipts: Receipts
  /** Budget of one client for reading shares. */
  budget: RateLimit
  publicOrigin: string | null
}

/**
 * Saving and sharing by number and code begin with a lookup: same guard, limits, minimum time and answer. Shares and
 * saved certificates are signed as the answer of a lookup.
 */
export function createSavingEffects({ lookup, receipts, budget, publicOrigin }: Options): [string, Effects][] {
  /**
   * @throws AppError the same for an unknown number, a wrong code and an unpublished certificate; as a lookup otherwise
   */
  async function lookUp(request: FastifyRequest) {
    const { certificateNo, checkCode, proof } = request.body as LookupQuestion
    const question = { certificateNo, checkCode, proof }
    const { answer } = await lookup.lookUp(question, getCaller(request), getSiteOrigin(request, publicOrigin))
    if (answer.state === 'mismatch') throw createCertificateMismatch()
    if (!answer.certificate) throw createNotShown(answer)
    return async () => {}
  }

  function signAnswer(reply: FastifyReply, { envelope }: CallOutcome, answer: CertificateAnswer | undefined): void {
    const certificateNo = answer?.certificate?.certificateNo
    if (!answer || certificateNo === undefined) return
    const receipt = receipts.issue(answer, certificateNo, getSiteOrigin(reply.request, publicOrigin))
    if (receipt !== null) envelope.extra = { receipt }
  }

  return [
    [toCallKey(saveCertificate), { admit: lookUp }],
    [toCallKey(shareCertificate), { admit: lookUp }],
    [
      toCallKey(readShare),
      {
        // The page of a share was already counted against the budget.
        before: async (request) => (isInProcess(request) ? undefined : takeCall(budget, request)),
        after: (reply, outcome) => signAnswer(reply, outcome, (outcome.envelope.data as SharedResult).answer),
      },
    ],
    [
      toCallKey(getSavedCertificate),
      { after: (reply, outcome) => signAnswer(reply, outcome, outcome.envelope.data as CertificateAnswer) },
    ],
  ]
}

function createNotShown({ supportNo }: CertificateAnswer): AppError {
  const extra = supportNo === undefined ? {} : { supportNo }
  return new AppError(CODE.refused, '未查到相符的证书，请核对编号与核对码', { extra })
}
