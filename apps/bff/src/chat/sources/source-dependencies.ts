import type { FastifyBaseLogger } from 'fastify'
import type { FanOut } from '#shared-state/fan-out.ts'
import type { Leases } from '#shared-state/lease.ts'
import type { ChatUpstream } from '../chat-upstream.ts'
import type { Timers } from '../timers.ts'
import type { Semaphore } from './semaphore.ts'
import type { SourceMetrics } from './source-metrics.ts'
import type { SocketAddress } from './upstream-socket.ts'

/** What the sources of all users share. */
export interface SourceDependencies {
  chatUpstream: ChatUpstream
  leases: Leases
  fanOut: FanOut
  address: SocketAddress | null
  semaphore: Semaphore
  metrics: SourceMetrics
  /** Upstream sent an invalid frame. */
  tellBroken: () => void
  /** Upstream's socket cannot be opened, so that it is polled. */
  tellAway: (why: string) => void
  now: () => number
  timers: Timers
  random: () => number
  log: FastifyBaseLogger
}
