import { createHash } from 'node:crypto'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { CallOutcome } from '#calls/call-service.ts'
import { AppError, tooMany } from '#errors.ts'
import { type FailurePot, takeFromAll } from '#proof-of-work/failure-pots.ts'
import type { Proofs } from '#proof-of-work/proofs.ts'
import { clientOf } from '#request/client-address.ts'
import type { KnownDevice } from '#session/known-device.ts'
import type { SharedState } from '#shared-state/shared-state.ts'

/** Free failures, the work beyond them, and the maximum. In guesses a day: docs/security.md, «Guessing passwords». */
const SCALES = {
  /** Whole companies share an address: work, and never a refusal. */
  client: { free: 10, bits: 16, mostBits: 21, halfLifeMs: HOUR_MS },
  /** From browsers that have never logged in to the account. NIST SP 800-63B 3.2.2: at most 100 failures in a row. */
  account: { free: 10, bits: 17, mostBits: 21, halfLifeMs: 6 * HOUR_MS, most: 100 },
  /** Of a browser that has: attempts from other browsers do not count. */
  device: { free: 10, bits: 16, mostBits: 20, halfLifeMs: 6 * HOUR_MS, most: 100 },
  /** Upstream invalidates a mailed code after a few wrong tries, so the owner can request the next. */
  code: { free: 10, bits: 17, mostBits: 21, halfLifeMs: HOUR_MS },
  /** All together: attacks from very many addresses. */
  all: { free: 1_000, bits: 16, mostBits: 18, halfLifeMs: HOUR_MS },
} as const

export interface LoginAttempt {
  /** A `password` or a mailed `code`. */
  secret: 'password' | 'code'
  /** As typed. */
  account: string
  proof: string | undefined
  address: string
  device: KnownDevice | null
}

/** Receives the outcome of a login attempt; `null` when upstream did not answer. */
type SettleAttempt = (outcome: CallOutcome | null) => Promise<void>

export type LoginGuard = ReturnType<typeof createLoginGuard>

interface Options {
  failureCount: SharedState['failureCount']
  proofs: Proofs
}

export function createLoginGuard({ failureCount, proofs }: Options) {
  const counts = {
    client: failureCount({ name: 'login-client', ...SCALES.client }),
    account: failureCount({ name: 'login-account', ...SCALES.account }),
    device: failureCount({ name: 'login-device', ...SCALES.device }),
    code: failureCount({ name: 'login-code', ...SCALES.code }),
    all: failureCount({ name: 'login-all', ...SCALES.all }),
  }
  const pot = (of: keyof typeof SCALES, key: string): FailurePot => ({
    failures: counts[of],
    key,
    scale: SCALES[of],
  })

  function potsOf({ secret, address, device }: LoginAttempt, accountKey: string): FailurePot[] {
    if (device?.accounts.includes(accountKey)) return [pot('device', `${device.id} ${accountKey}`)]
    const ofAccount = secret === 'password' ? pot('account', accountKey) : pot('code', accountKey)
    return [pot('client', clientOf(address)), ofAccount, pot('all', '')]
  }

  return {
    /**
     * Counts the attempt as a failure until it is settled as a success.
     * @throws AppError 429, with a challenge where work helps; the same for accounts that exist and others.
     */
    async admit(attempt: LoginAttempt): Promise<SettleAttempt> {
      const { secret, account, proof, address } = attempt
      const accountKey = accountKeyOf(account)
      const purpose = secret === 'password' ? 'login' : 'code'
      const target = { purpose, client: clientOf(address), subject: accountKey } as const
      const taken = await takeFromAll(potsOf(attempt, accountKey), await proofs.accept(proof, target))
      if (taken.kind === 'closed') throw tooMany(toSeconds(taken.retryAfterMs))
      if (taken.kind === 'work') {
        throw new AppError(CODE.tooMany, '尝试次数较多，请稍后重试', {
          retryAfterSeconds: toSeconds(taken.retryAfterMs),
          extra: { challenge: proofs.challenge(target, taken.bits) },
        })
      }
      return async (outcome) => {
        if (!isFailure(outcome)) await taken.giveBack()
      }
    },
  }
}

/** Digest of an account, compared as upstream does: without case and outer blanks. The typed text is not stored. */
export function accountKeyOf(typed: string): string {
  const account = typed.normalize('NFKC').trim().toLowerCase()
  return createHash('sha256').update(account).digest('base64url').slice(0, 22)
}

/** Refusals before upstream checked the secret are no failures. */
function isFailure(outcome: CallOutcome | null): boolean {
  if (outcome === null || outcome.retryAfterSeconds !== undefined) return false
  return outcome.envelope.code !== CODE.ok && outcome.envelope.code !== CODE.malformed
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
