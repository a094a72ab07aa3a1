import type { FanOut } from '#shared-state/fan-out.ts'

/** Name that earlier releases use: instances of both releases share the channel during an upgrade. */
const CHANNEL = 'outdated'

export type Invalidation = ReturnType<typeof createInvalidation>

/**
 * Tells every instance which calls have new answers. Disconnected instances do not receive it: each returns its old
 * answer while that is fresh, and once more.
 */
export function createInvalidation(fanOut: Pick<FanOut, 'publish' | 'subscribe'>) {
  return {
    /** @param paths paths of calls; applied here before this returns, on other instances soon after */
    publish: (paths: readonly string[]) => fanOut.publish(CHANNEL, JSON.stringify(paths)),
    subscribe(onInvalidated: (paths: readonly string[]) => void): void {
      fanOut.subscribe(CHANNEL, (text) => onInvalidated(JSON.parse(text) as string[]))
    },
  }
}
