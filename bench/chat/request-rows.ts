import type { BenchRow } from '../measuring/bench.ts'
import { createPollOpener, createSocketOpener } from './clients.ts'
import type { Servers } from './latency-rows.ts'
import { createPeerLookup, type GivePairs, type Pair } from './pairs.ts'
import { countRequests, type Group, ONE_REQUEST, type RequestRate } from './requests.ts'

const GROUP_PAIRS = 20

/** Counts requests to upstream of idle and of active users. */
export async function measureRequestRows(
  { upstream, pushed, polled }: Pick<Servers, 'upstream' | 'pushed' | 'polled'>,
  pairs: GivePairs,
): Promise<BenchRow[]> {
  const kinds = [
    { way: 'ours with upstream’s socket', open: () => createSocketOpener(pushed.url, 'site') },
    { way: 'ours polling upstream', open: () => createSocketOpener(polled.url, 'site') },
    {
      way: 'pages polling every second',
      open: (own: readonly Pair[]) => createPollOpener(upstream.url, createPeerLookup(own)),
    },
  ]
  const groups = [false, true].flatMap((isActive) =>
    kinds.map(({ way, open }): Group => {
      const own = pairs(GROUP_PAIRS)
      return { name: `${way}, ${isActive ? 'active' : 'idle'} user`, open: open(own), pairs: own, isActive }
    }),
  )
  const rates = await countRequests(upstream, groups)
  const findRate = (isActive: boolean, kind: number): RequestRate =>
    rates[(isActive ? kinds.length : 0) + kind] ?? { done: 0, known: 0, byCall: {} }
  const rows = groups.map((group, index): BenchRow => {
    const { done, known, byCall } = rates[index] ?? findRate(false, 0)
    const calls = Object.entries(byCall).map(([call, rate]) => `${call.replace('/v1/im/', '')} ${rate.toFixed(2)}`)
    return { name: `requests a minute, ${group.name}`, value: done + known, unit: '', note: calls.join(', ') }
  })
  for (const [kind, { way }] of kinds.slice(0, 2).entries()) {
    for (const isActive of [false, true]) {
      const polled = findRate(isActive, 2)
      const ours = findRate(isActive, kind)
      rows.push({
        name: `polling asks more than ${way}, ${isActive ? 'active users, their own sends and reads left out' : 'idle users'}`,
        ...computeRatio(polled.known, ours.known),
      })
      if (isActive) {
        const all = polled.known + polled.done
        rows.push({
          name: `polling asks more than ${way}, active users, everything`,
          value: all / (ours.known + ours.done),
          unit: '×',
        })
      }
    }
  }
  return rows
}

/** Returns the ratio. No request at all counts as one request of all users together, so that there is a number. */
function computeRatio(polled: number, ours: number): Pick<BenchRow, 'value' | 'unit' | 'note'> {
  const least = ONE_REQUEST / (2 * GROUP_PAIRS)
  if (ours > 0) return { value: polled / ours, unit: '×', note: 'at least 20' }
  return { value: polled / least, unit: '×', note: 'ours asked nothing; counted as one request in all' }
}
