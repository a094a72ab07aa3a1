import { type BenchRow, getMedian } from '../measuring/bench.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'
import { createPollOpener, createSocketOpener } from './clients.ts'
import { type LatencyRound, measureLatency, type Way } from './latency.ts'
import { createPeerLookup, type GivePairs } from './pairs.ts'

const PAIRS = 200
/** Number of rounds; odd, so that one of them is the median. */
const ROUNDS = 5

export type Servers = Record<'upstream' | 'pushed' | 'polled' | 'bare' | 'storing', MeasuredServer>

/** Measures delivery times of messages, in alternating rounds. */
export async function measureLatencyRows(servers: Servers, pairs: GivePairs): Promise<BenchRow[]> {
  const { upstream, pushed, polled, bare, storing } = servers
  const pollers = pairs(PAIRS)
  const ours: Way = {
    name: 'ours',
    open: createSocketOpener(pushed.url, 'site'),
    pairs: pairs(PAIRS),
    servers: { BFF: pushed, upstream },
  }
  const withoutSocket: Way = {
    name: 'ours, upstream without a socket',
    open: createSocketOpener(polled.url, 'site'),
    pairs: pairs(PAIRS),
    servers: { BFF: polled, upstream },
  }
  const bareWs: Way = {
    name: 'bare ws',
    open: createSocketOpener(bare.url, 'bare'),
    pairs: pairs(PAIRS),
    servers: { ws: bare },
  }
  const storingWs: Way = {
    name: 'bare ws that stores first',
    open: createSocketOpener(storing.url, 'bare'),
    pairs: pairs(PAIRS),
    servers: { ws: storing, upstream },
  }
  const polling: Way = {
    name: 'polling every second',
    open: createPollOpener(upstream.url, createPeerLookup(pollers)),
    pairs: pollers,
    servers: { upstream },
  }
  const ways = [ours, bareWs, storingWs, withoutSocket]
  const rounds = new Map<Way, LatencyRound[]>(ways.map((way) => [way, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    const turned = [...ways.slice(round % ways.length), ...ways.slice(0, round % ways.length)]
    for (const way of turned) rounds.get(way)?.push(await measureLatency(way))
  }
  const polls = await measureLatency(polling)

  const takeMedian = (way: Way, of: (round: LatencyRound) => number) => getMedian((rounds.get(way) ?? []).map(of))
  const sumCpu = (way: Way) =>
    Object.keys(way.servers)
      .map((server) => `${server} ${takeMedian(way, ({ cpuMs }) => cpuMs[server] ?? 0).toFixed(2)}`)
      .join(', ')
  const computeRatio = (way: Way, of: (round: LatencyRound) => number) => takeMedian(ours, of) / takeMedian(way, of)
  return [
    ...ways.flatMap((way) => [
      { name: `delivery, ${way.name}, p50`, value: takeMedian(way, ({ p50Ms }) => p50Ms), unit: 'ms' },
      {
        name: `delivery, ${way.name}, p99`,
        value: takeMedian(way, ({ p99Ms }) => p99Ms),
        unit: 'ms',
        note: `CPU a message, ms: ${sumCpu(way)}`,
      },
    ]),
    { name: 'delivery, polling every second, mean', value: polls.meanMs, unit: 'ms' },
    ...[bareWs, storingWs].flatMap((way) => [
      { name: `delivery, ours to ${way.name}, p50`, value: computeRatio(way, ({ p50Ms }) => p50Ms), unit: '×' },
      {
        name: `delivery, ours to ${way.name}, p99`,
        value: computeRatio(way, ({ p99Ms }) => p99Ms),
        unit: '×',
        ...(way === bareWs && { note: 'at most 2' }),
      },
    ]),
    {
      name: 'messages not delivered',
      value: [...rounds.values()].flat().reduce((sum, { missing }) => sum + missing, 0),
      unit: '',
    },
    {
      name: 'delay of the bench itself, p99',
      value: Math.max(...ways.map((way) => takeMedian(way, ({ lateMs }) => lateMs))),
      unit: 'ms',
      note: 'not part of the times above',
    },
  ]
}
