import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { Waiting } from '@portal/contract/site/figures.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { useEffect } from 'react'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useGate } from './gates.ts'
import { type PlaceCount, setPlaceCount } from './place-counts.ts'
import { WAITING_WORDS } from './waiting-words.ts'

/** Shows the numbers of pending tasks at the places of the rail. */
export function showWaiting(waiting: readonly Waiting[], nowMs: number): void {
  const counts = new Map<string, PlaceCount>()
  for (const { kind, count, oldest } of waiting) {
    const { path } = WAITING_WORDS[kind]
    const before = counts.get(path) ?? { count: 0, isLate: false }
    const isLate = before.isLate || (toInstantMs(oldest?.dueAt) ?? Number.MAX_VALUE) < nowMs
    counts.set(path, { count: before.count + count, isLate })
  }
  for (const [path, count] of counts) setPlaceCount(path, count)
}

/** Loads the pending tasks when another page is opened first. A failure leaves the rail without counts. */
async function loadWaiting(api: ApiClient): Promise<void> {
  const answer = await api.call('GET /v1/manage/overview', { quiet: true }).catch(() => null)
  if (answer) showWaiting(answer.waiting, Date.now())
}

/** Interval between two requests of the pending tasks, ms. */
const REFRESH_MS = 2 * MINUTE_MS

/** Loads the counts, and reloads them every two minutes while the tab is visible, because a front desk leaves it open all day. */
export function useWaitingCounts(api: ApiClient): void {
  useEffect(() => {
    void loadWaiting(api)
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !useGate.getState().isShut) void loadWaiting(api)
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [api])
}
