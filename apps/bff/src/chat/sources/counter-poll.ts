import { SECOND_MS } from '@portal/contract/constants.ts'
import type { NoticeCounters } from '@portal/contract/messages.ts'
import type { Timers } from '../timers.ts'
import { createBackoff } from './backoff.ts'

/** Asks for a user's counters: soon after something happened, rarer and rarer while nothing does. */
export interface CounterPoll {
  stop(): void
  /** Asks at once, and often for a while. */
  wake(): void
}

interface Options {
  /** null: no login is left to poll with. */
  count: () => Promise<NoticeCounters | null>
  /** Unread messages that were delivered. */
  deliveredUnread: () => number
  /**
   * They have changed. `isUndelivered`: by more than the messages that were delivered or read here.
   * `sinceMs`: time of the previous poll, epoch ms.
   */
  onChange: (changed: { counters: NoticeCounters; isUndelivered: boolean; sinceMs: number }) => void
  /** `wake` has asked whether anything happened since then. */
  onWake: (sinceMs: number) => void
  now: () => number
  timers: Timers
  random: () => number
}

const LEAST_MS = 2 * SECOND_MS
const MOST_MS = 30 * SECOND_MS
const GROWTH = 1.5
const FAILED = { leastMs: 2 * SECOND_MS, mostMs: 60 * SECOND_MS }

export function createCounterPoll(options: Options): CounterPoll {
  const { count, deliveredUnread, onChange, onWake, now, timers, random } = options
  const backoff = createBackoff({ ...FAILED, random })
  let isOn = true
  let isAsking = false
  let isWoken = false
  let known: (NoticeCounters & { undelivered: number }) | null = null
  let askedAtMs = now()
  let intervalMs = LEAST_MS
  let cancel = () => {}

  function schedule(ms: number): void {
    cancel()
    if (isOn) cancel = timers.after(ms, () => void ask())
  }

  async function ask(): Promise<void> {
    if (isAsking || !isOn) return
    isAsking = true
    const sinceMs = askedAtMs
    const startedMs = now()
    isWoken = false
    try {
      const counters = await count()
      askedAtMs = startedMs
      backoff.reset()
      if (isOn && counters) compare(counters, sinceMs)
      // Spread, so that users who came together do not ask together for ever.
      intervalMs = Math.min(MOST_MS, intervalMs * GROWTH)
      schedule(intervalMs * (0.9 + random() / 5))
    } catch {
      schedule(backoff.next())
    } finally {
      isAsking = false
    }
    if (isWoken) schedule(LEAST_MS)
  }

  function compare(counters: NoticeCounters, sinceMs: number): void {
    const before = known
    // Below 0 while a message is delivered that upstream has not counted yet.
    known = { ...counters, undelivered: counters.private - deliveredUnread() }
    if (!before) return
    const isUndelivered = known.undelivered !== before.undelivered
    const isPrivate = counters.private !== before.private
    if (!isUndelivered && !isPrivate && counters.system === before.system && counters.comment === before.comment) return
    // Where something came more may follow; what became less was read.
    if (news(known) > news(before)) intervalMs = LEAST_MS / GROWTH
    onChange({ counters, isUndelivered, sinceMs })
  }

  void ask()
  return {
    stop() {
      isOn = false
      cancel()
    },
    wake() {
      if (!isOn) return
      onWake(askedAtMs)
      intervalMs = LEAST_MS / GROWTH
      isWoken = true
      if (!isAsking) schedule(LEAST_MS)
    },
  }
}

function news({ system, comment, undelivered }: NoticeCounters & { undelivered: number }): number {
  return system + comment + undelivered
}
