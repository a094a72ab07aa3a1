import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { CallService } from '#calls/call-service.ts'
import type { HtmlCleaner } from '#html/clean-html.ts'
import type { SharedState } from '#shared-state/shared-state.ts'
import { type ChatUpstream, createChatUpstream } from './chat-upstream.ts'
import { Relay } from './relay.ts'
import { createSendOnce } from './send-once.ts'
import { createUpstreamListening } from './sources/upstream-listening.ts'
import type { Timers } from './timers.ts'

interface Options {
  service: CallService
  cleanHtml: HtmlCleaner
  shared: SharedState
  /** Address of upstream's own socket; `null` where it has none. */
  wsUrl: string | null
  /** PEM of a further certificate authority for upstream; tests only. */
  upstreamCa: string | undefined
  metrics: Registry
  now: () => number
  timers: Timers
  log: FastifyBaseLogger
}

export interface Chat {
  relay: Relay
  /** Upstream's chat calls. */
  upstream: ChatUpstream
}

/** Builds private messages and counters, from the sockets to upstream. */
export function createChat({ service, cleanHtml, shared, wsUrl, upstreamCa, ...rest }: Options): Chat {
  const { metrics, now, timers, log } = rest
  const { fanOut, leases } = shared
  const upstream = createChatUpstream({ service, cleanHtml, now })
  const listening = { chatUpstream: upstream, leases, fanOut, wsUrl, ca: upstreamCa, now, timers, log, metrics }
  const relay = new Relay({
    chat: upstream,
    fanOut,
    revocations: shared.revocations,
    listenToUpstream: createUpstreamListening(listening),
    sendOnce: createSendOnce({ chatUpstream: upstream, idempotency: shared.idempotency, now }),
    metrics,
    now,
    timers,
    log,
  })
  return { relay, upstream }
}
