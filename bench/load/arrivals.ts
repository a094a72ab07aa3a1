import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kind } from './kinds.ts'

/** Results of all started requests. */
export interface Outcome {
  /** Durations of successful requests, µs, by kind. */
  times: ReadonlyMap<string, RecordableHistogram>
  /** Number of started requests by kind. */
  counts: ReadonlyMap<string, number>
  /** Number of errors by kind and reason. */
  errors: ReadonlyMap<string, number>
  begun: number
  /** Time between the start of the first and of the last request. */
  seconds: number
  /** Delay of the bench itself, 99th percentile. ms */
  lateMs: number
}

/** Results of several parts of a run together. */
export interface Tally extends Outcome {
  times: Map<string, RecordableHistogram>
  counts: Map<string, number>
  errors: Map<string, number>
}

const LONGEST_US = 120_000_000
const SHARES = 1000

export function createTally(kinds: readonly Kind[]): Tally {
  const times = new Map(kinds.map(({ name }) => [name, createTimes()]))
  return { times, counts: new Map(), errors: new Map(), begun: 0, seconds: 0, lateMs: 0 }
}

function createTimes(): RecordableHistogram {
  return createHistogram({ lowest: 1, highest: LONGEST_US, figures: 3 })
}

/**
 * Starts requests at a constant rate, independent of responses; resolves when all have ended.
 * @param tally receives the results
 */
export async function arrive(
  kinds: readonly Kind[],
  ratePerSecond: number,
  seconds: number,
  tally: Tally,
): Promise<void> {
  const order = mixKinds(kinds)
  const late = createTimes()
  const open = new Set<Promise<void>>()
  const count = Math.round(ratePerSecond * seconds)
  const startedMs = performance.now()
  for (let n = 0; n < count; n += 1) {
    const dueMs = startedMs + (n * 1000) / ratePerSecond
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await delay(waitMs)
    late.record(Math.max(1, Math.round((performance.now() - dueMs) * 1000)))
    const kind = order[(tally.begun + n) % SHARES] as Kind
    const nth = tally.counts.get(kind.name) ?? 0
    tally.counts.set(kind.name, nth + 1)
    const ending = take(kind, nth, dueMs, tally).finally(() => open.delete(ending))
    open.add(ending)
  }
  tally.seconds += (performance.now() - startedMs) / 1000
  await Promise.all(open)
  tally.begun += count
  tally.lateMs = Math.max(tally.lateMs, late.percentile(99) / 1000)
}

/** Runs one request. Its time is measured from the due time, so that delays of the bench count too. */
async function take({ name, run }: Kind, n: number, dueMs: number, { times, errors }: Tally): Promise<void> {
  try {
    await run(n)
    times.get(name)?.record(Math.max(1, Math.round((performance.now() - dueMs) * 1000)))
  } catch (error) {
    const reason = `${name}: ${(error as Error).message}`
    errors.set(reason, (errors.get(reason) ?? 0) + 1)
  }
}

/** Repeats each kind according to its share, with equal kinds far apart. */
function mixKinds(kinds: readonly Kind[]): Kind[] {
  const places = kinds.flatMap((kind) =>
    Array.from({ length: kind.share }, (_, nth) => ({ kind, at: (nth + 0.5) / kind.share })),
  )
  if (places.length !== SHARES) throw new Error(`shares are ${places.length} thousandths together`)
  return places.sort((one, other) => one.at - other.at).map(({ kind }) => kind)
}

export function countErrors({ errors }: Outcome): number {
  return [...errors.values()].reduce((sum, count) => sum + count, 0)
}
