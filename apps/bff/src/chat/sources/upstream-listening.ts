import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { FanOut } from '#shared-state/fan-out.ts'
import type { Leases } from '#shared-state/lease.ts'
import type { ChatUpstream } from '../chat-upstream.ts'
import type { RelayDependencies } from '../relay-dependencies.ts'
import type { Timers } from '../timers.ts'
import { createSemaphore } from './semaphore.ts'
import { createSourceMetrics } from './source-metrics.ts'
import { listenForUser } from './user-source.ts'

interface Options {
  chatUpstream: ChatUpstream
  leases: Leases
  fanOut: FanOut
  /** Upstream's own socket; null where it has none: then it is polled. */
  wsUrl: string | null
  /** PEM of a further certificate authority for upstream; tests only. */
  ca?: string | undefined
  now: () => number
  timers: Timers
  /** From 0 to 1. */
  random?: () => number
  log: FastifyBaseLogger
  metrics: Registry
}

/** Gaps that are looked up at once; visitors' own calls come first. */
const LOOKUPS_MAX = 32
/** One log line for the same failure of thousands of users. */
const LOG_EVERY_MS = 1 * MINUTE_MS

/** Listens to upstream for users: by its socket or a poll, on one instance at a time. */
export function createUpstreamListening(options: Options): RelayDependencies['listenToUpstream'] {
  const { chatUpstream, leases, fanOut, wsUrl, ca, now, timers, random = Math.random, log } = options
  const metrics = createSourceMetrics(options.metrics)
  const sayBroken = createSeldom(timers, () => log.warn('upstream sent chat frames that are not in the contract'))
  const tellBroken = () => {
    metrics.brokenFrame()
    sayBroken('')
  }
  const tellAway = createSeldom(timers, (why) =>
    log.warn({ why }, 'the chat socket of upstream cannot be opened: it is polled until it can'),
  )
  const address = wsUrl === null ? null : { url: wsUrl, ca }
  const semaphore = createSemaphore(LOOKUPS_MAX)
  const dependencies = {
    chatUpstream,
    leases,
    fanOut,
    address,
    semaphore,
    metrics,
    tellBroken,
    tellAway,
    now,
    timers,
    random,
    log,
  }
  return (listener) => listenForUser(listener, dependencies)
}

/** Logs the first failure, and none for a while. */
function createSeldom(timers: Timers, say: (what: string) => void): (what: string) => void {
  let isSaid = false
  return (what) => {
    if (isSaid) return
    isSaid = true
    say(what)
    timers.after(LOG_EVERY_MS, () => {
      isSaid = false
    })
  }
}
