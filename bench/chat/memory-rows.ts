import { type BenchRow, getMedian } from '../measuring/bench.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'
import type { Member } from '../measuring/member-accounts.ts'
import { createSocketOpener } from './clients.ts'
import { measureMemory, type Setting, type SocketCost } from './memory.ts'

const TABS = 5
/** Number of rounds; odd, so that one of them is the median. */
const ROUNDS = 3

/** Measures the memory of idle sockets, each way at its own server. */
export async function measureMemoryRows(
  members: readonly Member[],
  startOurs: (hasUpstreamSocket: boolean) => Promise<MeasuredServer>,
  startBare: () => Promise<MeasuredServer>,
  stop: (server: MeasuredServer) => Promise<void>,
): Promise<BenchRow[]> {
  const few = members.slice(0, members.length / TABS)
  const tabs = Array.from({ length: TABS }, () => few).flat()
  const rows: BenchRow[] = []
  const add = (what: string, { rssBytes, heapBytes }: SocketCost) => {
    const note = `heap ${(heapBytes / 1024).toFixed(1)} KiB`
    rows.push({ name: `idle socket, ${what}`, value: rssBytes / 1024, unit: 'KiB', note })
  }

  add('bare ws', await measureMedianCost(startBare, (url) => ({ open: createSocketOpener(url, 'bare'), members })))
  for (const hasUpstreamSocket of [true, false]) {
    for (const [who, of] of [['1 tab a user', members] as const, [`${TABS} tabs a user`, tabs] as const]) {
      const start = () => startOurs(hasUpstreamSocket)
      const connectionsPerMember = hasUpstreamSocket ? 1 : 0
      const cost = await measureMedianCost(start, (url) => ({
        open: createSocketOpener(url, 'site'),
        members: of,
        connectionsPerMember,
      }))
      add(`ours, ${who}, ${hasUpstreamSocket ? 'and upstream’s socket for each user' : 'polling upstream'}`, cost)
    }
  }
  return rows

  /** Starts a new server for each round, because the young generation of the heap differs between them. */
  async function measureMedianCost(
    start: () => Promise<MeasuredServer>,
    settingAt: (url: string) => Omit<Setting, 'server'>,
  ) {
    const costs: SocketCost[] = []
    while (costs.length < ROUNDS) {
      const server = await start()
      costs.push(await measureMemory({ server, ...settingAt(server.url) }))
      await stop(server)
    }
    const takeMedian = (of: (cost: SocketCost) => number) => getMedian(costs.map(of))
    return { rssBytes: takeMedian(({ rssBytes }) => rssBytes), heapBytes: takeMedian(({ heapBytes }) => heapBytes) }
  }
}
