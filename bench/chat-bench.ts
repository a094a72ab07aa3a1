import { randomBytes } from 'node:crypto'
import { measureLatencyRows } from './chat/latency-rows.ts'
import { measureMemoryRows } from './chat/memory-rows.ts'
import { createPairs } from './chat/pairs.ts'
import { measureRequestRows } from './chat/request-rows.ts'
import { type BenchRow, runInTempFolder } from './measuring/bench.ts'
import { type MeasuredServer, startBareServer, startSite, startUpstream } from './measuring/measured-servers.ts'
import { createMembers } from './measuring/member-accounts.ts'

export const name = 'chat'

const MEMBERS = 5000

/**
 * Compares private messages with a bare `ws` server and with pages that poll upstream every second: delivery time,
 * memory of an idle socket, requests to upstream. Ways are measured alternately, so that the load of the machine
 * affects all.
 */
export async function run(): Promise<BenchRow[]> {
  return runInTempFolder('chat-bench', measure)
}

async function measure(dataDir: string): Promise<BenchRow[]> {
  const sessionKey = randomBytes(32).toString('base64')
  const running: MeasuredServer[] = []
  const keepStarted = async (starting: Promise<MeasuredServer>) => {
    const server = await starting
    running.push(server)
    return server
  }
  const stop = async (server: MeasuredServer) => {
    running.splice(running.indexOf(server), 1)
    await server.stop()
  }
  try {
    const members = await createMembers(dataDir, MEMBERS, sessionKey)
    const upstream = await keepStarted(startUpstream(dataDir))
    const site = (hasUpstreamSocket: boolean) =>
      keepStarted(startSite({ dataDir, sessionKey, upstream, hasUpstreamSocket }))
    const [pushed, polled] = [await site(true), await site(false)]
    const [bare, storing] = [await keepStarted(startBareServer()), await keepStarted(startBareServer(upstream))]
    const pairs = createPairs(members)

    const latency = await measureLatencyRows({ upstream, pushed, polled, bare, storing }, pairs)
    await stop(bare)
    await stop(storing)
    const requests = await measureRequestRows({ upstream, pushed, polled }, pairs)
    await stop(pushed)
    await stop(polled)
    const memory = await measureMemoryRows(members, site, () => keepStarted(startBareServer()), stop)
    return [...latency, ...memory, ...requests]
  } finally {
    for (const server of running.toReversed()) await server.stop()
  }
}
