import { setTimeout as delay } from 'node:timers/promises'
import { arrive, countErrors, createTally, type Outcome } from './arrivals.ts'
import type { Kind } from './kinds.ts'

export interface Capacity {
  /** Highest sustained rate. Per second. */
  ratePerSecond: number
  /** Reason why a higher rate failed. */
  end: string
}

/** Halved on a slower machine. */
const FIRST_RATE = 80
const LEAST_RATE = 5
const GROWTH = 1.3
/** Duration of a step: long enough for load that accumulates slowly. */
const STEP_SECONDS = 12
/** Limit for kinds that should be quick. */
const P99_MS = 250
const QUICK = ['pages, cached', 'pages, rendered', 'API, visitors', 'API, members']
const REST_MS = 1500
/**
 * Duration of the final test: a rate that holds for a step may not hold for long, as garbage collection and checkpoints
 * sometimes coincide.
 */
const HOLD_SECONDS = 180
const STEP_BACK = 0.9

/** Finds the highest rate of the mix that holds for three minutes. */
export async function measureCapacity(kinds: readonly Kind[]): Promise<Capacity> {
  const highest = await raise(kinds)
  for (let rate = highest.ratePerSecond; rate >= LEAST_RATE; rate *= STEP_BACK) {
    if ((await tryRate(kinds, rate, HOLD_SECONDS)) === null) return { ...highest, ratePerSecond: rate }
  }
  throw new Error('no rate holds')
}

/** Raises the rate until answers are slow or wrong, twice in a row. */
async function raise(kinds: readonly Kind[]): Promise<Capacity> {
  let held = 0
  let failures = 0
  let end = ''
  // The first thousand requests of any kind are slow: code is still being compiled.
  await arrive(kinds, FIRST_RATE, STEP_SECONDS, createTally(kinds))
  for (let rate = FIRST_RATE; failures < 2; ) {
    const broken = await tryRate(kinds, rate, STEP_SECONDS)
    if (broken === null) {
      held = rate
      failures = 0
      rate *= GROWTH
    } else {
      end = `${Math.round(rate)} a second: ${broken}`
      if (held > 0) failures += 1
      else if (rate < LEAST_RATE) throw new Error(`not even ${end}`)
      else rate /= 2
    }
  }
  return { ratePerSecond: held, end }
}

/** @returns the reason why the rate failed; `null` when it held */
async function tryRate(kinds: readonly Kind[], rate: number, seconds: number): Promise<string | null> {
  const tally = createTally(kinds)
  await arrive(kinds, rate, seconds, tally)
  await delay(REST_MS)
  const broken = explainFailure(tally)
  console.log(`  ${Math.round(rate)} a second for ${seconds} s: ${broken ?? 'held'}`)
  return broken
}

function explainFailure(tally: Outcome): string | null {
  const errors = countErrors(tally)
  if (errors > 0) return `${errors} errors (${[...tally.errors.keys()][0]})`
  const slow = QUICK.map((name) => ({ name, ms: (tally.times.get(name)?.percentile(99) ?? 0) / 1000 }))
    .filter(({ ms }) => ms > P99_MS)
    .map(({ name, ms }) => `p99 of ${name} ${Math.round(ms)} ms`)
  return slow[0] ?? null
}
