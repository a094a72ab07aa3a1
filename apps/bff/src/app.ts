import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { loadAssets } from '#assets/asset-store.ts'
import { createCallService } from '#calls/call-service.ts'
import { createCertificates } from '#certificates/create-certificates.ts'
import { createPictureReader } from '#certificates/pdf/picture-reader.ts'
import { createChat } from '#chat/create-chat.ts'
import { systemTimers, type Timers } from '#chat/timers.ts'
import { createHtmlCleaner } from '#html/clean-html.ts'
import { pagePolicy } from '#pages/content-policy.ts'
import { loadPageBundle } from '#pages/page-bundle.ts'
import { createPageService } from '#pages/page-service.ts'
import { accessPlugin } from '#plugins/access.ts'
import { answerError, errorHandlerPlugin } from '#plugins/error-handler.ts'
import { headersPlugin, setSafeHeaders } from '#plugins/headers.ts'
import { metricsPlugin } from '#plugins/metrics.ts'
import { originGuardPlugin } from '#plugins/origin-guard.ts'
import { limitPipelining } from '#plugins/pipelining.ts'
import { rateLimitPlugin } from '#plugins/rate-limit.ts'
import { sessionPlugin } from '#plugins/session.ts'
import { assetRoutes } from '#routes/asset-routes.ts'
import { callRoutes } from '#routes/call-routes.ts'
import { certificatePdfRoutes } from '#routes/certificate-pdf-routes.ts'
import { certificateRoutes } from '#routes/certificate-routes.ts'
import { createChatEffects } from '#routes/chat-effects.ts'
import { chatRoutes, isHandshake } from '#routes/chat-routes.ts'
import { discoveryRoutes } from '#routes/discovery-routes.ts'
import { healthRoutes, type Readiness } from '#routes/health-routes.ts'
import { answerNoSuchCall, pageRoutes } from '#routes/page-routes.ts'
import { providerRoutes } from '#routes/provider-routes.ts'
import { redirectRoutes } from '#routes/redirect-routes.ts'
import { sessionRoutes } from '#routes/session-routes.ts'
import { streamRoutes } from '#routes/stream-routes.ts'
import { createTokenLanding } from '#routes/token-landing.ts'
import { createTokenLogin } from '#routes/token-login.ts'
import { webhookRoutes } from '#routes/webhook-routes.ts'
import { createSealer } from '#session/seal.ts'
import { createSessionCookies } from '#session/session-cookie.ts'
import { keepSessionKey } from '#session/session-key.ts'
import { createSharedState } from '#shared-state/shared-state.ts'
import { createUpstreamClient } from '#upstream/upstream-client.ts'
import { createUpstreamProbe } from '#upstream/upstream-probe.ts'
import type { Config } from './config.ts'
import { loggerOptions } from './logging.ts'
import { answerMalformedRequest } from './malformed-request.ts'

/** JSON bodies above this are refused; an article with its HTML is the largest. Bytes. */
const BODY_MAX_BYTES = 4 * 1024 * 1024
const HEADERS_MAX_BYTES = 16 * 1024
/** A client that neither reads nor writes for so long is gone. ms. */
const SILENCE_MS = 60_000
/** Calls of one client; a reader of many pages stays far below. */
const CALL_BUDGET = { limit: 600, windowMs: 60_000 }
/** Messages of followers that one address of the official account platform brings. */
const WECHAT_BUDGET = { limit: 600, windowMs: 60_000 }
/** Certificates as files of one client: each takes a while to draw. */
const PDF_BUDGET = { limit: 30, windowMs: 60_000 }

interface Options {
  config: Config
  /** Clock, epoch ms. */
  now?: () => number
  /** What the chat's sockets do later; the system's when left out. */
  timers?: Timers
  /** Where log lines go; standard output when left out. */
  logTo?: { write(line: string): void }
  /** PEM of a further certificate authority for upstream; tests only. */
  upstreamCa?: string
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
  logTo,
  upstreamCa,
}: Options): Promise<Site> {
  const { publicOrigin } = config
  const isHttps = publicOrigin?.startsWith('https:') ?? false
  const app = Fastify({
    logger: loggerOptions(config.logLevel, logTo),
    genReqId: () => crypto.randomUUID(),
    // As many hops as the operator says; each told us truly who came before it.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: BODY_MAX_BYTES,
    // A picture of 10 MB from a slow phone takes more than a minute.
    requestTimeout: 120_000,
    // Whoever waits for upstream is silent too.
    connectionTimeout: SILENCE_MS + config.upstreamTimeoutMs,
    keepAliveTimeout: 75_000,
    http: { maxHeaderSize: HEADERS_MAX_BYTES, headersTimeout: 20_000, shouldUpgradeCallback: isHandshake },
    forceCloseConnections: 'idle',
    // While draining, open connections get their answers, and the supervisor is told.
    return503OnClosing: false,
    clientErrorHandler: answerMalformedRequest,
    routerOptions: { maxParamLength: 128, caseSensitive: true },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an address that cannot be read.
      setSafeHeaders(reply as FastifyReply, isHttps)
      answerError(error, request as FastifyRequest, reply as FastifyReply)
    },
  }) as unknown as FastifyInstance

  limitPipelining(app.server)

  const keys = config.sessionKeys.length > 0 ? config.sessionKeys : [keepSessionKey(config.dataDir)]
  const sealer = createSealer(keys)
  const upstream = createUpstreamClient({
    origin: config.upstreamUrl,
    prefix: config.upstreamPrefix,
    timeoutMs: config.upstreamTimeoutMs,
    ...(upstreamCa ? { ca: upstreamCa } : {}),
  })
  const shared = createSharedState({ redisUrl: config.redisUrl, now, log: app.log })
  const cleanHtml = createHtmlCleaner()
  const service = createCallService({ upstream, cleanHtml, now })
  const calls = shared.rateLimit({ name: 'calls', ...CALL_BUDGET })
  const readiness: Readiness = { state: 'starting' }

  await app.register(errorHandlerPlugin)
  await app.register(headersPlugin, { isHttps })
  await app.register(metricsPlugin)

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

  await app.register(cookie)
  await app.register(originGuardPlugin, { publicOrigin })
  await app.register(rateLimitPlugin, { calls })
  await app.register(sessionPlugin, { cookies, revocations: shared.revocations })
  await app.register(accessPlugin)

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
  await app.register(chatRoutes, { relay: chat.relay, publicOrigin })
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
  await app.register(discoveryRoutes, { service, publicOrigin, now })
  await app.register(redirectRoutes)
  await app.register(streamRoutes, {
    upstream,
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
    await Promise.all([upstream.close(), shared.close()])
  })
  return { app, readiness }

  async function registerPages(webDist: string): Promise<void> {
    const loaded = await loadPageBundle(webDist)
    await app.register(assetRoutes, { assets: loadAssets(`${webDist}/client`) })
    const pages = createPageService({ app, loaded, log: app.log, now })
    service.onOutdated(pages.outdate)
    await app.register(pageRoutes, {
      pages,
      landing: createTokenLanding({ logIn, cookies, calls, publicOrigin }),
      policy: pagePolicy({
        inlineScripts: loaded.bundle.inlineScripts,
        hasForeignPictures: !config.isUpstreamEmbedded,
        isHttps,
        publicOrigin,
      }),
      publicOrigin,
    })
  }
}
