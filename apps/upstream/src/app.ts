import { join } from 'node:path'
import { LOGIN_TYPE, MINUTE_MS } from '@portal/contract/constants.ts'
import { toOpenApi } from '@portal/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { DEMO_CONTENT_DIR } from './db/seed.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import { noMailer } from './mail/mailer.ts'
import { createParts, type Parts, type PartsOptions } from './parts.ts'
import { authPlugin } from './plugins/auth.ts'
import { errorHandlerPlugin } from './plugins/error-handler.ts'
import { rateLimitPlugin } from './plugins/rate-limit.ts'
import { requestLogPlugin } from './plugins/request-log.ts'
import { storablePlugin } from './plugins/storable.ts'
import { startPusher } from './push/pusher.ts'
import { watchSessions } from './push/session-watch.ts'
import { socketRoutes } from './push/socket-routes.ts'
import { accountRoutes } from './resources/account/account-routes.ts'
import { exportRoutes } from './resources/account/export-routes.ts'
import { articleRoutes } from './resources/articles/article-routes.ts'
import { writingRoutes } from './resources/articles/writing-routes.ts'
import { blockRoutes } from './resources/blocks/block-routes.ts'
import { categoryRoutes } from './resources/categories/category-routes.ts'
import { certificateRoutes } from './resources/certificates/certificate-routes.ts'
import { toWireMessage } from './resources/chat/chat-message.ts'
import { chatRoutes } from './resources/chat/chat-routes.ts'
import { commentRoutes } from './resources/comments/comment-routes.ts'
import { directoryRoutes } from './resources/directory/directory-routes.ts'
import { favouriteRoutes } from './resources/favourites/favourite-routes.ts'
import { feedbackAnswerRoutes } from './resources/feedback/answer-routes.ts'
import { feedbackRoutes } from './resources/feedback/feedback-routes.ts'
import { reportPictureRoutes } from './resources/feedback/report-picture-routes.ts'
import { fileRoutes } from './resources/files/file-routes.ts'
import { uploadRoutes } from './resources/files/upload-routes.ts'
import { followRoutes } from './resources/follows/follow-routes.ts'
import { loginRoutes } from './resources/login/login-routes.ts'
import { toWireNotice } from './resources/notices/notice-message.ts'
import { noticeRoutes } from './resources/notices/notice-routes.ts'
import { reviewRoutes } from './resources/review/review-routes.ts'
import { sayRoutes } from './resources/says/say-routes.ts'
import { signRoutes } from './resources/signs/sign-routes.ts'
import { siteRoutes } from './resources/site/site-routes.ts'
import { loginTypesOf } from './resources/social/login-types.ts'
import { socialRoutes } from './resources/social/social-routes.ts'
import { userRoutes } from './resources/users/user-routes.ts'
import { webhookRoutes } from './resources/wechat/webhook-routes.ts'
import { wechatLoginRoutes } from './resources/wechat/wechat-login-routes.ts'
import { ok } from './route-of.ts'
import { createServer } from './server.ts'

const SWEEP_MS = 10 * MINUTE_MS

export interface AppOptions extends Omit<PartsOptions, 'onError'> {
  /** Where log lines go; standard output by default. */
  log?: { write(line: string): void }
  contentDir?: string
  /** Of a social-login provider; shorter in tests only. */
  providerTimeoutMs?: number
}

type OnError = PartsOptions['onError']

/** The whole reference upstream; it listens nowhere yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createServer(options)
  const onError: OnError = (what) => (error) =>
    app.log.error({ cause: { type: error.name, message: error.message, stack: error.stack } }, what)
  const parts = await createParts({ ...options, onError })
  warnOfMissing(app, options, parts)
  await registerPlugins(app, parts)
  await registerRoutes(app, options, parts, onError)
  const endPushing = startPushing(parts, onError)
  const endSweeping = startSweeping(parts, onError)
  app.addHook('onClose', async () => {
    endSweeping()
    endPushing()
    await parts.bus.close()
    await parts.texts.close()
    await parts.visits.flush()
    parts.mailer.close?.()
  })
  return app
}

function warnOfMissing({ log }: FastifyInstance, { config }: AppOptions, { mailer }: Parts): void {
  if (mailer === noMailer) log.warn('SMTP_URL is not set: no e-mail code can be sent')
  if (config.siteUrl === null && Object.keys(config.social).length > 0) {
    log.warn('SITE_URL is not set: social login names no return address, which all but GitHub ask for')
  }
}

async function registerPlugins(app: FastifyInstance, { sessions, now }: Parts): Promise<void> {
  await app.register(errorHandlerPlugin)
  await app.register(requestLogPlugin)
  await app.register(rateLimitPlugin, { now })
  await app.register(authPlugin, { sessions })
  await app.register(storablePlugin)
}

async function registerRoutes(
  app: FastifyInstance,
  options: AppOptions,
  parts: Parts,
  onError: OnError,
): Promise<void> {
  const { config, contentDir = DEMO_CONTENT_DIR, providerTimeoutMs } = options
  const { accounts, articles, blocks, categories, certificates, chat, codes, comments, digest, favourites, feedback } =
    parts
  const { filesDir, follows, gates, hub, likes, neighbours, notices, now, officialAccount, passwords, pictures } = parts
  const { review, rooms, says, search, sessions, signs, site, socialAccounts, states, users, visits, writing } = parts
  const { countUnread, directory, mailbox, mailer, names, ownAccounts, reportPictures, texts, wechatCodes } = parts
  const loginTypes = loginTypesOf(config)
  const isWechatOffered = loginTypes.includes(LOGIN_TYPE.wechat)
  const wechatQr = isWechatOffered ? config.wechat.qrUrl : null

  await app.register(socketRoutes, { hub, sessions })
  await app.register(siteRoutes, { site, articles, categories, visits, loginTypes, wechatQr, digest, now })
  await app.register(categoryRoutes, { categories })
  await app.register(articleRoutes, {
    ...{ articles, search, likes, gates, neighbours, favourites, follows, notices, visits, digest, now },
  })
  await app.register(writingRoutes, { articles, writing, notices, texts, now })
  await app.register(commentRoutes, { comments, notices, texts, now })
  await app.register(favouriteRoutes, { favourites, articles, notices, now })
  await app.register(followRoutes, { follows, notices })
  await app.register(sayRoutes, { says, texts, now })
  await app.register(signRoutes, { signs, notices, now })
  await app.register(noticeRoutes, { notices, countUnread, now })
  await app.register(chatRoutes, { chat, rooms, blocks, countUnread, texts, now })
  await app.register(blockRoutes, { blocks })
  const sendsMail = mailer !== noMailer
  await app.register(reviewRoutes, { review, writing, comments, feedback, notices, sendsMail })
  await app.register(certificateRoutes, { certificates, digest })
  await app.register(directoryRoutes, { directory, search, visits, digest, now })
  await app.register(feedbackRoutes, { feedback, now })
  await app.register(reportPictureRoutes, { reportPictures, now })
  const onMailError = onError('mail failed')
  await app.register(feedbackAnswerRoutes, { feedback, notices, site, mailer, onMailError })
  await app.register(loginRoutes, { accounts, sessions, codes, passwords, names, now })
  await app.register(socialRoutes, {
    ...{ credentials: config.social, siteUrl: config.siteUrl },
    ...{ states, socialAccounts, accounts, sessions, pictures, names, now },
    ...(providerTimeoutMs !== undefined && { timeoutMs: providerTimeoutMs }),
  })
  await app.register(wechatLoginRoutes, { isOffered: isWechatOffered, codes: wechatCodes, users, accounts, sessions })
  const { token } = config.wechat
  if (token !== null) await app.register(webhookRoutes, { token, officialAccount, now })
  await app.register(userRoutes, { users, follows, sessions, names })
  await app.register(accountRoutes, {
    ...{ ownAccounts, accounts, sessions, passwords, codes, notices, mailer, now },
    onMailError: onError('a warning could not be mailed'),
  })
  await app.register(exportRoutes, { db: options.db, folders: [filesDir, reportPictures.folder], now })
  await app.register(uploadRoutes, { pictures, now })
  await app.register(fileRoutes, { folders: [filesDir, join(contentDir, 'pictures')] })

  const openApi = toOpenApi({ title: '石衡检测 upstream', version: '1.0.0' })
  app.get('/openapi.json', { config: { access: 'public' } }, async () => openApi)
  app.get('/healthz', { config: { access: 'public' } }, async () => ok(null))
  if (!config.isProduction) await app.register(mailboxRoutes, { mailbox })
}

/** Brings messages and notices to the sockets of who is here. @returns ends what would go on by itself */
function startPushing({ bus, hub, sessions, chat, notices, now }: Parts, onError: OnError): () => void {
  startPusher({
    bus,
    hub,
    load: {
      message: async (ids) => (await chat.findMany(ids)).map((row) => toWireMessage(row, now())),
      notice: async (ids) => (await notices.findMany(ids)).map((row) => toWireNotice(row, now())),
    },
    onError: onError('pushing failed'),
  })
  return watchSessions({ hub, sessions, now, onError: onError('watching sessions failed') })
}

/** Removes now and then what has expired. @returns ends it */
function startSweeping(parts: Parts, onError: OnError): () => void {
  const { sessions, codes, gates, visits, store, states, wechatCodes, officialAccount, unusedUploads, erasure } = parts
  const { reportPictures } = parts
  const swept = [
    ...[sessions, codes, gates, visits, store, states, wechatCodes, officialAccount, unusedUploads, erasure],
    reportPictures,
  ]
  const sweeper = setInterval(() => {
    Promise.all(swept.map((one) => one.sweep())).catch(onError('sweeping failed'))
  }, SWEEP_MS).unref()
  return () => clearInterval(sweeper)
}
