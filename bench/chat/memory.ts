import { setTimeout as delay } from 'node:timers/promises'
import { runInBatches } from '../measuring/in-batches.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'
import type { Member } from '../measuring/member-accounts.ts'
import type { Client, Open } from './clients.ts'

export interface SocketCost {
  /** Resident memory of the server's process for each socket. Bytes. */
  rssBytes: number
  /** The part of it that is in use on the heap. */
  heapBytes: number
}

export interface Setting {
  server: MeasuredServer
  open: Open
  /** One for each socket; a member who has several tabs comes several times. */
  members: readonly Member[]
  /** Connections of the server for each member besides the sockets. */
  connectionsPerMember?: number
}

/** Number of handshakes before the first measurement, so that one-time memory is not counted. */
const WARM_UP = 500
/** Maximum time until a server has settled. */
const SETTLING_MS = 120_000
const LOOK_MS = 2000
/** CPU share of a busy server; pings alone are far below. */
const BUSY_SHARE = 0.1

/** Measures the memory that `members.length` idle sockets use on their server. */
export async function measureMemory({ server, open, members, connectionsPerMember = 0 }: Setting): Promise<SocketCost> {
  const rest = (await server.usage()).connections
  const warm = await openAll(members.slice(0, WARM_UP))
  for (const client of warm) client.close()
  await waitUntilSettled(server, (connections) => connections <= rest + 8)
  const before = await server.memory()
  const clients = await openAll(members)
  const users = new Set(members.map(({ id }) => id)).size
  await waitUntilSettled(server, (connections) => connections >= rest + members.length + users * connectionsPerMember)
  const after = await server.memory()
  for (const client of clients) client.close()
  return {
    rssBytes: (after.rssBytes - before.rssBytes) / members.length,
    heapBytes: (after.heapBytes - before.heapBytes) / members.length,
  }

  async function openAll(some: readonly Member[]): Promise<Client[]> {
    const opened: Client[] = []
    await runInBatches(some, async (member) => void opened.push(await open(member)))
    return opened
  }
}

/** Waits until the connections exist, and until the work after their handshakes is done. */
async function waitUntilSettled(server: MeasuredServer, isThere: (connections: number) => boolean): Promise<void> {
  const untilMs = performance.now() + SETTLING_MS
  for (let before = await server.usage(); ; ) {
    await delay(LOOK_MS)
    const after = await server.usage()
    const isBusy = after.cpuMs - before.cpuMs > BUSY_SHARE * LOOK_MS
    if (isThere(after.connections) && !isBusy) return
    if (performance.now() > untilMs) throw new Error(`did not settle: ${JSON.stringify(after)}`)
    before = after
  }
}
