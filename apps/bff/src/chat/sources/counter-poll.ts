import type { NoticeCounters } from '@portal/contract/community/messages.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import type { Timers } from '../timers.ts'
import { Backoff } from './backoff.ts'

interface Options {
  /** Fetches the counters; `null`: no login is left to poll with. */
  count: () => Promise<NoticeCounters | null>
  /** Number of unread messages that were delivered. */
  deliveredUnread: () => number
  /**
   * The counters have changed; `isUndelivered`: by more than the messages that were delivered or read here. `sinceMs`:
   * time of the previous poll, epoch ms.
   */
  onChange: (changed: { counters: NoticeCounters; isUndelivered: boolean; sinceMs: number }) => void
  /** `wake` was called; `sinceMs` is the time of the previous poll, epoch ms. */
  onWake: (sinceMs: number) => void
  now: () => number
  timers: Timers
  random: () => number
}

const LEAST_MS = 2 * SECOND_MS
const MOST_MS = 30 * SECOND_MS
const GROWTH = 1.5
const FAILED = { leastMs: 2 * SECOND_MS, mostMs: 60 * SECOND_MS }

/** Polls a user's counters: soon after an event, and less and less often while nothing changes. */
export function createCounterPoll(options: Options) {
  const { count, deliveredUnread, onChange, onWake, now, timers, random } = options
  const backoff = new Backoff({ ...FAILED, random })
  let isOn = true
  let isPolling = false
  let isWoken = false
  let known: (NoticeCounters & { undelivered: number }) | null = null
  let polledAtMs = now()
  let intervalMs = LEAST_MS
  let cancel = () => {}

  function schedule(ms: number): void {
    cancel()
    if (isOn) cancel = timers.after(ms, () => void poll())
  }

  async function poll(): Promise<void> {
    if (isPolling || !isOn) return
    isPolling = true
    const sinceMs = polledAtMs
    const startedMs = now()
    isWoken = false
    try {
      const counters = await count()
      polledAtMs = startedMs
      backoff.reset()
      if (isOn && counters) compare(counters, sinceMs)
      // Intervals are spread, so that users who connected together are not polled together.
      intervalMs = Math.min(MOST_MS, intervalMs * GROWTH)
      schedule(intervalMs * (0.9 + random() / 5))
    } catch {
      schedule(backoff.next())
    } finally {
      isPolling = false
    }
    if (isWoken) schedule(LEAST_MS)
  }

  function compare(counters: NoticeCounters, sinceMs: number): void {
    const before = known
    // The difference is below 0 while a message is delivered that upstream has not counted yet.
    known = { ...counters, undelivered: counters.private - deliveredUnread() }
    if (!before) return
    const isUndelivered = known.undelivered !== before.undelivered
    const isPrivate = counters.private !== before.private
    if (!isUndelivered && !isPrivate && counters.system === before.system && counters.comment === before.comment) return
    // An increase may be followed by another; a decrease means that something was read.
    if (countNotices(known) > countNotices(before)) intervalMs = LEAST_MS / GROWTH
    onChange({ counters, isUndelivered, sinceMs })
  }

  void poll()
  return {
    stop(): void {
      isOn = false
      cancel()
    },
    /** Polls at once, and often for a while. */
    wake(): void {
      if (!isOn) return
      onWake(polledAtMs)
      intervalMs = LEAST_MS / GROWTH
      isWoken = true
      if (!isPolling) schedule(LEAST_MS)
    },
  }
}

function countNotices({ system, comment, undelivered }: NoticeCounters & { undelivered: number }): number {
  return system + comment + undelivered
}
