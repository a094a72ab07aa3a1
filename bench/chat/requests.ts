import { setTimeout as delay } from 'node:timers/promises'
import { runInBatches } from '../measuring/in-batches.ts'
import type { MeasuredServer } from '../measuring/measured-servers.ts'
import type { Member } from '../measuring/member-accounts.ts'
import type { CallCounts } from '../measuring/server-gauge.ts'
import type { Client, Open } from './clients.ts'

/** Pairs of members who all use the same way and behave alike. */
export interface Group {
  name: string
  open: Open
  pairs: readonly (readonly [Member, Member])[]
  /** Members write and read messages; otherwise their pages are only open. */
  isActive: boolean
}

/** Requests that upstream received, for each member and minute. */
export interface RequestRate {
  /** Messages sent and conversations marked as read. */
  done: number
  /** All other requests, by which clients learn of changes. */
  known: number
  byCall: Record<string, number>
}

/** Interval between messages of a member. */
const WRITES_EVERY_MS = 15_000
/** Delay before a member marks a message as read. */
const READS_AFTER_MS = 1000
/** Time before the measurement, because new clients cause additional requests. */
const SETTLING_MS = 60_000
const MEASURED_MS = 120_000

/** Rate of a member if a single request was made in all. */
export const ONE_REQUEST = 60_000 / MEASURED_MS

const DONE = new Set(['POST /v1/im/chat', 'GET /v1/im/read'])

/** All groups use the same upstream at the same time; it identifies them by their tokens. */
export async function countRequests(upstream: MeasuredServer, groups: readonly Group[]): Promise<RequestRate[]> {
  const ends: (() => void)[] = []
  try {
    for (const group of groups) ends.push(await begin(group))
    await delay(SETTLING_MS)
    await upstream.takeCalls()
    await delay(MEASURED_MS)
    const counts = await upstream.takeCalls()
    return groups.map((group) => computeRate(group, counts))
  } finally {
    for (const end of ends) end()
  }
}

async function begin({ open, pairs, isActive }: Group): Promise<() => void> {
  const clients = new Map<string, Client>()
  const timers: NodeJS.Timeout[] = []
  await runInBatches(pairs.flat(), async (member) => {
    const onMessage = ({ fromUserId }: { fromUserId?: string | null }) => {
      if (isActive) setTimeout(() => clients.get(member.id)?.read(fromUserId ?? ''), READS_AFTER_MS)
    }
    clients.set(member.id, await open(member, { onMessage }))
  })
  if (isActive) {
    for (const [one, other] of pairs) for (const writer of [one, other]) write(writer, writer === one ? other : one)
  }
  return () => {
    for (const timer of timers) clearInterval(timer)
    for (const client of clients.values()) client.close()
  }

  function write(from: Member, to: Member): void {
    let written = 0
    const say = () => {
      written += 1
      clients.get(from.id)?.send(to.id, `第 ${written} 句：样品今天下午寄出`, `${from.id.slice(0, 8)}-${written}`)
    }
    timers.push(setTimeout(() => timers.push(setInterval(say, WRITES_EVERY_MS)), Math.random() * WRITES_EVERY_MS))
  }
}

function computeRate({ pairs }: Group, counts: CallCounts): RequestRate {
  const members = pairs.flat()
  const perMemberMinute = 60_000 / MEASURED_MS / members.length
  const byCall: Record<string, number> = {}
  for (const { token } of members) {
    for (const [call, count] of Object.entries(counts[token] ?? {})) {
      byCall[call] = (byCall[call] ?? 0) + count * perMemberMinute
    }
  }
  const sum = (isWanted: (call: string) => boolean) =>
    Object.entries(byCall).reduce((total, [call, rate]) => total + (isWanted(call) ? rate : 0), 0)
  return { done: sum((call) => DONE.has(call)), known: sum((call) => !DONE.has(call)), byCall }
}
