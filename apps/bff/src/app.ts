import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { loadAssets } from '#assets/asset-store.ts'
import { createOutdating } from '#cache/outdating.ts'
import { createCallService } from '#calls/call-service.ts'
import { createCertificates } from '#certificates/create-certificates.ts'
import { createPictureReader } from '#certificates/pdf/picture-reader.ts'
import { createChat } from '#chat/create-chat.ts'
import { systemTimers, type Timers } from '#chat/timers.ts'
import { createHtmlCleaner } from '#html/clean-html.ts'
import { createObservability } from '#observability/observability.ts'
import { requestIdPlugin } from '#observability/request-id-plugin.ts'
import { showRedis } from '#observability/shared-state-metrics.ts'
import { tracingPlugin } from '#observability/tracing-plugin.ts'
import { showBreaker } from '#observability/upstream-metrics.ts'
import { watchedUpstream } from '#observability/upstream-watch.ts'
import { type LoopDelay, measureLoopDelay } from '#overload/loop-delay.ts'
import { createOverload } from '#overload/overload.ts'
import { pagePolicy } from '#pages/content-policy.ts'
import { loadPageBundle } from '#pages/page-bundle.ts'
import { createPageService } from '#pages/page-service.ts'
import { accessPlugin } from '#plugins/access.ts'
import { limitConnections } from '#plugins/connections.ts'
import { answerError, errorHandlerPlugin } from '#plugins/error-handler.ts'
import { filesPerClientPlugin } from '#plugins/files-per-client.ts'
import { type HeaderOptions, headersPlugin, setSafeHeaders } from '#plugins/headers.ts'
import { httpsOnlyPlugin } from '#plugins/https-only.ts'
import { metricsPlugin } from '#plugins/metrics.ts'
import { originGuardPlugin } from '#plugins/origin-guard.ts'
import { overloadPlugin } from '#plugins/overload.ts'
import { limitPipelining } from '#plugins/pipelining.ts'
import { rateLimitPlugin } from '#plugins/rate-limit.ts'
import { requestFormPlugin } from '#plugins/request-form.ts'
import { sessionPlugin } from '#plugins/session.ts'
import { cutOffSlowReaders } from '#plugins/slow-readers.ts'
import { visitProbePlugin } from '#plugins/visit-probe.ts'
import { assetRoutes } from '#routes/asset-routes.ts'
import { callRoutes } from '#routes/call-routes.ts'
import { certificatePdfRoutes } from '#routes/certificate-pdf-routes.ts'
import { certificateRoutes } from '#routes/certificate-routes.ts'
import { createChatEffects } from '#routes/chat-effects.ts'
import { chatRoutes, isHandshake } from '#routes/chat-routes.ts'
import { discoveryRoutes } from '#routes/discovery-routes.ts'
import { healthRoutes, type Readiness } from '#routes/health-routes.ts'
import { answerNoSuchCall, pageRoutes } from '#routes/page-routes.ts'
import { policyReportRoutes } from '#routes/policy-report-routes.ts'
import { providerRoutes } from '#routes/provider-routes.ts'
import { redirectRoutes } from '#routes/redirect-routes.ts'
import { requestIdOf } from '#routes/request-address.ts'
import { sessionRoutes } from '#routes/session-routes.ts'
import { streamRoutes } from '#routes/stream-routes.ts'
import { createTokenLanding } from '#routes/token-landing.ts'
import { createTokenLogin } from '#routes/token-login.ts'
import { webhookRoutes } from '#routes/webhook-routes.ts'
import { createSealer } from '#session/seal.ts'
import { createSessionCookies } from '#session/session-cookie.ts'
import { keepSessionKey } from '#session/session-key.ts'
import { createSharedState } from '#shared-state/shared-state.ts'
import { createCircuitBreaker } from '#upstream/circuit-breaker.ts'
import { createUpstreamClient } from '#upstream/upstream-client.ts'
import { createUpstreamProbe } from '#upstream/upstream-probe.ts'
import type { Config } from './config.ts'
import { SERVER_LIMITS, type ServerLimits } from './limits.ts'
import { createRequestLines, loggerOptions } from './logging.ts'
import { answerMalformedRequest } from './malformed-request.ts'

/** Calls of one client; a reader of many pages stays far below. */
const CALL_BUDGET = { limit: 600, windowMs: 60_000 }
/** Messages of followers that one address of the official account platform brings. */
const WECHAT_BUDGET = { limit: 600, windowMs: 60_000 }
/** Reports of one client's browser; a page in trouble sends a few. */
const REPORT_BUDGET = { limit: 60, windowMs: 60_000 }
/** Certificates as files of one client: each takes a while to draw. */
const PDF_BUDGET = { limit: 30, windowMs: 60_000 }

interface Options {
  config: Config
  /** Clock, epoch ms. */
  now?: () => number
  /** What the chat's sockets do later; the system's when left out. */
  timers?: Timers
  /** How late this process is; measured when left out. */
  loopDelay?: LoopDelay
  /** Clock of the circuit breaker, ms; only differences count. */
  circuitNow?: () => number
  /** Where log lines go; standard output when left out. */
  logTo?: { write(line: string): void }
  /** PEM of a further certificate authority for upstream; tests only. */
  upstreamCa?: string
  /** Smaller ones, for tests. */
  limits?: Partial<ServerLimits>
}

export interface Site {
  app: FastifyInstance
  readiness: Readiness
}

/** The whole BFF, from top to bottom; it listens nowhere yet. */
export async function buildApp({
  config,
  now = Date.now,
  timers = systemTimers,
  loopDelay,
  circuitNow,
  logTo,
  upstreamCa,
  limits: smaller = {},
}: Options): Promise<Site> {
  const { publicOrigin } = config
  const limits = { ...SERVER_LIMITS, ...smaller }
  const isHttps = publicOrigin?.startsWith('https:') ?? false
  const headers: HeaderOptions = { isHttps, hsts: config.hsts, hasForeignPictures: !config.isUpstreamEmbedded }
  const app = Fastify({
    logger: loggerOptions(config.logLevel, logTo),
    logController: createRequestLines(),
    genReqId: requestIdOf,
    // As many hops as the operator says; each told us truly who came before it.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    // Whoever waits for upstream is silent too.
    connectionTimeout: limits.silenceMs + config.upstreamTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxRequestsPerSocket: limits.requestsPerConnection,
    http: {
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.headMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // `request-form` says so in words.
      requireHostHeader: false,
      shouldUpgradeCallback: isHandshake,
    },
    forceCloseConnections: 'idle',
    // While draining, open connections get their answers, and the supervisor is told.
    return503OnClosing: false,
    clientErrorHandler: answerMalformedRequest,
    routerOptions: { maxParamLength: 128, caseSensitive: true },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an address that cannot be read.
      setSafeHeaders(reply as FastifyReply, headers)
      answerError(error, request as FastifyRequest, reply as FastifyReply)
    },
  }) as unknown as FastifyInstance

  const isBehindProxy = config.trustProxy > 0
  limitConnections(app.server, {
    total: limits.connections,
    perAddress: isBehindProxy ? null : limits.connectionsPerAddress,
  })
  limitPipelining(app.server, limits.waitingRequests)
  const stopWatchingReaders = cutOffSlowReaders(app.server, {
    graceMs: limits.readerGraceMs,
    bytesPerSecond: limits.readerBytesPerSecond,
  })

  const keys = config.sessionKeys.length > 0 ? config.sessionKeys : [keepSessionKey(config.dataDir)]
  const sealer = createSealer(keys)
  const observed = await createObservability({ tracing: config.tracing, log: app.log })
  const breaker = createCircuitBreaker({
    ...(circuitNow ? { now: circuitNow } : {}),
    onChange: (isOpen) =>
      isOpen ? app.log.warn('upstream is away: it is not asked until it is back') : app.log.info('upstream is back'),
  })
  showBreaker(observed.registry, breaker)
  const client = createUpstreamClient({
    origin: config.upstreamUrl,
    prefix: config.upstreamPrefix,
    timeoutMs: config.upstreamTimeoutMs,
    breaker,
    ...(upstreamCa ? { ca: upstreamCa } : {}),
  })
  const measuredDelay = measureLoopDelay()
  const overload = createOverload(loopDelay ?? measuredDelay)
  const upstream = watchedUpstream(client, observed.upstream)
  const shared = createSharedState({ redisUrl: config.redisUrl, now, log: app.log, metrics: observed.fanOut })
  const cleanHtml = createHtmlCleaner()
  const service = createCallService({
    upstream,
    cleanHtml,
    now,
    outdating: createOutdating(shared.fanOut),
    metrics: observed.caches,
  })
  const calls = shared.rateLimit({ name: 'calls', ...CALL_BUDGET })
  const readiness: Readiness = { state: 'starting' }

  await app.register(errorHandlerPlugin)
  if (observed.tracing) await app.register(tracingPlugin, { tracing: observed.tracing })
  await app.register(requestIdPlugin)
  await app.register(metricsPlugin, { registry: observed.registry })
  showRedis(observed.registry, shared)
  await app.register(headersPlugin, headers)
  await app.register(requestFormPlugin, limits)
  await app.register(httpsOnlyPlugin, { publicOrigin, isBehindProxy })
  await app.register(visitProbePlugin, { trustProxy: config.trustProxy, publicOrigin, now })

  const chat = createChat({
    service,
    cleanHtml,
    shared,
    wsUrl: config.upstreamWsUrl,
    upstreamCa,
    metrics: app.metrics,
    now,
    timers,
    log: app.log,
  })
  const cookies = createSessionCookies({
    sealer,
    isSecure: config.isCookieSecure,
    now,
    // The end of a login is the end of its sockets, wherever they are.
    onClear: chat.relay.endSession,
  })
  const logIn = createTokenLogin({ service, cookies, now })

  // Cookies are read when they are needed: `session-cookie.ts`.
  await app.register(cookie, { hook: false })
  await app.register(originGuardPlugin, { publicOrigin })
  await app.register(overloadPlugin, { overload, cookies })
  await app.register(rateLimitPlugin, { calls })
  await app.register(sessionPlugin, { cookies, revocations: shared.revocations })
  await app.register(accessPlugin)
  await app.register(filesPerClientPlugin, { limit: limits.filesPerClient })

  await app.register(healthRoutes, { readiness, probe: createUpstreamProbe(upstream, now), shared })
  await app.register(sessionRoutes, { service, cookies })
  await app.register(callRoutes, {
    service,
    cookies,
    revocations: shared.revocations,
    relay: chat.relay,
    chatEffects: createChatEffects({ chat, service }),
    now,
  })
  await app.register(chatRoutes, { relay: chat.relay, overload, publicOrigin })
  await app.register(providerRoutes, { upstream, cookies, logIn, calls, publicOrigin })
  await app.register(webhookRoutes, { upstream, messages: shared.rateLimit({ name: 'wechat', ...WECHAT_BUDGET }) })
  const certificates = createCertificates({ config, service, shared, sealer, metrics: app.metrics, now })
  await app.register(certificateRoutes, {
    lookup: certificates.lookup,
    keys: certificates.receipts.keys,
    isOpen: config.certificateSource !== 'off',
    publicOrigin,
  })
  await app.register(certificatePdfRoutes, {
    lookup: certificates.lookup,
    service,
    readPictures: createPictureReader(upstream),
    budget: shared.rateLimit({ name: 'certificate-pdfs', ...PDF_BUDGET }),
    publicOrigin,
    now,
  })
  await app.register(policyReportRoutes, {
    reports: shared.rateLimit({ name: 'policy-reports', ...REPORT_BUDGET }),
    metrics: app.metrics,
  })
  await app.register(discoveryRoutes, { service, publicOrigin, now })
  await app.register(redirectRoutes)
  await app.register(streamRoutes, {
    upstream,
    watch: observed.upstream,
    upstreamOrigin: config.upstreamUrl,
    upstreamPrefix: config.upstreamPrefix,
    timeoutMs: config.upstreamTimeoutMs,
    cookies,
    cleanHtml,
    proxyAllow: config.proxyAllow,
  })
  if (config.webDist) await registerPages(config.webDist)
  app.setNotFoundHandler((_request, reply) => answerNoSuchCall(reply))

  app.addHook('onReady', async () => {
    readiness.state = 'ready'
  })
  app.addHook('preClose', async () => {
    readiness.state = 'draining'
  })
  app.addHook('onClose', async () => {
    measuredDelay.close()
    stopWatchingReaders()
    await Promise.all([upstream.close(), shared.close()])
  })
  return { app, readiness }

  async function registerPages(webDist: string): Promise<void> {
    const loaded = await loadPageBundle(webDist)
    await app.register(assetRoutes, { assets: loadAssets(`${webDist}/client`) })
    const pages = createPageService({ app, service, loaded, overload, observed, log: app.log, now })
    service.onOutdated(pages.outdate)
    await app.register(pageRoutes, {
      pages,
      landing: createTokenLanding({ logIn, cookies, calls, publicOrigin }),
      policy: pagePolicy({
        inlineScripts: loaded.bundle.inlineScripts,
        htmlPolicies: loaded.bundle.htmlPolicies,
        ...headers,
        publicOrigin,
      }),
      publicOrigin,
    })
  }
}
