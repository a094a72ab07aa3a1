import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { AppError } from '#errors.ts'
import type { Caller } from '#request/caller.ts'
import type { CertificateQuestion, CertificateSource } from './certificate-source.ts'
import type { LookupGuard } from './lookup-guard.ts'
import type { LookupOutcome } from './lookup-metrics.ts'
import { type MonotonicClock, waitForMinimumTime } from './minimum-response-time.ts'
import { checkPlausibility } from './plausible-answer.ts'
import type { Receipts } from './receipt.ts'

export type CertificateLookup = ReturnType<typeof createCertificateLookup>

export interface LookupQuestion extends CertificateQuestion {
  /** Solution of a challenge, if the client sent one. */
  proof?: string | undefined
}

export interface LookupResult {
  answer: CertificateAnswer
  /** Compact JWS of `answer`; `null` for `unknown`, `examination` and `mismatch`. */
  receipt: string | null
}

interface Options {
  source: CertificateSource
  guard: LookupGuard
  receipts: Receipts
  clock: MonotonicClock
  count: (outcome: LookupOutcome) => void
}

/** Looks up certificates for all routes. */
export function createCertificateLookup({ source, guard, receipts, clock, count }: Options) {
  async function answerLookup(question: LookupQuestion, caller: Caller): Promise<CertificateAnswer> {
    const taken = await guard.admit(question.certificateNo, question.proof, caller.address)
    const { certificateNo, checkCode } = question
    try {
      const answer = checkPlausibility(await source.check({ certificateNo, checkCode }, caller), certificateNo)
      if (answer.state === 'unknown') taken.keep()
      else await taken.giveBack()
      return answer
    } catch (error) {
      await taken.giveBack()
      throw error
    }
  }

  return {
    /**
     * Applies guard, source, plausibility check, minimum response time and receipt.
     * @param origin the site's own origin, for the receipt
     * @throws AppError 429 with `extra.challenge` when a proof of work is required; 502, 503 or 504 when the source
     * fails
     */
    async lookUp(question: LookupQuestion, caller: Caller, origin: string): Promise<LookupResult> {
      const arrivedMs = clock.monotonicMs()
      try {
        const answer = await answerLookup(question, caller)
        count(answer.state)
        if (answer.state === 'unknown') await waitForMinimumTime(clock, arrivedMs)
        return { answer, receipt: receipts.issue(answer, question.certificateNo, origin) }
      } catch (error) {
        count(error instanceof AppError && error.extra.challenge !== undefined ? 'challenged' : 'failed')
        throw error
      }
    },
  }
}
