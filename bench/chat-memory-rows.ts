import type { Member } from './chat-accounts.ts'
import { socketsAt } from './chat-clients.ts'
import { measureMemory, type SocketCost } from './chat-memory.ts'
import type { BenchRow } from './chat-row.ts'
import type { MeasuredServer } from './chat-servers.ts'

const TABS = 5

/** What idle sockets cost; each way has a server of its own. */
export async function memoryRows(
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

  const bare = await startBare()
  add('bare ws', await measureMemory({ server: bare, open: socketsAt(bare.url, 'bare'), members }))
  await stop(bare)
  for (const hasUpstreamSocket of [true, false]) {
    for (const [who, of] of [['1 tab a user', members] as const, [`${TABS} tabs a user`, tabs] as const]) {
      const server = await startOurs(hasUpstreamSocket)
      const open = socketsAt(server.url, 'site')
      const connectionsPerMember = hasUpstreamSocket ? 1 : 0
      const cost = await measureMemory({ server, open, members: of, connectionsPerMember })
      add(`ours, ${who}, ${hasUpstreamSocket ? 'and upstream’s socket for each user' : 'polling upstream'}`, cost)
      await stop(server)
    }
  }
  return rows
}
