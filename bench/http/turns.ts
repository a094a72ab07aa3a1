import { type BenchRow, getMedian } from '../measuring/bench.ts'
import { applyLoad, type RequestMaker } from './http-load.ts'
import type { HttpServer } from './servers.ts'

/** One of the compared ways: a server and its requests. */
export interface Way {
  server: HttpServer
  request: RequestMaker
  /** 32 by default. */
  connections?: number
}

/** Results of all rounds, in order. */
export interface Rounds {
  perSecond: number[]
  /** Processor time of the server alone, for each request, all threads. µs */
  cpuUs: number[]
  p50Ms: number[]
  p99Ms: number[]
  refused: number
}

const WARM_UP_SECONDS = 3
const ROUNDS = 15
const ROUND_SECONDS = 1
const CONNECTIONS = 32

/**
 * Measures the ways alternately, so that other load on the machine affects all of them; figures of one round are
 * compared. Request numbers continue from round to round: no numbered address occurs twice.
 */
export async function takeTurns<Name extends string>(
  ways: Record<Name, Way>,
  rounds = ROUNDS,
): Promise<Record<Name, Rounds>> {
  const results = {} as Record<Name, Rounds>
  const askedBefore = new Map<Way, number>()
  const names = Object.keys(ways) as Name[]

  async function load(way: Way, seconds: number) {
    const { server, request, connections = CONNECTIONS } = way
    const before = askedBefore.get(way) ?? 0
    const numberRequests: RequestMaker = (n) => request(before + n)
    const cpuBefore = server.cpuMs()
    const result = await applyLoad({ url: server.url, request: numberRequests, connections, seconds })
    askedBefore.set(way, before + result.requests + result.refused + connections)
    return { ...result, cpuUs: ((server.cpuMs() - cpuBefore) * 1000) / result.requests }
  }

  for (const name of names) {
    results[name] = { perSecond: [], cpuUs: [], p50Ms: [], p99Ms: [], refused: 0 }
    await load(ways[name], WARM_UP_SECONDS)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { requests, refused, seconds, cpuUs, p50Ms, p99Ms } = await load(ways[name], ROUND_SECONDS)
      results[name].refused += refused
      results[name].perSecond.push(requests / seconds)
      results[name].cpuUs.push(cpuUs)
      results[name].p50Ms.push(p50Ms)
      results[name].p99Ms.push(p99Ms)
    }
  }
  return results
}

/** Rows with the figures of one way. */
export function makeOwnRows(name: string, { perSecond, cpuUs, p50Ms, p99Ms, refused }: Rounds, note = ''): BenchRow[] {
  const latency = `p50 ${getMedian(p50Ms).toPrecision(2)} ms, p99 ${getMedian(p99Ms).toPrecision(2)} ms`
  return [
    {
      name,
      value: getMedian(perSecond),
      unit: 'requests/s',
      note: [latency, note, refused > 0 && `${refused} refused`].filter(Boolean).join('; '),
    },
    { name: `${name}, CPU of the server`, value: getMedian(cpuUs), unit: 'µs/request' },
  ]
}

/**
 * Rows that say how many times as many requests `ours` handles as `theirs`, and how many times less processor time each
 * takes.
 */
export function makeRatioRows(name: string, ours: Rounds, theirs: Rounds, target?: number): BenchRow[] {
  const speed = ours.perSecond.map((value, round) => value / (theirs.perSecond[round] ?? Number.NaN))
  const thrift = ours.cpuUs.map((value, round) => (theirs.cpuUs[round] ?? Number.NaN) / value)
  const verdict =
    target === undefined ? '' : `; target ${target} or more: ${getMedian(speed) >= target ? 'met' : 'MISSED'}`
  return [
    { name: `${name}, requests/s`, value: getMedian(speed), unit: '×', note: `${formatRange(speed)}${verdict}` },
    { name: `${name}, requests for the same CPU`, value: getMedian(thrift), unit: '×', note: formatRange(thrift) },
  ]
}

/**
 * Row that says how many times as much processor time a request of `ours` takes.
 * @param most maximum, where there is a target
 */
export function makeCostRow(name: string, ours: Rounds, theirs: Rounds, most?: number): BenchRow {
  const cost = ours.cpuUs.map((value, round) => value / (theirs.cpuUs[round] ?? Number.NaN))
  const value = getMedian(cost)
  const verdict = most === undefined ? '' : `; target ${most} or less: ${value <= most ? 'met' : 'MISSED'}`
  return { name: `${name}, CPU of a request`, value, unit: '×', note: `${formatRange(cost)}${verdict}` }
}

function formatRange(values: readonly number[]): string {
  return `rounds ${Math.min(...values).toPrecision(2)} to ${Math.max(...values).toPrecision(2)}`
}
