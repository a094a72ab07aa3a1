import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { arrive, countErrors, createTally } from './load/arrivals.ts'
import { measureCapacity } from './load/capacity.ts'
import { startTraffic } from './load/kinds.ts'
import { createLoadClient } from './load/load-client.ts'
import { type LoadedSite, runWithLoadedSite } from './load/loaded-site.ts'
import { isFlat, type Memory, makeDelayRow, makeLoadRows, makeMemoryRows, makeOthersRow } from './load/rows.ts'
import { type BenchRow, buildWeb } from './measuring/bench.ts'
import type { MeasuredServer } from './measuring/measured-servers.ts'
import type { Gauge } from './measuring/server-gauge.ts'

export const name = 'load'

/** Share of the measured capacity. */
const LOAD_SHARE = 0.8
const DEFAULT_SECONDS = 180
/** Time for which results of messages and limits of clients are stored; until then memory grows as expected. */
const KEPT_MS = 600_000
/** Pause for pending work. */
const SETTLE_MS = 3000

/**
 * Loads the whole site with all kinds of requests at once: measures its capacity, then sends 80% of that for
 * `LOAD_SECONDS` (180) at a constant rate. The command fails on errors, and on growing memory in a run whose first half
 * is longer than the ten minutes for which data is stored (`LOAD_SECONDS=800`).
 */
export async function run(): Promise<BenchRow[]> {
  await buildWeb()
  return runWithLoadedSite('load-bench', (loaded) =>
    measure(loaded, Number(process.env.LOAD_SECONDS ?? DEFAULT_SECONDS)),
  )
}

async function measure(loaded: LoadedSite, seconds: number): Promise<BenchRow[]> {
  const servers = { site: loaded.site, upstream: loaded.upstream }
  const client = createLoadClient(loaded.site.url)
  const traffic = await startTraffic(loaded, client)
  try {
    await traffic.warm()
    const fullMs = performance.now() + KEPT_MS
    const capacity = await measureCapacity(traffic.kinds)
    const rate = capacity.ratePerSecond * LOAD_SHARE
    const tally = createTally(traffic.kinds)
    const start = await look(servers)
    await Promise.all(Object.values(servers).map((server) => server.takeDelay()))
    const before = await readProcessorTime(servers)
    await arrive(traffic.kinds, rate, seconds / 2, tally)
    const after = await readProcessorTime(servers)
    const delays = { site: await servers.site.takeDelay(), upstream: await servers.upstream.takeDelay() }
    const middle = await look(servers)
    const isTelling = performance.now() >= fullMs
    await arrive(traffic.kinds, rate, seconds / 2, tally)
    const end = await look(servers)

    const memories = (['site', 'upstream'] as const).map(
      (server): Memory => ({ server, start: start[server], middle: middle[server], end: end[server] }),
    )
    if (countErrors(tally) > 0 || (isTelling && !memories.every(isFlat))) process.exitCode = 1
    return [
      ...makeLoadRows(capacity, tally),
      makeOthersRow((after.busyMs - before.busyMs - (after.ownMs - before.ownMs)) / (after.allMs - before.allMs)),
      makeDelayRow('the site', delays.site),
      makeDelayRow('upstream', delays.upstream),
      ...memories.flatMap((memory) => makeMemoryRows(memory, isTelling)),
    ]
  } finally {
    traffic.end()
    client.close()
  }
}

/** Reads the memory of both servers while they are idle. */
async function look({
  site,
  upstream,
}: Record<'site' | 'upstream', MeasuredServer>): Promise<Record<'site' | 'upstream', Gauge>> {
  await delay(SETTLE_MS)
  return { site: await site.memory(), upstream: await upstream.memory() }
}

/** Processor time of the whole machine and of the processes of this bench, since each started. ms. */
async function readProcessorTime({ site, upstream }: Record<'site' | 'upstream', MeasuredServer>) {
  const [of, behind] = await Promise.all([site.usage(), upstream.usage()])
  const { user, system } = process.cpuUsage()
  const times = cpus().map((cpu) => cpu.times)
  const allMs = times.reduce((sum, one) => sum + one.user + one.nice + one.sys + one.irq + one.idle, 0)
  const idleMs = times.reduce((sum, one) => sum + one.idle, 0)
  return { allMs, busyMs: allMs - idleMs, ownMs: of.cpuMs + behind.cpuMs + (user + system) / 1000 }
}
