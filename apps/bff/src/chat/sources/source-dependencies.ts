import type { FastifyBaseLogger } from 'fastify'
import type { FanOut } from '#shared-state/fan-out.ts'
import type { Leases } from '#shared-state/lease.ts'
import type { ChatUpstream } from '../chat-upstream.ts'
import type { Timers } from '../timers.ts'
import type { Semaphore } from './semaphore.ts'
import type { SourceMetrics } from './source-metrics.ts'
import type { SocketAddress } from './upstream-socket.ts'

/** Dependencies that the sources of all users share. */
export interface SourceDependencies {
  chatUpstream: ChatUpstream
  leases: Leases
  fanOut: FanOut
  /** `null` where upstream has no socket: then it is polled. */
  address: SocketAddress | null
  /** Limits concurrent recoveries: visitors' own calls have priority. */
  semaphore: Semaphore
  metrics: SourceMetrics
  /** Upstream sent an invalid frame. */
  onBrokenFrame: () => void
  /** Upstream's socket cannot be opened, so that it is polled. */
  onSocketAway: (reason: string) => void
  now: () => number
  timers: Timers
  /** Returns a number from 0 to 1. */
  random: () => number
  log: FastifyBaseLogger
}
