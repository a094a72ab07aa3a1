import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { type AppError, tooMany } from '#errors.ts'
import type { Proofs, ProofTarget } from '#proof-of-work/proofs.ts'
import { computeBits, computeCoveredCount } from '#proof-of-work/work-scale.ts'
import { toClientKey } from '#request/client-address.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'
import type { SharedState } from '#shared-state/shared-state.ts'
import { createProofRequired } from './certificate-errors.ts'

/**
 * Budgets of wrong answers, by client and by range of numbers; `bits` is the required proof of work once a budget is
 * used up.
 */
const WRONG_BUDGETS = {
  client: { limit: 10, windowMs: 10 * MINUTE_MS, bits: 16 },
  range: { limit: 300, windowMs: HOUR_MS, bits: 17 },
} as const
/** Budget of wrong answers for one number, over all clients: the proof of work doubles whenever they have doubled. */
const WRONG_OF_NUMBER = { free: 10, bits: 18, mostBits: 21, halfLifeMs: HOUR_MS } as const
/** Wrong answers for one number that may follow with a proof of work; further ones are refused. */
const PROOFS_OF_NUMBER = { limit: 60, windowMs: HOUR_MS } as const
/** Number of wrong answers for one number that raises an alarm, again with each doubling. */
const ALARM_AT = 20
/** Budget of lookups for one client, including right answers, as these cost upstream too. */
const ALL_BUDGET = { limit: 600, windowMs: MINUTE_MS, bits: 16 } as const
/**
 * Lookups of a client that pass even when others have used up the budget of the number or its range: forms without
 * JavaScript cannot solve a challenge, and attackers must not block a certificate for them. A new address costs an
 * attacker more than the proof.
 */
const FIRST_BUDGET = { limit: 2, windowMs: HOUR_MS } as const
/** Prefix and day: the numbers of one day are one range. */
const RANGE_CHARS = 10

/** Budgets taken for one lookup. */
interface TakenBudget {
  /** Returns the budget: the answer was right, or the source failed. */
  giveBack(): Promise<void>
  /** Counts the lookup for good: the answer was wrong. */
  keep(): void
}

export type LookupGuard = ReturnType<typeof createLookupGuard>

interface Options {
  /** Begins the names of the budgets, so that guards of different numbers are independent. */
  name: 'certificate' | 'order'
  rateLimit: SharedState['rateLimit']
  failureCount: SharedState['failureCount']
  proofs: Proofs
  /** Called with the number of recent wrong answers when a number is being guessed. */
  onGuessing: (number: string, wrongAnswers: number) => void
}

interface Budget {
  limit: RateLimit
  key: string
  bits: number
  /** Whether the limit counts this client only. */
  isOwn: boolean
}

type Refusal = { bits: number; retryAfterMs: number }

/** Makes guessing expensive without refusing a holder's first lookup. */
export function createLookupGuard({ name, rateLimit, failureCount, proofs, onGuessing }: Options) {
  const wrongByClient = rateLimit({ name: `${name}-client`, ...WRONG_BUDGETS.client })
  const wrongInRange = rateLimit({ name: `${name}-range`, ...WRONG_BUDGETS.range })
  const wrongOfNumber = failureCount({ name: `${name}-number`, ...WRONG_OF_NUMBER })
  const proofsOfNumber = rateLimit({ name: `${name}-proofs`, ...PROOFS_OF_NUMBER })
  const allByClient = rateLimit({ name: `${name}-all`, ...ALL_BUDGET })
  const firstOfClient = rateLimit({ name: `${name}-first`, ...FIRST_BUDGET })

  function takeBudget(number: string, wrongAnswers: number, from: readonly Returnable[]): TakenBudget {
    return {
      giveBack: () => giveBackTo([...from, { limit: wrongOfNumber, key: number }]),
      keep: () => {
        if (isAlarming(wrongAnswers)) onGuessing(number, Math.round(wrongAnswers))
      },
    }
  }

  async function refuse(target: ProofTarget, { bits, retryAfterMs }: Refusal): Promise<AppError> {
    const place = await proofsOfNumber.take(target.subject)
    if (!place.isAllowed) return tooMany(Math.ceil(place.retryAfterMs / 1000))
    await proofsOfNumber.giveBack(target.subject)
    return createProofRequired(proofs.challenge(target, bits), Math.ceil(retryAfterMs / 1000))
  }

  /** Admits the first lookups of a client for a number whose budget others have used up. */
  async function admitFirst(client: string, number: string, from: readonly Returnable[]) {
    if (!(await firstOfClient.take(client)).isAllowed) return null
    const { count } = await wrongOfNumber.take(number)
    return takeBudget(number, count, [...from, { limit: firstOfClient, key: client }])
  }

  async function admitWithProof(target: ProofTarget, proofBits: number): Promise<TakenBudget> {
    const { client, subject: number } = target
    const place = await proofsOfNumber.take(number)
    if (!place.isAllowed) {
      const first = await admitFirst(client, number, [])
      if (first) return first
      throw tooMany(Math.ceil(place.retryAfterMs / 1000))
    }
    const ofProof = { limit: proofsOfNumber, key: number }
    const wrong = await wrongOfNumber.take(number, computeCoveredCount(WRONG_OF_NUMBER, proofBits))
    if (wrong.isTaken) return takeBudget(number, wrong.count, [ofProof])
    await giveBackTo([ofProof])
    throw await refuse(target, computeRequirement(wrong.count))
  }

  return {
    /**
     * Takes from the budgets, or a proof of work instead.
     * @throws AppError 429, with a challenge where a proof of work helps, before the source is called
     */
    async admit(number: string, proof: string | undefined, address: string): Promise<TakenBudget> {
      const client = toClientKey(address)
      const target: ProofTarget = { purpose: 'lookup', client, subject: number }
      const proofBits = await proofs.accept(proof, target)
      if (proofBits > 0) return admitWithProof(target, proofBits)
      const wrongBudgets: Budget[] = [
        { limit: wrongByClient, key: client, bits: WRONG_BUDGETS.client.bits, isOwn: true },
        { limit: wrongInRange, key: number.slice(0, RANGE_CHARS), bits: WRONG_BUDGETS.range.bits, isOwn: false },
      ]
      const budgets = [{ limit: allByClient, key: client, bits: ALL_BUDGET.bits, isOwn: true }, ...wrongBudgets]
      const asked = await Promise.all(
        budgets.map(async (budget) => ({ budget, ...(await budget.limit.take(budget.key)) })),
      )
      const wrong = await wrongOfNumber.take(number, WRONG_OF_NUMBER.free)
      const empty = asked.filter(({ isAllowed }) => !isAllowed)
      const takenBudgets = asked.flatMap(({ isAllowed, budget }) => (isAllowed ? [budget] : []))
      const takenForWrong = takenBudgets.filter((budget) => wrongBudgets.includes(budget))
      if (empty.length === 0 && wrong.isTaken) return takeBudget(number, wrong.count, takenForWrong)
      if (wrong.isTaken) await wrongOfNumber.giveBack(number)
      const isOthersDoing = !empty.some(({ budget }) => budget.isOwn)
      const first = isOthersDoing ? await admitFirst(client, number, takenForWrong) : null
      if (first) return first
      await giveBackTo(takenBudgets)
      const wanted = [
        ...empty.map(({ budget: { bits }, retryAfterMs }) => ({ bits, retryAfterMs })),
        ...(wrong.isTaken ? [] : [computeRequirement(wrong.count)]),
      ]
      throw await refuse(target, {
        bits: Math.max(...wanted.map(({ bits }) => bits)),
        retryAfterMs: Math.max(...wanted.map(({ retryAfterMs }) => retryAfterMs)),
      })
    },
  }
}

type Returnable = { limit: Pick<RateLimit, 'giveBack'>; key: string }

async function giveBackTo(taken: readonly Returnable[]): Promise<void> {
  await Promise.all(taken.map(({ limit, key }) => limit.giveBack(key)))
}

/** Returns the required proof of work for a number with this many wrong answers. */
function computeRequirement(wrongAnswers: number): Refusal {
  const { free, halfLifeMs } = WRONG_OF_NUMBER
  return {
    bits: computeBits(WRONG_OF_NUMBER, wrongAnswers + 1),
    retryAfterMs: halfLifeMs * Math.log2(Math.max(1.01, wrongAnswers / (free - 1))),
  }
}

function isAlarming(wrongAnswers: number): boolean {
  const countDoublings = (count: number) => Math.floor(Math.log2(count / ALARM_AT))
  return wrongAnswers >= ALARM_AT && countDoublings(wrongAnswers) > countDoublings(wrongAnswers - 1)
}
