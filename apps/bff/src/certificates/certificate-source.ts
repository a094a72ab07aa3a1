import { type CertificateAnswer, checkCertificate } from '@portal/contract/certificates/certificates.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { CallService } from '#calls/call-service.ts'
import type { Config } from '#config/config.ts'
import type { Caller } from '#request/caller.ts'
import { createLookupClosed, createLookupFailed } from './certificate-errors.ts'

export interface CertificateQuestion {
  certificateNo: string
  checkCode: string
}

/** A source of certificates. */
export interface CertificateSource {
  /**
   * Returns the current state, never a cached one.
   * @throws AppError 502, 503 or 504 when the source fails
   */
  check(question: CertificateQuestion, caller: Caller): Promise<CertificateAnswer>
}

export function createCertificateSource(kind: Config['certificateSource'], service: CallService): CertificateSource {
  return kind === 'off' ? closedSource : createUpstreamSource(service)
}

const closedSource: CertificateSource = {
  async check() {
    throw createLookupClosed()
  },
}

/** Source that makes the contract's call, always without the session. */
function createUpstreamSource(service: CallService): CertificateSource {
  return {
    async check({ certificateNo, checkCode }, caller) {
      const input = { body: { certificateNo, checkCode } }
      const { status, envelope } = await service
        .perform(checkCertificate, input, { ...caller, session: null })
        .catch((error: unknown) => {
          throw createLookupFailed(error)
        })
      if (envelope.code !== CODE.ok || status !== CODE.ok) {
        throw createLookupFailed(new Error(`certificate check: status ${status}, code ${envelope.code}`))
      }
      return envelope.data as CertificateAnswer
    },
  }
}
