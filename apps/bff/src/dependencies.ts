import type { FastifyBaseLogger } from 'fastify'
import { createInvalidation } from '#cache/invalidation.ts'
import { createReadYourWrites } from '#cache/read-your-writes.ts'
import { createCallService } from '#calls/call-service.ts'
import { createCertificates } from '#certificates/create-certificates.ts'
import { createLookupGuard } from '#certificates/lookup-guard.ts'
import type { MonotonicClock } from '#certificates/minimum-response-time.ts'
import { createChat } from '#chat/create-chat.ts'
import { systemTimers, type Timers } from '#chat/timers.ts'
import { createFeedbackGuard } from '#guards/feedback-guard.ts'
import { createLoginGuard } from '#guards/login-guard.ts'
import { createAnswerCleaning } from '#html/answer-cleaning.ts'
import { createObservability, type Observability } from '#observability/observability.ts'
import { showRedis } from '#observability/shared-state-metrics.ts'
import { showBreaker } from '#observability/upstream-metrics.ts'
import { type LoopDelay, measureLoopDelay } from '#overload/loop-delay.ts'
import { createOverload } from '#overload/overload.ts'
import { createProofs } from '#proof-of-work/proofs.ts'
import { createSealer } from '#session/seal.ts'
import { createSessionCookies } from '#session/session-cookie.ts'
import { keepSessionKey } from '#session/session-key.ts'
import { createSharedState } from '#shared-state/shared-state.ts'
import { createCircuitBreaker } from '#upstream/circuit-breaker.ts'
import { createUpstreamClient, type UpstreamClient } from '#upstream/upstream-client.ts'
import { watchUpstream } from '#upstream/watched-upstream.ts'
import type { Config } from './config/config.ts'
import { CLIENT_BUDGETS } from './config/limits.ts'

export interface DependencyOptions {
  config: Config
  log: FastifyBaseLogger
  /** Clock, epoch ms. */
  now?: () => number
  /** Timers of the chat; the system's by default. */
  timers?: Timers
  /** Delay of the event loop; measured by default. */
  loopDelay?: LoopDelay
  /** Monotonic clock of the circuit breaker, ms. */
  circuitNow?: () => number
  /** Clock of the minimum response time of certificate lookups; the system's by default. */
  lookupClock?: MonotonicClock
  /** PEM of a further certificate authority to trust for upstream, in tests. */
  upstreamCa?: string
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/** Creates everything that plugins and routes depend on, once. */
export async function createDependencies(options: DependencyOptions) {
  const { config, log, now = Date.now, timers = systemTimers, loopDelay, lookupClock, upstreamCa } = options
  const observed = await createObservability({ tracing: config.tracing, log })
  const metrics = observed.registry
  const upstream = connectUpstream(options, observed)
  const measuredDelay = measureLoopDelay()
  const overload = createOverload(loopDelay ?? measuredDelay)
  const shared = createSharedState({ redisUrl: config.redisUrl, now, log, metrics: observed.fanOut })
  showRedis(metrics, shared)
  const { publicOrigin } = config
  const cleaning = createAnswerCleaning({ origin: publicOrigin, metrics: observed.cleaning, now })
  const invalidation = createInvalidation(shared.fanOut)
  const service = createCallService({ upstream, cleaning, publicOrigin, now, invalidation, metrics: observed.caches })
  const changes = createReadYourWrites(now, service.invalidate)
  const calls = shared.rateLimit({ name: 'calls', ...CLIENT_BUDGETS.calls })
  const renders = shared.rateLimit({ name: 'renders', ...CLIENT_BUDGETS.renders })
  const shareReads = shared.rateLimit({ name: 'shares', ...CLIENT_BUDGETS.shares })

  const wsUrl = config.upstreamWsUrl
  const { cleanNow: cleanHtml } = cleaning
  const chat = createChat({ service, cleanHtml, shared, wsUrl, upstreamCa, metrics, now, timers, log })
  const sealer = createSealer(config.sessionKeys.length > 0 ? config.sessionKeys : [keepSessionKey(config.dataDir)])
  const cookies = createSessionCookies({
    sealer,
    isSecure: config.isCookieSecure,
    now,
    // Ending a login closes its sockets on every instance.
    onClear: (session) => chat.relay.endSession(session),
  })
  const proofs = createProofs({ sealer, nonces: shared.nonces, now })
  const certificates = createCertificates({ config, service, shared, proofs, metrics, log, now, lookupClock })
  const { failureCount, rateLimit } = shared
  const orderGuard = createLookupGuard({
    name: 'order',
    rateLimit,
    failureCount,
    proofs,
    onGuessing: (orderNo, wrongAnswers) =>
      log.warn({ orderNo, wrongAnswers }, 'the query code of an order is being guessed'),
  })
  const loginGuard = createLoginGuard({ failureCount, proofs })
  const feedbackGuard = createFeedbackGuard({ failureCount, proofs })

  return {
    now,
    observed,
    upstream,
    overload,
    shared,
    cleaning,
    service,
    changes,
    calls,
    renders,
    shareReads,
    chat,
    cookies,
    sealer,
    certificates,
    lookupClock,
    loginGuard,
    feedbackGuard,
    orderGuard,
    async close() {
      measuredDelay.close()
      await Promise.all([upstream.close(), shared.close(), cleaning.close()])
    },
  }
}

function connectUpstream(
  { config, log, circuitNow, upstreamCa }: DependencyOptions,
  observed: Observability,
): UpstreamClient {
  const breaker = createCircuitBreaker({
    ...(circuitNow ? { now: circuitNow } : {}),
    onChange: (isOpen) =>
      isOpen
        ? log.warn('upstream is unreachable: requests fail fast until it answers')
        : log.info('upstream answers again'),
  })
  showBreaker(observed.registry, breaker)
  const client = createUpstreamClient({
    origin: config.upstreamUrl,
    prefix: config.upstreamPrefix,
    paths: config.upstreamPaths,
    timeoutMs: config.upstreamTimeoutMs,
    breaker,
    ...(upstreamCa ? { ca: upstreamCa } : {}),
  })
  return watchUpstream(client, observed.upstream)
}
