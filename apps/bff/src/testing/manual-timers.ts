import type { Timers } from '#chat/timers.ts'

/** Time that stands still until a test moves it. */
export interface ManualTimers extends Timers {
  now(): number
  /** Runs due timers in order. */
  advance(ms: number): void
}

export function createManualTimers(startMs = Date.parse('2026-11-21T00:00:00Z')): ManualTimers {
  const waiting = new Set<{ dueMs: number; run: () => void }>()
  let nowMs = startMs

  function findNextDue(untilMs: number) {
    const due = [...waiting].filter(({ dueMs }) => dueMs <= untilMs)
    return due.sort((one, other) => one.dueMs - other.dueMs)[0]
  }

  return {
    now: () => nowMs,
    after(ms, run) {
      const timer = { dueMs: nowMs + ms, run }
      waiting.add(timer)
      return () => waiting.delete(timer)
    },
    advance(ms) {
      const untilMs = nowMs + ms
      for (let timer = findNextDue(untilMs); timer; timer = findNextDue(untilMs)) {
        waiting.delete(timer)
        nowMs = timer.dueMs
        timer.run()
      }
      nowMs = untilMs
    },
  }
}
