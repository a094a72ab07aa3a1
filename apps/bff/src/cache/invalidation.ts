import type { FanOut } from '#shared-state/fan-out.ts'

/** Tells every instance of the site which calls' answers somebody has just changed. */
export interface Invalidation {
  /** @param paths of calls; heard here before this returns, elsewhere soon */
  tell(paths: readonly string[]): void
  listen(hear: (paths: readonly string[]) => void): void
}

/** Nobody's user id, so no channel of the chat. */
const CHANNEL = 'outdated'

/**
 * Over the fan-out. While instances do not hear each other, each shows what another has outdated for as long as it is
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
