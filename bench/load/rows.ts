import type { BenchRow } from '../measuring/bench.ts'
import type { Gauge, LoopDelay } from '../measuring/server-gauge.ts'
import { countErrors, type Outcome } from './arrivals.ts'
import type { Capacity } from './capacity.ts'

/** A server's memory after garbage collection: before the load, at its middle, and after it. */
export interface Memory {
  server: string
  start: Gauge
  middle: Gauge
  end: Gauge
}

const MEBIBYTE = 1024 * 1024
/** Maximum growth between middle and end of the load, when all caches are full. */
const FLAT_SHARE = 0.05
const FLAT_BYTES = 4 * MEBIBYTE

export function isFlat({ middle, end }: Memory): boolean {
  return end.heapBytes - middle.heapBytes <= Math.max(FLAT_BYTES, middle.heapBytes * FLAT_SHARE)
}

export function makeLoadRows(capacity: Capacity, outcome: Outcome): BenchRow[] {
  const rate = outcome.begun / outcome.seconds
  const errors = [...outcome.errors].map(([reason, count]) => `${count} × ${reason}`)
  return [
    { name: 'capacity of the mix', value: capacity.ratePerSecond, unit: '/s', note: `broke at ${capacity.end}` },
    { name: 'load', value: rate, unit: '/s', note: `${outcome.begun} in ${Math.round(outcome.seconds)} s` },
    { name: 'errors', value: countErrors(outcome), unit: '', note: errors.join('; ') || 'none, as it should be' },
    { name: 'delay of the bench itself, p99', value: outcome.lateMs, unit: 'ms' },
    ...[...outcome.times].flatMap(([name, times]): BenchRow[] => [
      { name: `${name}, p50`, value: times.percentile(50) / 1000, unit: 'ms', note: `${times.count} of them` },
      { name: `${name}, p99`, value: times.percentile(99) / 1000, unit: 'ms' },
    ]),
  ]
}

/** @param isConclusive the run was long enough for all caches to be full by its middle */
export function makeMemoryRows(memory: Memory, isConclusive: boolean): BenchRow[] {
  const { server } = memory
  const verdict = isFlat(memory) ? 'flat' : 'GROWS'
  const looks = { start: memory.start, middle: memory.middle, end: memory.end }
  const rows = Object.entries(looks).map(([when, { heapBytes, rssBytes }]) => ({
    name: `memory of ${server} in use, ${when}`,
    value: heapBytes / MEBIBYTE,
    unit: 'MiB',
    note: `resident ${Math.round(rssBytes / MEBIBYTE)} MiB`,
  }))
  const grown = (memory.end.heapBytes - memory.middle.heapBytes) / MEBIBYTE
  return [
    ...rows,
    {
      name: `memory of ${server}, middle to end`,
      value: grown,
      unit: 'MiB',
      note: isConclusive ? verdict : 'the run was too short',
    },
  ]
}

/** @param share share of the machine's processor time that neither servers nor bench used */
export function makeOthersRow(share: number): BenchRow {
  const note = share > 0.2 ? 'too much for the times above to mean anything' : 'little enough'
  return { name: 'processor time that other programs took', value: share * 100, unit: '%', note }
}

export function makeDelayRow(server: string, { p50Ms, p99Ms, maxMs }: LoopDelay): BenchRow {
  const note = `p50 ${p50Ms.toFixed(1)} ms, longest ${Math.round(maxMs)} ms`
  return { name: `event loop delay of ${server}, p99`, value: p99Ms, unit: 'ms', note }
}
