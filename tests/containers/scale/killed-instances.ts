import { performance } from 'node:perf_hooks'
import { expect } from 'vitest'
import { startReads } from './reads.ts'
import type { ScaleSite } from './scale-site.ts'

/** Maximum delay of a request by a killed instance. ms. */
const DELAY_MS = 1_000
/** Number of reads before an instance is killed, and after: two and four seconds. */
const BEFORE = 80
const AFTER = 160
const HEALTHY = { timeout: 60_000, interval: 100 }

/**
 * Visitors read while one instance after the other is killed, including each upstream.
 */
export async function expectReadsDuringKills(site: ScaleSite): Promise<void> {
  for (const service of ['upstream-1', 'upstream-2', 'site-1'] as const) {
    const reads = startReads(site.origin)
    await reads.answers(BEFORE)
    const killedMs = performance.now()
    await site.kill([service])
    await reads.answers(AFTER)
    const all = await reads.end()
    const [before, after] = [
      all.filter((read) => read.startMs < killedMs),
      all.filter((read) => read.startMs >= killedMs),
    ]
    // This is an allowance for a busy machine.
    const usualMs = findSlowest(before)
    console.error(
      `${service} killed: ${all.length} reads, slowest ${usualMs} ms before, ${findSlowest(after)} ms after`,
    )
    expect(all.filter(({ fault }) => fault)).toEqual([])
    expect(findSlowest(all)).toBeLessThan(DELAY_MS + usualMs)
    await site.start([service])
    await expect.poll(() => site.isHealthy(service), HEALTHY).toBe(true)
  }
}

/** Every read is answered once both upstreams are healthy again. */
export async function expectReadsAfterRestart(site: ScaleSite): Promise<void> {
  const upstreams = ['upstream-1', 'upstream-2'] as const
  const reads = startReads(site.origin)
  await reads.answers(BEFORE)
  await site.kill(upstreams)
  await reads.answers(BEFORE / 2)
  await site.start(upstreams)
  for (const service of upstreams) await expect.poll(() => site.isHealthy(service), HEALTHY).toBe(true)
  const healthyMs = performance.now()
  await reads.answers(AFTER)
  const faults = (await reads.end()).filter(({ fault }) => fault)
  // Upstream was unavailable: not everything comes from a cache.
  expect(faults.length).toBeGreaterThan(5)
  expect(faults.filter(({ startMs }) => startMs >= healthyMs)).toEqual([])
}

function findSlowest(reads: readonly { tookMs: number }[]): number {
  return Math.round(Math.max(...reads.map(({ tookMs }) => tookMs)))
}
