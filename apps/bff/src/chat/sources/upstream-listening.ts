import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { Registry } from 'prom-client'
import type { RelayDependencies } from '../relay-dependencies.ts'
import type { Timers } from '../timers.ts'
import { createSemaphore } from './semaphore.ts'
import type { SourceDependencies } from './source-dependencies.ts'
import { createSourceMetrics } from './source-metrics.ts'
import { UserSource } from './user-source.ts'

interface Options extends Pick<SourceDependencies, 'chatUpstream' | 'leases' | 'fanOut' | 'now' | 'timers' | 'log'> {
  /** Address of upstream's own socket; `null` where it has none: then it is polled. */
  wsUrl: string | null
  /** PEM of a further certificate authority for upstream; tests only. */
  ca?: string | undefined
  random?: () => number
  metrics: Registry
}

const RECOVERIES_MAX = 32
/** Failures of thousands of users are logged once in this time. ms. */
const LOG_EVERY_MS = 1 * MINUTE_MS

/** Listens to upstream for users, by its socket or a poll, on one instance at a time. */
export function createUpstreamListening({
  wsUrl,
  ca,
  metrics: registry,
  random = Math.random,
  ...rest
}: Options): RelayDependencies['listenToUpstream'] {
  const { timers, log } = rest
  const metrics = createSourceMetrics(registry)
  const logBrokenFrame = throttle(timers, () => log.warn('upstream sent chat frames that are not in the contract'))
  const dependencies: SourceDependencies = {
    ...rest,
    random,
    metrics,
    address: wsUrl === null ? null : { url: wsUrl, ca },
    semaphore: createSemaphore(RECOVERIES_MAX),
    onBrokenFrame() {
      metrics.brokenFrame()
      logBrokenFrame('')
    },
    onSocketAway: throttle(timers, (why) =>
      log.warn({ why }, 'the chat socket of upstream cannot be opened: it is polled until it can'),
    ),
  }
  return (listener) => new UserSource(listener, dependencies)
}

/** Returns a function that calls `log` at once, and then not before some time has passed. */
function throttle(timers: Timers, log: (reason: string) => void): (reason: string) => void {
  let isQuiet = false
  return (reason) => {
    if (isQuiet) return
    isQuiet = true
    log(reason)
    timers.after(LOG_EVERY_MS, () => {
      isQuiet = false
    })
  }
}
