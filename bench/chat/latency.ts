import { setTimeout as delay } from 'node:timers/promises'
import { getPercentile, sum } from '../measuring/bench.ts'
import { runInBatches } from '../measuring/in-batches.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'
import type { Member } from '../measuring/member-accounts.ts'
import type { Client, Open } from './clients.ts'

/** One way for messages from a sender's page to a receiver's. */
export interface Way {
  name: string
  open: Open
  /** Users who write to each other. */
  pairs: readonly (readonly [Member, Member])[]
  /** Servers involved, by name. */
  servers: Readonly<Record<string, MeasuredServer>>
}

export interface LatencyRound {
  p50Ms: number
  p99Ms: number
  meanMs: number
  /** Messages that were not delivered. */
  missing: number
  /** Delay of the bench's own timers, 99th percentile. */
  lateMs: number
  /** CPU time of each server for one message, ms. */
  cpuMs: Record<string, number>
}

const MESSAGES_PER_SECOND = 200
const WARM_UP_MS = 2000
const MEASURED_MS = 8000
/** Time after which a message counts as lost. */
const DELIVERY_MAX_MS = 10_000

let round = 0

/**
 * Sends at a constant rate, independent of responses, and measures each message from `send` until the receiver's page has
 * it.
 */
export async function measureLatency({ open, pairs, servers }: Way): Promise<LatencyRound> {
  round += 1
  const run = round
  const sentAtMs: number[] = []
  const tookMs: (number | undefined)[] = []
  const clients = new Map<string, Client>()
  const onMessage = ({ content }: { content?: string | null }) => {
    const [, ofRun, index] = /^(\d+)\.(\d+) /.exec(content ?? '') ?? []
    const at = Number(index)
    if (Number(ofRun) === run) tookMs[at] ??= performance.now() - (sentAtMs[at] ?? 0)
  }
  try {
    await runInBatches(pairs.flat(), async (member) => {
      clients.set(member.id, await open(member, { onMessage }))
    })
    const first = (WARM_UP_MS / 1000) * MESSAGES_PER_SECOND
    const last = first + (MEASURED_MS / 1000) * MESSAGES_PER_SECOND
    await send(0, first)
    const before = await readCpu(servers)
    const lateMs = await send(first, last)
    const after = await readCpu(servers)
    const taken = await hasReceivedAll(first, last)
    return {
      ...summarize(taken),
      missing: last - first - taken.length,
      lateMs: getPercentile(lateMs, 0.99),
      cpuMs: divideByMessages(before, after, last - first),
    }
  } finally {
    for (const client of clients.values()) client.close()
    // Servers forget these clients before the next way is measured.
    await delay(500)
  }

  async function send(from: number, to: number): Promise<number[]> {
    const lateMs: number[] = []
    const startedMs = performance.now()
    for (let index = from; index < to; index += 1) {
      const dueMs = startedMs + ((index - from) * 1000) / MESSAGES_PER_SECOND
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await delay(waitMs)
      const [one, other] = pairs[index % pairs.length] ?? []
      if (!one || !other) throw new Error('there are no pairs')
      // Both users of a pair send alternately.
      const [sender, receiver] = Math.floor(index / pairs.length) % 2 === 0 ? [one, other] : [other, one]
      sentAtMs[index] = performance.now()
      lateMs.push(performance.now() - dueMs)
      clients
        .get(sender.id)
        ?.send(receiver.id, `${run}.${index} 请问这批和田玉手镯送检以后几个工作日可以领取报告`, `${run}.${index}`)
    }
    return lateMs
  }

  async function hasReceivedAll(from: number, to: number): Promise<number[]> {
    const untilMs = performance.now() + DELIVERY_MAX_MS
    for (;;) {
      const taken = tookMs.slice(from, to).filter((ms) => ms !== undefined)
      if (taken.length === to - from) return taken
      if (performance.now() > untilMs) return taken
      await delay(50)
    }
  }
}

async function readCpu(servers: Way['servers']): Promise<Record<string, number>> {
  const usages = Object.entries(servers).map(async ([name, server]) => [name, (await server.usage()).cpuMs] as const)
  return Object.fromEntries(await Promise.all(usages))
}

function divideByMessages(before: Record<string, number>, after: Record<string, number>, messages: number) {
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / messages]))
}

function summarize(taken: readonly number[]) {
  const meanMs = sum(taken) / taken.length
  return { p50Ms: getPercentile(taken, 0.5), p99Ms: getPercentile(taken, 0.99), meanMs }
}
