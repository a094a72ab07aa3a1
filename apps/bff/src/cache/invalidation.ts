import type { FanOut } from '#shared-state/fan-out.ts'

/** The name that earlier releases use: instances of both releases share the channel during an upgrade. */
const CHANNEL = 'outdated'

export type Invalidation = ReturnType<typeof createInvalidation>

/**
 * Publishes to every instance which calls' answers have changed. While instances are disconnected, each returns what
 * another has invalidated for as long as it is fresh, and once more.
 */
export function createInvalidation(fanOut: Pick<FanOut, 'publish' | 'subscribe'>) {
  return {
    /** @param paths of calls; delivered here before this returns, elsewhere soon */
    publish: (paths: readonly string[]) => fanOut.publish(CHANNEL, JSON.stringify(paths)),
    subscribe(onInvalidated: (paths: readonly string[]) => void): void {
      fanOut.subscribe(CHANNEL, (text) => onInvalidated(JSON.parse(text) as string[]))
    },
  }
}
