import { createHash } from 'node:crypto'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { CallOutcome } from '#calls/call-service.ts'
import { AppError, tooMany } from '#errors.ts'
import { type FailureBudget, takeFromAll } from '#proof-of-work/failure-budgets.ts'
import type { Proofs } from '#proof-of-work/proofs.ts'
import { toClientKey } from '#request/client-address.ts'
import type { KnownDevice } from '#session/known-device.ts'
import type { SharedState } from '#shared-state/shared-state.ts'

/**
 * Number of free failures, the proof of work beyond them, and its maximum. The resulting guesses a day:
 * docs/security/accounts.md, «Guessing passwords».
 */
const SCALES = {
  /** Failures of a client. Whole companies share an address: it needs a proof of work and is never refused. */
  client: { free: 10, bits: 16, mostBits: 21, halfLifeMs: HOUR_MS },
  /**
   * Failures from browsers that have never logged in to the account. NIST SP 800-63B 3.2.2: at most 100 failures in a
   * row.
   */
  account: { free: 10, bits: 17, mostBits: 21, halfLifeMs: 6 * HOUR_MS, most: 100 },
  /** Failures of a browser that has logged in before: attempts from other browsers do not count. */
  device: { free: 10, bits: 16, mostBits: 20, halfLifeMs: 6 * HOUR_MS, most: 100 },
  /**
   * Failures with a mailed code: upstream invalidates it after a few wrong attempts, so the owner can request the next.
   */
  code: { free: 10, bits: 17, mostBits: 21, halfLifeMs: HOUR_MS },
  /** Failures of all clients together: attacks from very many addresses. */
  all: { free: 1_000, bits: 16, mostBits: 18, halfLifeMs: HOUR_MS },
} as const

export interface LoginAttempt {
  /** A `password` or a mailed `code`. */
  secret: 'password' | 'code'
  /** The account name as typed. */
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
  const makeBudget = (of: keyof typeof SCALES, key: string): FailureBudget => ({
    failures: counts[of],
    key,
    scale: SCALES[of],
  })

  function listBudgets({ secret, address, device }: LoginAttempt, accountKey: string): FailureBudget[] {
    if (device?.accounts.includes(accountKey)) return [makeBudget('device', `${device.id} ${accountKey}`)]
    const ofAccount = secret === 'password' ? makeBudget('account', accountKey) : makeBudget('code', accountKey)
    return [makeBudget('client', toClientKey(address)), ofAccount, makeBudget('all', '')]
  }

  return {
    /**
     * Counts the attempt as a failure until it is settled as a success.
     * @throws AppError 429, with a challenge where a proof of work helps; the same for existing and unknown accounts
     */
    async admit(attempt: LoginAttempt): Promise<SettleAttempt> {
      const { secret, account, proof, address } = attempt
      const accountKey = computeAccountKey(account)
      const purpose = secret === 'password' ? 'login' : 'code'
      const target = { purpose, client: toClientKey(address), subject: accountKey } as const
      const taken = await takeFromAll(listBudgets(attempt, accountKey), await proofs.accept(proof, target))
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

/**
 * Returns a digest of an account name, which is compared as upstream does: case and surrounding blanks do not matter.
 * The typed text is not stored.
 */
export function computeAccountKey(typed: string): string {
  const account = typed.normalize('NFKC').trim().toLowerCase()
  return createHash('sha256').update(account).digest('base64url').slice(0, 22)
}

/** Whether the attempt failed. Refusals before upstream checked the secret are no failures. */
function isFailure(outcome: CallOutcome | null): boolean {
  if (outcome === null || outcome.retryAfterSeconds !== undefined) return false
  return outcome.envelope.code !== CODE.ok && outcome.envelope.code !== CODE.malformed
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
