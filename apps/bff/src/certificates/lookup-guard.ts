import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { clientOf } from '#plugins/rate-limit.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import type { SharedState } from '#shared-state/shared-state.ts'
import { proofWanted } from './certificate-errors.ts'
import type { LookupProofs } from './lookup-proof.ts'

/** Wrong answers, by who asks and by what is asked about; `bits` is the work when they are used up. */
const WRONG_BUDGETS = {
  client: { limit: 10, windowMs: 10 * MINUTE_MS, bits: 16 },
  range: { limit: 300, windowMs: HOUR_MS, bits: 17 },
  number: { limit: 10, windowMs: HOUR_MS, bits: 18 },
} as const
/** Questions of one client whatever the answer, as many as any calls: right answers cost upstream too. */
const ALL_BUDGET = { limit: 600, windowMs: MINUTE_MS, bits: 16 } as const
/**
 * What a client may ask although others have used up the number or its range: forms without JavaScript do no sum, and
 * nobody shall close a certificate for them. An address costs a guesser more than the sum would.
 */
const FIRST_BUDGET = { limit: 2, windowMs: HOUR_MS } as const
/** Prefix and day of registration: the numbers of one day are one range. */
const RANGE_CHARS = 10

/** What was taken for one question. */
export interface TakenBudget {
  /** The answer was right, or there was none: nothing was learned by guessing. */
  giveBack(): Promise<void>
}

/** Keeps guessing expensive without refusing anybody. */
export interface LookupGuard {
  /**
   * Takes from the budgets, or a proof of work instead.
   * @throws AppError 429 with a challenge, whatever the number and code are, before anybody is asked about them.
   */
  admit(certificateNo: string, proof: string | undefined, address: string): Promise<TakenBudget>
}

interface Options {
  rateLimit: SharedState['rateLimit']
  proofs: LookupProofs
}

interface Pot {
  limit: RateLimit
  key: string
  bits: number
  /** Used up by nobody but the client. */
  isOwn: boolean
}

export function createLookupGuard({ rateLimit, proofs }: Options): LookupGuard {
  const wrongByClient = rateLimit({ name: 'certificate-client', ...WRONG_BUDGETS.client })
  const wrongInRange = rateLimit({ name: 'certificate-range', ...WRONG_BUDGETS.range })
  const wrongOfNumber = rateLimit({ name: 'certificate-number', ...WRONG_BUDGETS.number })
  const allByClient = rateLimit({ name: 'certificate-all', ...ALL_BUDGET })
  const firstOfClient = rateLimit({ name: 'certificate-first', ...FIRST_BUDGET })

  return {
    async admit(certificateNo, proof, address) {
      const client = clientOf(address)
      if (proof !== undefined && (await proofs.accept(proof, client, certificateNo))) return nothingTaken
      const wrongPots: Pot[] = [
        { limit: wrongByClient, key: client, bits: WRONG_BUDGETS.client.bits, isOwn: true },
        { limit: wrongInRange, key: certificateNo.slice(0, RANGE_CHARS), bits: WRONG_BUDGETS.range.bits, isOwn: false },
        { limit: wrongOfNumber, key: certificateNo, bits: WRONG_BUDGETS.number.bits, isOwn: false },
      ]
      const pots = [{ limit: allByClient, key: client, bits: ALL_BUDGET.bits, isOwn: true }, ...wrongPots]
      const asked = await Promise.all(pots.map(async (pot) => ({ pot, ...(await pot.limit.take(pot.key)) })))
      const empty = asked.filter(({ isAllowed }) => !isAllowed)
      const taken = asked.flatMap(({ isAllowed, pot }) => (isAllowed ? [pot] : []))
      const takenForWrong = taken.filter((pot) => wrongPots.includes(pot))
      if (empty.length === 0) return { giveBack: () => giveBackTo(takenForWrong) }
      const isOthersDoing = !empty.some(({ pot }) => pot.isOwn)
      if (isOthersDoing && (await firstOfClient.take(client)).isAllowed) {
        return { giveBack: () => giveBackTo([...takenForWrong, { limit: firstOfClient, key: client }]) }
      }
      await giveBackTo(taken)
      const bits = Math.max(...empty.map(({ pot }) => pot.bits))
      const retryAfterMs = Math.max(...empty.map((one) => one.retryAfterMs))
      throw proofWanted(proofs.challenge(client, certificateNo, bits), Math.ceil(retryAfterMs / 1000))
    },
  }
}

const nothingTaken: TakenBudget = { giveBack: async () => undefined }

async function giveBackTo(pots: readonly Pick<Pot, 'limit' | 'key'>[]): Promise<void> {
  await Promise.all(pots.map(({ limit, key }) => limit.giveBack(key)))
}
