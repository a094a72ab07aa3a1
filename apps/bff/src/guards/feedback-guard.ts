import { HOUR_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { CallOutcome } from '#calls/call-service.ts'
import { AppError, tooMany } from '#errors.ts'
import { takeFromAll } from '#proof-of-work/failure-budgets.ts'
import type { Proofs } from '#proof-of-work/proofs.ts'
import { toClientKey } from '#request/client-address.ts'
import type { SharedState } from '#shared-state/shared-state.ts'

/** Required proof of work for each feedback; one client may send at most 5 in a row and then 3 or 4 an hour. */
const SCALE = { free: 0, bits: 17, mostBits: 20, halfLifeMs: HOUR_MS, most: 5 } as const

export type FeedbackGuard = ReturnType<typeof createFeedbackGuard>

interface Options {
  failureCount: SharedState['failureCount']
  proofs: Proofs
}

/** Prevents bots from filling the editors' list with feedback. */
export function createFeedbackGuard({ failureCount, proofs }: Options) {
  const sent = failureCount({ name: 'feedback-client', ...SCALE })
  return {
    /** @throws AppError 429, with a challenge where a proof of work helps */
    async admit(proof: string | undefined, address: string) {
      const client = toClientKey(address)
      const target = { purpose: 'feedback', client, subject: '' } as const
      const proofBits = await proofs.accept(proof, target)
      const taken = await takeFromAll([{ failures: sent, key: client, scale: SCALE }], proofBits)
      if (taken.kind === 'closed') throw tooMany(Math.ceil(taken.retryAfterMs / 1000))
      if (taken.kind === 'work') {
        throw new AppError(CODE.tooMany, '提交前需要完成一次自动验证，请稍后重试', {
          retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1000),
          extra: { challenge: proofs.challenge(target, taken.bits) },
        })
      }
      return async (outcome: CallOutcome | null): Promise<void> => {
        if (outcome?.envelope.code !== CODE.ok) await taken.giveBack()
      }
    },
  }
}
