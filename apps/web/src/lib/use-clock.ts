import { CLOCK_TICK_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { useSyncExternalStore } from 'react'

/** A ticking clock shared by its subscribers. */
function createClock(everyMs: number) {
  const handlers = new Set<() => void>()
  let nowMs = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    nowMs = Date.now()
    for (const handle of handlers) handle()
  }
  return {
    now: () => nowMs,
    subscribe(handle: () => void) {
      handlers.add(handle)
      if (handlers.size === 1) timer = setInterval(tick, everyMs)
      tick()
      return () => {
        handlers.delete(handle)
        if (handlers.size === 0) clearInterval(timer)
      }
    },
  }
}

const minutes = createClock(30 * SECOND_MS)
const seconds = createClock(CLOCK_TICK_MS)

/** Epoch ms, updated every half minute; 0 on the server and before the first tick. */
export function useMinutes(): number {
  return useSyncExternalStore(minutes.subscribe, minutes.now, () => 0)
}

/**
 * Epoch ms, updated every second; 0 on the server and before the first tick.
 * @param isRunning while `false`, the last time stays
 */
export function useSeconds(isRunning = true): number {
  return useSyncExternalStore(isRunning ? seconds.subscribe : subscribeToNothing, seconds.now, () => 0)
}

function subscribeToNothing(): () => void {
  return () => undefined
}
