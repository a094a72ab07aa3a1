import { type BenchRow, percentile } from '../measuring/bench.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'
import { pollsAt, socketsAt } from './clients.ts'
import { type LatencyRound, measureLatency, type Way } from './latency.ts'
import { type GivePairs, peerIn } from './pairs.ts'

const PAIRS = 200
/** Odd, so that one of them is the median. */
const ROUNDS = 5

export type Servers = Record<'upstream' | 'pushed' | 'polled' | 'bare' | 'storing', MeasuredServer>

/** How soon messages are with their receivers, in rounds that take turns. */
export async function latencyRows(servers: Servers, pairs: GivePairs): Promise<BenchRow[]> {
  const { upstream, pushed, polled, bare, storing } = servers
  const pollers = pairs(PAIRS)
  const ours: Way = {
    name: 'ours',
    open: socketsAt(pushed.url, 'site'),
    pairs: pairs(PAIRS),
    servers: { BFF: pushed, upstream },
  }
  const withoutSocket: Way = {
    name: 'ours, upstream without a socket',
    open: socketsAt(polled.url, 'site'),
    pairs: pairs(PAIRS),
    servers: { BFF: polled, upstream },
  }
  const bareWs: Way = { name: 'bare ws', open: socketsAt(bare.url, 'bare'), pairs: pairs(PAIRS), servers: { ws: bare } }
  const storingWs: Way = {
    name: 'bare ws that stores first',
    open: socketsAt(storing.url, 'bare'),
    pairs: pairs(PAIRS),
    servers: { ws: storing, upstream },
  }
  const polling: Way = {
    name: 'polling every second',
    open: pollsAt(upstream.url, peerIn(pollers)),
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

  const median = (way: Way, of: (round: LatencyRound) => number) => percentile((rounds.get(way) ?? []).map(of), 0.5)
  const cpu = (way: Way) =>
    Object.keys(way.servers)
      .map((server) => `${server} ${median(way, ({ cpuMs }) => cpuMs[server] ?? 0).toFixed(2)}`)
      .join(', ')
  const ratio = (way: Way, of: (round: LatencyRound) => number) => median(ours, of) / median(way, of)
  return [
    ...ways.flatMap((way) => [
      { name: `delivery, ${way.name}, p50`, value: median(way, ({ p50Ms }) => p50Ms), unit: 'ms' },
      {
        name: `delivery, ${way.name}, p99`,
        value: median(way, ({ p99Ms }) => p99Ms),
        unit: 'ms',
        note: `CPU a message, ms: ${cpu(way)}`,
      },
    ]),
    { name: 'delivery, polling every second, mean', value: polls.meanMs, unit: 'ms' },
    { name: 'delivery, ours to bare ws, p50', value: ratio(bareWs, ({ p50Ms }) => p50Ms), unit: '×' },
    {
      name: 'delivery, ours to bare ws, p99',
      value: ratio(bareWs, ({ p99Ms }) => p99Ms),
      unit: '×',
      note: 'at most 2',
    },
    {
      name: 'delivery, ours to bare ws that stores first, p50',
      value: ratio(storingWs, ({ p50Ms }) => p50Ms),
      unit: '×',
    },
    {
      name: 'delivery, ours to bare ws that stores first, p99',
      value: ratio(storingWs, ({ p99Ms }) => p99Ms),
      unit: '×',
    },
    {
      name: 'messages that did not come',
      value: [...rounds.values()].flat().reduce((sum, { missing }) => sum + missing, 0),
      unit: '',
    },
    {
      name: 'the bench itself was late, p99',
      value: Math.max(...ways.map((way) => median(way, ({ lateMs }) => lateMs))),
      unit: 'ms',
      note: 'not part of the times above',
    },
  ]
}
