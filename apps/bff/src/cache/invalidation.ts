import type { FanOut } from '#shared-state/fan-out.ts'

/** Publishes to every instance which calls' answers have changed. */
export interface Invalidation {
  /** @param paths of calls; received here before this returns, elsewhere soon */
  tell(paths: readonly string[]): void
  listen(hear: (paths: readonly string[]) => void): void
}

/** Kept from earlier releases, so that instances of both understand each other; no user id, so no channel of the chat. */
const CHANNEL = 'outdated'

/**
 * Uses the fan-out. While instances cannot reach each other, each shows what another has invalidated for as long as it is
 * fresh, and once more.
 */
export function createInvalidation(fanOut: Pick<FanOut, 'publish' | 'subscribe'>): Invalidation {
  return {
    tell: (paths) => fanOut.publish(CHANNEL, JSON.stringify(paths)),
    listen(hear) {
      fanOut.subscribe(CHANNEL, (text) => hear(JSON.parse(text) as string[]))
    },
  }
}
