import { join } from 'node:path'
import { LOGIN_TYPE } from '@portal/contract/constants.ts'
import { toOpenApi } from '@portal/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { ok } from './add-route.ts'
import { startBackgroundWork } from './background-work.ts'
import type { Config } from './config.ts'
import { DEMO_CONTENT_DIR } from './demo/seed.ts'
import { createDependencies, type Dependencies, type DependencyOptions } from './dependencies.ts'
import { mailboxRoutes } from './mail/mailbox.ts'
import { noMailer } from './mail/mailer.ts'
import { contentRoutes } from './manage/articles/content-routes.ts'
import { auditRoutes } from './manage/audit-routes.ts'
import { approvalRoutes } from './manage/certificates/approval-routes.ts'
import { batchRoutes } from './manage/certificates/batches/batch-routes.ts'
import { deskRoutes } from './manage/certificates/desk-routes.ts'
import { deskExportRoutes } from './manage/certificates/list/desk-export-routes.ts'
import { deskPictureRoutes } from './manage/certificates/pictures/desk-picture-routes.ts'
import { printRoutes } from './manage/certificates/print/print-routes.ts'
import { recoveryRoutes } from './manage/certificates/recovered-certificates.ts'
import { withdrawalRoutes } from './manage/certificates/withdrawal-routes.ts'
import { demoRoutes } from './manage/demo/demo-routes.ts'
import { factorRoutes } from './manage/factor/factor-routes.ts'
import { figureRoutes } from './manage/figures/figure-routes.ts'
import { partnerManageRoutes } from './manage/partners/partner-manage-routes.ts'
import { partnerWebhookRoutes } from './manage/partners/webhook-routes.ts'
import { acceptanceRoutes } from './manage/people/acceptance-routes.ts'
import { dutyRoutes } from './manage/people/duty-routes.ts'
import { factorResetRoutes } from './manage/people/factor-reset-routes.ts'
import { invitationRoutes } from './manage/people/invitation-routes.ts'
import { penaltyRoutes } from './manage/people/penalty-routes.ts'
import { peopleRoutes } from './manage/people/people-routes.ts'
import { signatoryRoutes } from './manage/people/signatory-routes.ts'
import { signingNameRoutes } from './manage/people/signing-name-routes.ts'
import { previewRoutes } from './manage/preview/preview-routes.ts'
import { setupRoutes } from './manage/setup/setup-routes.ts'
import { sitePreviewRoutes } from './manage/site/site-preview.ts'
import { manageSiteRoutes } from './manage/site/site-routes.ts'
import { topicRoutes } from './manage/site/topic-routes.ts'
import { conversationRoutes } from './manage/tickets/conversation-routes.ts'
import { ticketPictureRoutes } from './manage/tickets/pictures/ticket-picture-routes.ts'
import { savedReplyRoutes } from './manage/tickets/saved-reply-routes.ts'
import { ticketChangeRoutes } from './manage/tickets/ticket-change-routes.ts'
import { ticketRegisterRoutes } from './manage/tickets/ticket-register-routes.ts'
import { ticketRoutes } from './manage/tickets/ticket-routes.ts'
import { savedViewRoutes } from './manage/views/saved-view-routes.ts'
import { authPlugin } from './plugins/auth.ts'
import { errorHandlerPlugin } from './plugins/error-handler.ts'
import { rateLimitPlugin } from './plugins/rate-limit.ts'
import { requestLogPlugin } from './plugins/request-log.ts'
import { storablePlugin } from './plugins/storable.ts'
import { socketRoutes } from './push/socket-routes.ts'
import { accountRoutes } from './resources/account/account-routes.ts'
import { exportRoutes } from './resources/account/export-routes.ts'
import { articleRoutes } from './resources/articles/article-routes.ts'
import { writingRoutes } from './resources/articles/writing-routes.ts'
import { blockRoutes } from './resources/blocks/block-routes.ts'
import { categoryRoutes } from './resources/categories/category-routes.ts'
import { certificateRoutes } from './resources/certificates/certificate-routes.ts'
import { withdrawnRoutes } from './resources/certificates/withdrawn-routes.ts'
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
import { keepingRoutes } from './resources/keeping/keeping-routes.ts'
import { logRoutes } from './resources/log/log-routes.ts'
import { loginRoutes } from './resources/login/login-routes.ts'
import { noticeRoutes } from './resources/notices/notice-routes.ts'
import { partnerRoutes } from './resources/partners/partner-routes.ts'
import { postRoutes } from './resources/posts/post-routes.ts'
import { reviewRoutes } from './resources/review/review-routes.ts'
import { signRoutes } from './resources/signs/sign-routes.ts'
import { siteRoutes } from './resources/site/site-routes.ts'
import { PROVIDER_NAMES, PROVIDERS } from './resources/social/providers.ts'
import { socialRoutes } from './resources/social/social-routes.ts'
import { userRoutes } from './resources/users/user-routes.ts'
import { webhookRoutes } from './resources/wechat/webhook-routes.ts'
import { wechatLoginRoutes } from './resources/wechat/wechat-login-routes.ts'
import { createServer } from './server.ts'

export interface AppOptions extends Omit<DependencyOptions, 'onError' | 'onMismatch'> {
  /** Receives log lines; standard output by default. */
  log?: { write(line: string): void }
  contentDir?: string
  /** Of a social-login provider; shorter in tests only. */
  providerTimeoutMs?: number
}

/** The whole reference upstream; it listens nowhere yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createServer(options)
  const onError: DependencyOptions['onError'] = (what) => (error) =>
    app.log.error({ cause: { type: error.name, message: error.message, stack: error.stack } }, what)
  const onMismatch: DependencyOptions['onMismatch'] = (certificateNo, why) =>
    app.log.error({ certificateNo, why }, 'a certificate does not match the public log and is not shown')
  const dependencies = await createDependencies({ ...options, onError, onMismatch })
  warnOfMissing(app, options, dependencies)
  await registerPlugins(app, dependencies)
  await registerRoutes(app, options, dependencies, onError)
  const endWork = startBackgroundWork(dependencies, app.log, onError)
  app.addHook('onReady', async () => {
    // A restored backup stops the log before anything is appended.
    await dependencies.logSigner.look()
    dependencies.logCheck.sweep().catch(onError('the public log could not be checked'))
    dependencies.logBacklog.sweep().catch(onError('waiting certificates could not enter the public log'))
  })
  app.addHook('onClose', endWork)
  return app
}

function warnOfMissing({ log }: FastifyInstance, { config }: AppOptions, { mailer }: Dependencies): void {
  if (mailer === noMailer) log.warn('SMTP_URL is not set: no e-mail code can be sent')
  if (config.siteUrl === null && Object.keys(config.social).length > 0) {
    log.warn('SITE_URL is not set: social login has no return address, which all providers but GitHub require')
  }
}

async function registerPlugins(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await app.register(errorHandlerPlugin)
  await app.register(requestLogPlugin)
  await app.register(rateLimitPlugin, dependencies)
  await app.register(authPlugin, dependencies)
  await app.register(storablePlugin)
}

/** Each plugin takes from the dependencies what its options name. */
async function registerRoutes(
  app: FastifyInstance,
  options: AppOptions,
  dependencies: Dependencies,
  onError: DependencyOptions['onError'],
): Promise<void> {
  const { config, contentDir = DEMO_CONTENT_DIR, providerTimeoutMs } = options
  const { filesDir, mailbox, mailer, reportPictures } = dependencies
  const { hasDemoContent, manageOrigin } = config
  const loginTypes = loginTypesOf(config)
  const isWechatOffered = loginTypes.includes(LOGIN_TYPE.wechat)
  const wechatQr = isWechatOffered ? config.wechat.qrUrl : null

  await app.register(socketRoutes, dependencies)
  await app.register(siteRoutes, { ...dependencies, loginTypes, wechatQr })
  await app.register(categoryRoutes, dependencies)
  await app.register(articleRoutes, dependencies)
  await app.register(writingRoutes, dependencies)
  await app.register(commentRoutes, dependencies)
  await app.register(favouriteRoutes, dependencies)
  await app.register(followRoutes, dependencies)
  await app.register(postRoutes, dependencies)
  await app.register(signRoutes, dependencies)
  await app.register(noticeRoutes, dependencies)
  await app.register(chatRoutes, dependencies)
  await app.register(blockRoutes, dependencies)
  await app.register(reviewRoutes, { ...dependencies, sendsMail: mailer !== noMailer })
  await app.register(certificateRoutes, dependencies)
  await app.register(keepingRoutes, dependencies)
  await app.register(withdrawnRoutes, dependencies)
  await app.register(logRoutes, dependencies)
  await app.register(partnerRoutes, dependencies)
  await app.register(partnerManageRoutes, dependencies)
  await app.register(directoryRoutes, dependencies)
  await app.register(feedbackRoutes, dependencies)
  await app.register(reportPictureRoutes, dependencies)
  await app.register(feedbackAnswerRoutes, dependencies)
  await app.register(conversationRoutes, dependencies)
  await app.register(ticketPictureRoutes, dependencies)
  await app.register(loginRoutes, dependencies)
  await app.register(socialRoutes, {
    ...dependencies,
    credentials: config.social,
    siteUrl: config.siteUrl,
    ...(providerTimeoutMs !== undefined && { timeoutMs: providerTimeoutMs }),
  })
  await app.register(wechatLoginRoutes, { ...dependencies, isOffered: isWechatOffered })
  const { token } = config.wechat
  if (token !== null) await app.register(webhookRoutes, { ...dependencies, token })
  await app.register(userRoutes, dependencies)
  await app.register(accountRoutes, { ...dependencies, onMailError: onError('a warning could not be mailed') })
  await app.register(exportRoutes, { ...dependencies, db: options.db, folders: [filesDir, reportPictures.folder] })
  await app.register(uploadRoutes, dependencies)
  await app.register(factorRoutes, { ...dependencies, siteUrl: config.siteUrl })
  await app.register(auditRoutes, dependencies)
  await app.register(savedViewRoutes, dependencies)
  await app.register(deskRoutes, dependencies)
  await app.register(batchRoutes, dependencies)
  await app.register(deskExportRoutes, dependencies)
  await app.register(deskPictureRoutes, dependencies)
  await app.register(approvalRoutes, dependencies)
  await app.register(withdrawalRoutes, dependencies)
  await app.register(recoveryRoutes, dependencies)
  await app.register(printRoutes, dependencies)
  const answering = { ...dependencies, sendsMail: mailer !== noMailer, siteUrl: config.siteUrl }
  await app.register(ticketRoutes, answering)
  await app.register(ticketChangeRoutes, answering)
  await app.register(ticketRegisterRoutes, answering)
  await app.register(savedReplyRoutes, dependencies)
  await app.register(manageSiteRoutes, { ...dependencies, loginTypes })
  await app.register(sitePreviewRoutes, { ...dependencies, loginTypes })
  await app.register(topicRoutes, dependencies)
  await app.register(contentRoutes, dependencies)
  await app.register(previewRoutes, dependencies)
  await app.register(demoRoutes, { ...dependencies, config })
  await app.register(setupRoutes, { ...dependencies, hasDemoContent, manageOrigin })
  await app.register(figureRoutes, { ...dependencies, config })
  await app.register(peopleRoutes, dependencies)
  await app.register(dutyRoutes, dependencies)
  await app.register(signingNameRoutes, dependencies)
  await app.register(penaltyRoutes, dependencies)
  await app.register(signatoryRoutes, dependencies)
  await app.register(partnerWebhookRoutes, dependencies)
  await app.register(invitationRoutes, { ...dependencies, manageOrigin })
  await app.register(acceptanceRoutes, dependencies)
  await app.register(factorResetRoutes, { ...dependencies, manageOrigin })
  await app.register(fileRoutes, { folders: [filesDir, join(contentDir, 'pictures')] })

  const openApi = toOpenApi({ title: '石衡检测 upstream', version: '1.0.0' })
  app.get('/openapi.json', { config: { access: 'public' } }, async () => openApi)
  app.get('/healthz', { config: { access: 'public' } }, async () => ok(null))
  if (!config.isProduction) await app.register(mailboxRoutes, { mailbox })
}

/** Available login types, ascending: accounts always, others when their credentials are configured. */
function loginTypesOf({ social, wechat }: Pick<Config, 'social' | 'wechat'>): number[] {
  const types: number[] = [LOGIN_TYPE.account]
  for (const name of PROVIDER_NAMES) if (social[name]) types.push(PROVIDERS[name].loginType)
  if (wechat.token !== null && wechat.qrUrl !== null) types.push(LOGIN_TYPE.wechat)
  return types.sort((one, other) => one - other)
}
