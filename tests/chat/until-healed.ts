import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 300

/** Repeats a check until it reports nothing. @returns the last report when `limitMs` have passed */
export async function untilHealed(judge: () => Promise<string[]>, limitMs: number): Promise<string[]> {
  const endMs = Date.now() + limitMs
  for (;;) {
    const broken = await judge()
    if (broken.length === 0 || Date.now() > endMs) return broken
    await wait(POLL_MS)
  }
}
