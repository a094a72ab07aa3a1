import { setTimeout as wait } from 'node:timers/promises'

const LOOK_MS = 300

/** Waits for everything to heal: what is still broken after `limitMs`, or nothing. */
export async function untilKept(judge: () => Promise<string[]>, limitMs: number): Promise<string[]> {
  const endMs = Date.now() + limitMs
  for (;;) {
    const broken = await judge()
    if (broken.length === 0 || Date.now() > endMs) return broken
    await wait(LOOK_MS)
  }
}
