import { join } from 'node:path'
import { LOGIN_TYPE, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
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
import { requestIdOf, requestLogPlugin } from './plugins/request-log.ts'
import { storablePlugin } from './plugins/storable.ts'
import { openPostgresBus } from './push/postgres-bus.ts'
import { createLocalBus, type PushBus } from './push/push-bus.ts'
import { startPusher } from './push/pusher.ts'
import { watchSessions } from './push/session-watch.ts'
import { createSocketHub } from './push/socket-hub.ts'
import { socketRoutes } from './push/socket-routes.ts'
import { createArticleRepository } from './resources/articles/article-repository.ts'
import { articleRoutes } from './resources/articles/article-routes.ts'
import { createGateRepository } from './resources/articles/gate-repository.ts'
import { createLikeRepository } from './resources/articles/like-repository.ts'
import { createNeighbourRepository } from './resources/articles/neighbour-repository.ts'
import { createSearchRepository } from './resources/articles/search-repository.ts'
import { createWritingRepository } from './resources/articles/writing-repository.ts'
import { writingRoutes } from './resources/articles/writing-routes.ts'
import { createCategoryRepository } from './resources/categories/category-repository.ts'
import { categoryRoutes } from './resources/categories/category-routes.ts'
import { createCertificateRepository } from './resources/certificates/certificate-repository.ts'
import { certificateRoutes } from './resources/certificates/certificate-routes.ts'
import { toWireMessage } from './resources/chat/chat-message.ts'
import { createChatRepository } from './resources/chat/chat-repository.ts'
import { chatRoutes } from './resources/chat/chat-routes.ts'
import { createRoomRepository } from './resources/chat/room-repository.ts'
import { createCommentRepository } from './resources/comments/comment-repository.ts'
import { commentRoutes } from './resources/comments/comment-routes.ts'
import { createDirectoryRepository } from './resources/directory/directory-repository.ts'
import { directoryRoutes } from './resources/directory/directory-routes.ts'
import { createFavouriteRepository } from './resources/favourites/favourite-repository.ts'
import { favouriteRoutes } from './resources/favourites/favourite-routes.ts'
import { createFeedbackRepository } from './resources/feedback/feedback-repository.ts'
import { feedbackRoutes } from './resources/feedback/feedback-routes.ts'
import { fileRoutes } from './resources/files/file-routes.ts'
import { createFileStore } from './resources/files/file-store.ts'
import { createPictureKeeper } from './resources/files/picture-keeper.ts'
import { createUnusedUploads } from './resources/files/unused-uploads.ts'
import { uploadRoutes } from './resources/files/upload-routes.ts'
import { createFollowRepository } from './resources/follows/follow-repository.ts'
import { followRoutes } from './resources/follows/follow-routes.ts'
import { createAccountRepository } from './resources/login/account-repository.ts'
import { createEmailCodes } from './resources/login/email-codes.ts'
import { loginRoutes } from './resources/login/login-routes.ts'
import { createPasswords, type PasswordCost } from './resources/login/passwords.ts'
import { createSessionRepository } from './resources/login/session-repository.ts'
import { toWireNotice } from './resources/notices/notice-message.ts'
import { createNoticeRepository } from './resources/notices/notice-repository.ts'
import { noticeRoutes } from './resources/notices/notice-routes.ts'
import { createCountUnread } from './resources/notices/unread-counters.ts'
import { createReviewRepository } from './resources/review/review-repository.ts'
import { reviewRoutes } from './resources/review/review-routes.ts'
import { createSayRepository } from './resources/says/say-repository.ts'
import { sayRoutes } from './resources/says/say-routes.ts'
import { createSignRepository } from './resources/signs/sign-repository.ts'
import { signRoutes } from './resources/signs/sign-routes.ts'
import { createSiteRepository } from './resources/site/site-repository.ts'
import { siteRoutes } from './resources/site/site-routes.ts'
import { loginTypesOf } from './resources/social/login-types.ts'
import { createOauthStates } from './resources/social/oauth-states.ts'
import { createSocialAccounts } from './resources/social/social-account-repository.ts'
import { socialRoutes } from './resources/social/social-routes.ts'
import { createUserRepository } from './resources/users/user-repository.ts'
import { userRoutes } from './resources/users/user-routes.ts'
import { COUNTING_MS, createVisitLog } from './resources/visits/visit-log.ts'
import { createOfficialAccount } from './resources/wechat/official-account.ts'
import { webhookRoutes } from './resources/wechat/webhook-routes.ts'
import { createWechatCodes } from './resources/wechat/wechat-codes.ts'
import { wechatLoginRoutes } from './resources/wechat/wechat-login-routes.ts'
import { ok } from './route-of.ts'

/** Demo articles, pictures and site settings; fills an empty database. */
export const DEMO_CONTENT_DIR = join(import.meta.dirname, '../content')

const BODY_MAX_BYTES = 2_500_000
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS
const HEADERS_TIMEOUT_MS = 10 * SECOND_MS
/** Longer than the BFF keeps an idle connection, so that it never sends on one that we are just closing. */
const KEEP_ALIVE_MS = 75 * SECOND_MS
/** Open sockets count too: one for each user who is at the site. */
const CONNECTIONS_MAX = 20_000
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
  /** Of a social-login provider; shorter in tests only. */
  providerTimeoutMs?: number
  /** Kept in `DATA_DIR` by default. */
  digest?: Digest
}

function chooseMailer(config: Config, mailbox: Mailbox): Mailer {
  if (config.smtpUrl) return createSmtpMailer(config.smtpUrl, config.mailFrom)
  return config.isProduction ? noMailer : mailbox
}

async function openBus({ config, db }: AppOptions, onLost: (error: Error) => void): Promise<PushBus> {
  const url = config.databaseUrl
  return url.startsWith('sqlite:') ? createLocalBus(db) : await openPostgresBus({ db, url, onLost })
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
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    logger: {
      level: config.logLevel,
      base: { name: 'upstream' },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: {
        // `*.headers`: the multipart reader repeats a request's headers at level `trace`.
        paths: ['req', 'res', '*.headers', '*.authorization', '*.password', '*.token', '*.code_hash', '*.cookie'],
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
  const users = createUserRepository({ db })
  const states = createOauthStates({ db, now })
  const socialAccounts = createSocialAccounts({ db, now })
  const codes = createEmailCodes({ db, mailer, digest, now, onMailError: onError('mail failed') })
  const passwords = createPasswords(options.passwordCost)
  const articles = createArticleRepository({ db })
  const writing = createWritingRepository({ db, now })
  const likes = createLikeRepository({ db, now })
  const comments = createCommentRepository({ db, now })
  const favourites = createFavouriteRepository({ db, now })
  const follows = createFollowRepository({ db, now })
  const says = createSayRepository({ db, now })
  const signs = createSignRepository({ db, now })
  const bus = await openBus(options, onError('pushes between processes are interrupted'))
  const chat = createChatRepository({ db, bus, now })
  const rooms = createRoomRepository({ db, now })
  const notices = createNoticeRepository({ db, bus, now, onError: onError('a notice failed') })
  const countUnread = createCountUnread(notices, chat)
  const review = createReviewRepository({ db })
  const categories = createCategoryRepository({ db })
  const search = createSearchRepository({ db })
  const gates = createGateRepository({ db, likes, comments, digest, now })
  const wechatCodes = createWechatCodes({ db, digest, now })
  const officialAccount = createOfficialAccount({ db, codes: wechatCodes, gates, socialAccounts, now })
  const neighbours = createNeighbourRepository({ db })
  const loginTypes = loginTypesOf(config)
  const site = createSiteRepository({ db })
  const certificates = createCertificateRepository({ db })
  const directory = createDirectoryRepository({ db, now })
  const feedback = createFeedbackRepository({ db, now })
  const filesDir = join(config.dataDir, 'files')
  const store = createFileStore(filesDir, now)
  const pictures = createPictureKeeper(store)
  const visits = createVisitLog({
    db,
    now,
    countingMs: options.countingMs ?? COUNTING_MS,
    onError: onError('counting failed'),
  })
  const hub = createSocketHub()
  const stopWatch = watchSessions({ hub, sessions, now, onError: onError('watching sessions failed') })
  startPusher({
    bus,
    hub,
    load: {
      message: async (ids) => (await chat.findMany(ids)).map((row) => toWireMessage(row, now())),
      notice: async (ids) => (await notices.findMany(ids)).map((row) => toWireNotice(row, now())),
    },
    onError: onError('pushing failed'),
  })
  if (mailer === noMailer) app.log.warn('SMTP_URL is not set: no e-mail code can be sent')
  if (config.siteUrl === null && Object.keys(config.social).length > 0) {
    app.log.warn('SITE_URL is not set: social login names no return address, which all but GitHub ask for')
  }

  await app.register(errorHandlerPlugin)
  await app.register(requestLogPlugin)
  await app.register(rateLimitPlugin, { now })
  await app.register(authPlugin, { sessions })
  await app.register(storablePlugin)
  await app.register(socketRoutes, { hub, sessions })

  const wechatQr = loginTypes.includes(LOGIN_TYPE.wechat) ? config.wechat.qrUrl : null
  await app.register(siteRoutes, { site, articles, categories, visits, loginTypes, wechatQr, digest, now })
  await app.register(categoryRoutes, { categories })
  await app.register(articleRoutes, {
    articles,
    search,
    likes,
    gates,
    neighbours,
    favourites,
    follows,
    notices,
    visits,
    digest,
    now,
  })
  await app.register(writingRoutes, { articles, writing, notices, now })
  await app.register(commentRoutes, { comments, notices, now })
  await app.register(favouriteRoutes, { favourites, articles, notices, now })
  await app.register(followRoutes, { follows, notices })
  await app.register(sayRoutes, { says, now })
  await app.register(signRoutes, { signs, notices, now })
  await app.register(noticeRoutes, { notices, countUnread, now })
  await app.register(chatRoutes, { chat, rooms, countUnread, now })
  await app.register(reviewRoutes, { review, writing, comments, feedback, notices })
  await app.register(certificateRoutes, { certificates, digest })
  await app.register(directoryRoutes, { directory })
  await app.register(feedbackRoutes, { feedback, now })
  await app.register(loginRoutes, { accounts, sessions, codes, passwords, now })
  await app.register(socialRoutes, {
    credentials: config.social,
    siteUrl: config.siteUrl,
    states,
    socialAccounts,
    accounts,
    sessions,
    pictures,
    now,
    ...(options.providerTimeoutMs !== undefined && { timeoutMs: options.providerTimeoutMs }),
  })
  const { token: wechatToken } = config.wechat
  const isOffered = loginTypes.includes(LOGIN_TYPE.wechat)
  await app.register(wechatLoginRoutes, { isOffered, codes: wechatCodes, users, accounts, sessions })
  if (wechatToken !== null) await app.register(webhookRoutes, { token: wechatToken, officialAccount, now })
  await app.register(userRoutes, { users, follows, sessions })
  await app.register(uploadRoutes, { pictures, now })
  await app.register(fileRoutes, { folders: [filesDir, join(contentDir, 'pictures')] })

  const openApi = toOpenApi({ title: '石衡检测 upstream', version: '1.0.0' })
  app.get('/openapi.json', { config: { access: 'public' } }, async () => openApi)
  app.get('/healthz', { config: { access: 'public' } }, async () => ok(null))
  if (!config.isProduction) await app.register(mailboxRoutes, { mailbox })

  const unusedUploads = createUnusedUploads({ db, folder: filesDir, now })
  const swept = [sessions, codes, gates, visits, store, states, wechatCodes, officialAccount, unusedUploads]
  const sweeper = setInterval(() => {
    Promise.all(swept.map((one) => one.sweep())).catch(onError('sweeping failed'))
  }, SWEEP_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(sweeper)
    stopWatch()
    await bus.close()
    await visits.flush()
    mailer.close?.()
  })
  return app
}
