import cookie from '@fastify/cookie'
import { listRedirects } from '@portal/contract/site/redirect-calls.ts'
import type { FastifyInstance } from 'fastify'
import { loadAssets } from '#assets/asset-store.ts'
import { createPictureReader } from '#certificates/pdf/picture-reader.ts'
import { isBehindProxy } from '#config/trusted-proxies.ts'
import { loadPageBundle } from '#pages/page-bundle.ts'
import { createPageRenderer } from '#pages/page-renderer.ts'
import { createPageService } from '#pages/page-service.ts'
import { createPreviewAnswers } from '#pages/preview-answers.ts'
import { accessPlugin } from '#plugins/access.ts'
import { createPagePolicy } from '#plugins/content-policy.ts'
import { errorHandlerPlugin } from '#plugins/error-handler.ts'
import { filesPerClientPlugin } from '#plugins/files-per-client.ts'
import { type HeaderOptions, headersPlugin } from '#plugins/headers.ts'
import { httpsOnlyPlugin } from '#plugins/https-only.ts'
import { metricsPlugin } from '#plugins/metrics.ts'
import { originGuardPlugin } from '#plugins/origin-guard.ts'
import { overloadPlugin } from '#plugins/overload.ts'
import { proxyDiagnosticsPlugin } from '#plugins/proxy-diagnostics.ts'
import { rateLimitPlugin } from '#plugins/rate-limit.ts'
import { readYourWritesPlugin } from '#plugins/read-your-writes.ts'
import { requestFormPlugin } from '#plugins/request-form.ts'
import { requestIdPlugin } from '#plugins/request-id.ts'
import { sessionPlugin } from '#plugins/session.ts'
import { tracingPlugin } from '#plugins/tracing.ts'
import { callRoutes } from '#routes/calls/call-routes.ts'
import { createGuardEffects } from '#routes/calls/guard-effects.ts'
import { createOrderEffects } from '#routes/calls/order-effects.ts'
import { sessionRoutes } from '#routes/calls/session-routes.ts'
import { streamRoutes } from '#routes/calls/stream-routes.ts'
import { visitEffects } from '#routes/calls/visit-effects.ts'
import { certificatePdfRoutes } from '#routes/certificates/certificate-pdf-routes.ts'
import { certificatePrintRoutes } from '#routes/certificates/certificate-print-routes.ts'
import { certificateRoutes } from '#routes/certificates/certificate-routes.ts'
import { createSavingEffects } from '#routes/certificates/saving-effects.ts'
import { createChatEffects } from '#routes/chat/chat-effects.ts'
import { chatRoutes } from '#routes/chat/chat-routes.ts'
import { discoveryRoutes } from '#routes/discovery/discovery-routes.ts'
import { providerRoutes } from '#routes/login/provider-routes.ts'
import { createConfirmLogin, tokenConfirmationRoutes } from '#routes/login/token-confirmation.ts'
import { createTokenLanding } from '#routes/login/token-landing.ts'
import { createTokenLogin, type TokenLogin } from '#routes/login/token-login.ts'
import { assetRoutes } from '#routes/pages/asset-routes.ts'
import { manageRoutes } from '#routes/pages/manage-routes.ts'
import { answerNoSuchCall, pageRoutes } from '#routes/pages/page-routes.ts'
import { createPreviewPage } from '#routes/pages/preview-page.ts'
import { redirectRoutes } from '#routes/pages/redirect-routes.ts'
import { createSharePage } from '#routes/pages/share-page.ts'
import { partnerRoutes } from '#routes/partners/partner-routes.ts'
import { healthRoutes } from '#routes/service/health-routes.ts'
import { policyReportRoutes } from '#routes/service/policy-report-routes.ts'
import { webhookRoutes } from '#routes/service/webhook-routes.ts'
import { type AddressHits, createAddressHits } from '#upstream/address-hits.ts'
import { createRedirectFinder, type RedirectFinder } from '#upstream/redirect-finder.ts'
import { watchRevision } from '#upstream/revision-watch.ts'
import { createUpstreamProbe, type UpstreamProbe } from '#upstream/upstream-probe.ts'
import type { Config } from './config/config.ts'
import { CLIENT_BUDGETS, SERVER_LIMITS, type ServerLimits } from './config/limits.ts'
import { createDependencies, type Dependencies, type DependencyOptions } from './dependencies.ts'
import { isStarting, type Readiness } from './routes/service/readiness.ts'
import { createServer } from './server.ts'

export interface AppOptions extends Omit<DependencyOptions, 'log'> {
  /** Receives log lines; standard output by default. */
  logTo?: { write(line: string): void }
  /** Smaller limits, for tests. */
  limits?: Partial<ServerLimits>
}

export interface Site {
  app: FastifyInstance
  readiness: Readiness
  probe: UpstreamProbe
  /**
   * Drops cached answers when upstream publishes something by itself. Called once the server listens; stops when the
   * app closes.
   */
  watchRevision(): void
}

interface AppContext {
  app: FastifyInstance
  config: Config
  limits: ServerLimits
  headers: HeaderOptions
  readiness: Readiness
  probe: UpstreamProbe
  dependencies: Dependencies
  tokenLogin: TokenLogin
  redirects: RedirectFinder
  hits: AddressHits
}

/** Builds the whole BFF, in the order of its plugins and routes. It does not listen yet. */
export async function buildApp({ logTo, limits: smaller, ...options }: AppOptions): Promise<Site> {
  const { config } = options
  const limits = { ...SERVER_LIMITS, ...smaller }
  const headers = getHeaderOptions(config)
  const app = createServer({ config, limits, headers, logTo })
  const dependencies = await createDependencies({ ...options, log: app.log })
  const readiness: Readiness = { state: 'starting' }
  const probe = createUpstreamProbe(dependencies.upstream, dependencies.now)
  const { service, cookies, now } = dependencies
  const tokenLogin = createTokenLogin({ service, cookies, now })
  const redirects = createRedirectFinder(dependencies)
  const budget = dependencies.shared.rateLimit({ name: 'missing-pages', ...CLIENT_BUDGETS.missingPages })
  const hits = createAddressHits({ upstream: dependencies.upstream, budget })
  const parts = { dependencies, tokenLogin, redirects, hits }
  const context: AppContext = { app, config, limits, headers, readiness, probe, ...parts }

  await registerPlugins(context)
  await registerRoutes(context)
  if (config.webDist) await registerPages(context, config.webDist)
  app.setNotFoundHandler((_request, reply) => answerNoSuchCall(reply))

  app.addHook('preClose', async () => {
    readiness.state = 'draining'
  })
  app.addHook('onClose', dependencies.close)
  service.onInvalidated((paths) => {
    if (paths.includes(listRedirects.path)) void redirects.refresh()
  })
  let endWatch = () => {}
  app.addHook('preClose', async () => {
    endWatch()
    redirects.end()
    await hits.flush()
  })
  return {
    app,
    readiness,
    probe,
    watchRevision() {
      void redirects.refresh()
      const invalidate = (paths: readonly string[]) => service.invalidate([...paths, listRedirects.path])
      endWatch = watchRevision({ upstream: dependencies.upstream, onChange: invalidate })
    },
  }
}

function getHeaderOptions({ publicOrigin, hsts, isUpstreamEmbedded }: Config): HeaderOptions {
  const isHttps = publicOrigin?.startsWith('https:') ?? false
  return { isHttps, hsts, hasForeignPictures: !isUpstreamEmbedded }
}

/** Registers the plugins in the order in which their hooks run. */
async function registerPlugins({ app, config, limits, headers, dependencies }: AppContext): Promise<void> {
  const { publicOrigin, trustProxy } = config
  const { calls, changes, cookies, now, observed, overload, shared } = dependencies
  await app.register(errorHandlerPlugin)
  if (observed.tracing) await app.register(tracingPlugin, { tracing: observed.tracing })
  await app.register(requestIdPlugin)
  await app.register(metricsPlugin, { registry: observed.registry })
  await app.register(headersPlugin, headers)
  await app.register(requestFormPlugin, limits)
  await app.register(httpsOnlyPlugin, { publicOrigin, isBehindProxy: isBehindProxy(trustProxy) })
  await app.register(proxyDiagnosticsPlugin, { trustProxy, publicOrigin, now })
  // Cookies are parsed only when they are read: `session-cookie.ts`.
  await app.register(cookie, { hook: false })
  await app.register(originGuardPlugin, { publicOrigin })
  await app.register(overloadPlugin, { overload, cookies })
  await app.register(rateLimitPlugin, { calls })
  await app.register(sessionPlugin, { cookies, revocations: shared.revocations })
  await app.register(accessPlugin)
  await app.register(readYourWritesPlugin, { changes, cookies })
  await app.register(filesPerClientPlugin, { limit: limits.filesPerClient })
}

async function registerRoutes({ app, config, readiness, probe, dependencies, tokenLogin }: AppContext): Promise<void> {
  const { publicOrigin } = config
  const { calls, certificates, changes, chat, cleaning, cookies, now, observed, overload, service, shared } =
    dependencies
  const { feedbackGuard, loginGuard, orderGuard, renders, shareReads, upstream } = dependencies
  const { relay } = chat
  const { revocations } = shared
  await app.register(healthRoutes, { readiness, probe, shared })
  await app.register(sessionRoutes, { service, cookies })
  const chatEffects = createChatEffects({ chat, service })
  const guardEffects = createGuardEffects({ cookies, loginGuard, feedbackGuard })
  const savingEffects = createSavingEffects({ ...certificates, budget: shareReads, publicOrigin })
  const orderEffects = createOrderEffects({ guard: orderGuard, clock: dependencies.lookupClock })
  await app.register(callRoutes, {
    service,
    cookies,
    changes,
    revocations,
    relay,
    now,
    effects: [...chatEffects, ...guardEffects, ...savingEffects, ...orderEffects, ...visitEffects],
  })
  await app.register(chatRoutes, { relay, overload, publicOrigin })
  await app.register(providerRoutes, { upstream, cookies, logIn: tokenLogin.logIn, calls, publicOrigin })
  const messages = shared.rateLimit({ name: 'wechat', ...CLIENT_BUDGETS.wechat })
  await app.register(webhookRoutes, { upstream, messages })
  await app.register(certificateRoutes, {
    lookup: certificates.lookup,
    keys: certificates.receipts.keys,
    isOpen: config.certificateSource !== 'off',
    publicOrigin,
  })
  await app.register(partnerRoutes, {
    ofKey: shared.rateLimit({ name: 'partner-keys', ...CLIENT_BUDGETS.partnerKeys }),
    refusals: shared.rateLimit({ name: 'partner-refusals', ...CLIENT_BUDGETS.partnerRefusals }),
    isOpen: config.certificateSource !== 'off',
    clock: dependencies.lookupClock,
    service,
  })
  await app.register(certificatePdfRoutes, {
    lookup: certificates.lookup,
    service,
    readPictures: createPictureReader(upstream),
    budget: shared.rateLimit({ name: 'certificate-pdfs', ...CLIENT_BUDGETS.certificatePdfs }),
    publicOrigin,
    now,
  })
  await app.register(certificatePrintRoutes, {
    service,
    cookies,
    publicOrigin,
    readPictures: createPictureReader(upstream),
    budget: shared.rateLimit({ name: 'certificate-prints', ...CLIENT_BUDGETS.certificatePrints }),
  })
  const reports = shared.rateLimit({ name: 'policy-reports', ...CLIENT_BUDGETS.policyReports })
  await app.register(policyReportRoutes, { reports, metrics: app.metrics })
  await app.register(discoveryRoutes, { service, budget: renders, publicOrigin, now })
  await app.register(redirectRoutes)
  await app.register(streamRoutes, {
    upstream,
    cookies,
    cleaning,
    watch: observed.upstream,
    timeoutMs: config.upstreamTimeoutMs,
    proxyAllow: config.proxyAllow,
    logFiles: shared.rateLimit({ name: 'log-files', ...CLIENT_BUDGETS.logFiles }),
  })
}

/** Serves web's build: its files, and every address that is a page. */
async function registerPages(context: AppContext, webDist: string): Promise<void> {
  const { app, config, limits, headers, dependencies, tokenLogin } = context
  const { publicOrigin } = config
  const { cleaning, cookies, now, observed, overload, renders, sealer, service, shared } = dependencies
  const loaded = await loadPageBundle(webDist)
  const { inlineScripts, htmlPolicies, manageDocument, manageInlineScripts } = loaded.bundle
  const createPolicy = (scripts: readonly string[], frames: { hasFrames?: boolean; isFramed?: boolean } = {}) =>
    createPagePolicy({ inlineScripts: scripts, htmlPolicies, ...headers, publicOrigin, ...frames })
  await app.register(assetRoutes, { assets: loadAssets(`${webDist}/client`) })
  await app.register(assetRoutes, { assets: loadAssets(`${webDist}/manage`) })
  await app.register(manageRoutes, {
    html: manageDocument(loaded.manageManifest),
    policy: createPolicy(manageInlineScripts, { hasFrames: true }),
  })
  const pages = createPageService({ app, service, loaded, overload, observed, budget: renders, log: app.log, now })
  service.onInvalidated(pages.invalidate)
  const policy = createPolicy(inlineScripts)
  const preview = createPreviewPage({
    service,
    cookies,
    revocations: shared.revocations,
    budget: renders,
    policy: createPolicy(inlineScripts, { isFramed: true }),
    refusalPolicy: policy,
    publicOrigin,
    renderer: createPageRenderer({ app, service, loaded, log: app.log, now }),
    createAnswers: createPreviewAnswers({ cleaning, publicOrigin }),
  })
  const tries = shared.rateLimit({ name: 'token-logins', ...CLIENT_BUDGETS.tokenLogins })
  const confirmation = { sealer, cookies, ...tokenLogin, tries, publicOrigin, now }
  await app.register(tokenConfirmationRoutes, confirmation)
  await app.register(pageRoutes, {
    pages,
    redirects: context.redirects,
    hits: context.hits,
    landing: createTokenLanding({ logIn: tokenLogin.logIn, confirm: createConfirmLogin(confirmation), cookies, tries }),
    share: createSharePage({ pages, budget: dependencies.shareReads, policy, publicOrigin }),
    isStarting: () => isStarting(context.readiness, context.probe),
    preview,
    policy,
    publicOrigin,
    fileForms: limits.fileForms,
  })
}
