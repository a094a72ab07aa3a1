import { join } from 'node:path'
import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { toOpenApi } from '@portal/contract/openapi.ts'
import { type FastifyError, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import { type Digest, digestWith, loadInstallKey } from './install-key.ts'
import { createMailbox, type Mailbox } from './mail/mailbox.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import { createSmtpMailer, type Mailer, noMailer } from './mail/mailer.ts'
import { authPlugin } from './plugins/auth.ts'
import { answerClientError, answerError, errorHandlerPlugin } from './plugins/error-handler.ts'
import { rateLimitPlugin } from './plugins/rate-limit.ts'
import { requestLogPlugin } from './plugins/request-log.ts'
import { createArticleRepository } from './resources/articles/article-repository.ts'
import { articleRoutes } from './resources/articles/article-routes.ts'
import { createGateRepository } from './resources/articles/gate-repository.ts'
import { createLikeRepository } from './resources/articles/like-repository.ts'
import { createNeighbourRepository } from './resources/articles/neighbour-repository.ts'
import { createSearchRepository } from './resources/articles/search-repository.ts'
import { createCategoryRepository } from './resources/categories/category-repository.ts'
import { categoryRoutes } from './resources/categories/category-routes.ts'
import { createDirectoryRepository } from './resources/directory/directory-repository.ts'
import { directoryRoutes } from './resources/directory/directory-routes.ts'
import { createFeedbackRepository } from './resources/feedback/feedback-repository.ts'
import { feedbackRoutes } from './resources/feedback/feedback-routes.ts'
import { fileRoutes } from './resources/files/file-routes.ts'
import { createAccountRepository } from './resources/login/account-repository.ts'
import { createEmailCodes } from './resources/login/email-codes.ts'
import { loginRoutes } from './resources/login/login-routes.ts'
import { createPasswords, type PasswordCost } from './resources/login/passwords.ts'
import { createSessionRepository } from './resources/login/session-repository.ts'
import { createSiteRepository } from './resources/site/site-repository.ts'
import { siteRoutes } from './resources/site/site-routes.ts'
import { userRoutes } from './resources/users/user-routes.ts'
import { COUNTING_MS, createVisitLog } from './resources/visits/visit-log.ts'
import { ok } from './route-of.ts'

/** Demo articles, pictures and site settings; fills an empty database. */
export const DEMO_CONTENT_DIR = join(import.meta.dirname, '../content')

const BODY_MAX_BYTES = 2_500_000
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS
/** Longer than the BFF keeps an idle connection, so that it never sends on one that we are just closing. */
const KEEP_ALIVE_MS = 75 * SECOND_MS
const CONNECTIONS_MAX = 2000
const SWEEP_MS = 10 * MINUTE_MS
/** File names of the contract are below; Fastify's own 100 is about as much. */
const PARAM_MAX_LENGTH = 128

export interface AppOptions {
  config: Config
  /** Migrated. Stays open when the app closes. */
  db: Db
  now?: () => number
  /** Left out: by `SMTP_URL`, or the developer's mailbox. */
  mailer?: Mailer
  /** Where log lines go; standard output by default. */
  log?: { write(line: string): void }
  contentDir?: string
  /** Lower in tests only. */
  passwordCost?: PasswordCost
  /** Shorter in tests only. */
  countingMs?: number
  /** Kept in `DATA_DIR` by default. */
  digest?: Digest
}

function chooseMailer(config: Config, mailbox: Mailbox): Mailer {
  if (config.smtpUrl) return createSmtpMailer(config.smtpUrl, config.mailFrom)
  return config.isProduction ? noMailer : mailbox
}

function createServer({ config, log }: AppOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    exposeHeadRoutes: false,
    // Each hop adds the address it saw at the end; only as many of them are believed as there are proxies of ours.
    trustProxy: (_address: string, hop: number) => hop < config.trustedHops,
    frameworkErrors: (error, request, reply) => void answerError(error as FastifyError, request, reply),
    clientErrorHandler: answerClientError,
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: config.logLevel,
      base: { name: 'upstream' },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: {
        paths: ['req', 'res', '*.authorization', '*.password', '*.token', '*.code_hash', '*.cookie'],
        remove: true,
      },
      ...(log && { stream: log }),
    },
  })
  app.server.maxConnections = CONNECTIONS_MAX
  return app
}

/** Every plugin and route of the reference upstream, in order. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, now = Date.now, contentDir = DEMO_CONTENT_DIR } = options
  const app = createServer(options)
  const onError = (what: string) => (error: Error) =>
    app.log.error({ cause: { type: error.name, message: error.message, stack: error.stack } }, what)

  const mailbox = createMailbox(now)
  const mailer = options.mailer ?? chooseMailer(config, mailbox)
  const digest = options.digest ?? digestWith(loadInstallKey(config.dataDir))
  const sessions = createSessionRepository({ db, now })
  const accounts = createAccountRepository({ db, now })
  const codes = createEmailCodes({ db, mailer, digest, now, onMailError: onError('mail failed') })
  const passwords = createPasswords(options.passwordCost)
  const articles = createArticleRepository({ db })
  const likes = createLikeRepository({ db, now })
  const categories = createCategoryRepository({ db })
  const search = createSearchRepository({ db })
  const gates = createGateRepository({ db, likes, digest, now })
  const neighbours = createNeighbourRepository({ db })
  const site = createSiteRepository({ db })
  const directory = createDirectoryRepository({ db, now })
  const feedback = createFeedbackRepository({ db, now })
  const visits = createVisitLog({
    db,
    now,
    countingMs: options.countingMs ?? COUNTING_MS,
    onError: onError('counting failed'),
  })
  if (mailer === noMailer) app.log.warn('SMTP_URL is not set: no e-mail code can be sent')

  await app.register(errorHandlerPlugin)
  await app.register(requestLogPlugin)
  await app.register(rateLimitPlugin, { now })
  await app.register(authPlugin, { sessions })

  await app.register(siteRoutes, { site, articles, categories, visits, digest, now })
  await app.register(categoryRoutes, { categories })
  await app.register(articleRoutes, { articles, search, likes, gates, neighbours, visits, digest, now })
  await app.register(directoryRoutes, { directory })
  await app.register(feedbackRoutes, { feedback, now })
  await app.register(loginRoutes, { accounts, sessions, codes, passwords, now })
  await app.register(userRoutes, { sessions })
  await app.register(fileRoutes, { folders: [join(config.dataDir, 'files'), join(contentDir, 'pictures')] })

  const openApi = toOpenApi({ title: '石衡检测 upstream', version: '1.0.0' })
  app.get('/openapi.json', { config: { access: 'public' } }, async () => openApi)
  app.get('/healthz', { config: { access: 'public' } }, async () => ok(null))
  if (!config.isProduction) await app.register(mailboxRoutes, { mailbox })

  const swept = [sessions, codes, gates, visits]
  const sweeper = setInterval(() => {
    Promise.all(swept.map((one) => one.sweep())).catch(onError('sweeping failed'))
  }, SWEEP_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(sweeper)
    await visits.flush()
    mailer.close?.()
  })
  return app
}
