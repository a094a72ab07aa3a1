import { LOGIN_TYPE } from '@portal/contract/constants.ts'
import { toOpenApi } from '@portal/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import { factorRoutes } from './accounts/factor/factor-routes.ts'
import { loginRoutes } from './accounts/login/login-routes.ts'
import { noticeRoutes } from './accounts/notices/notice-routes.ts'
import { accountRoutes } from './accounts/own/account-routes.ts'
import { exportRoutes } from './accounts/own/export-routes.ts'
import { acceptanceRoutes } from './accounts/people/acceptance-routes.ts'
import { dutyRoutes } from './accounts/people/duty-routes.ts'
import { factorResetRoutes } from './accounts/people/factor-reset-routes.ts'
import { invitationRoutes } from './accounts/people/invitation-routes.ts'
import { penaltyRoutes } from './accounts/people/penalty-routes.ts'
import { peopleRoutes } from './accounts/people/people-routes.ts'
import { signatoryRoutes } from './accounts/people/signatory-routes.ts'
import { signingNameRoutes } from './accounts/people/signing-name-routes.ts'
import { signingPictureRoutes } from './accounts/people/signing-picture-routes.ts'
import { userRoutes } from './accounts/profiles/user-routes.ts'
import { authPlugin } from './accounts/sessions/auth.ts'
import { PROVIDERS } from './accounts/social/providers.ts'
import { socialRoutes } from './accounts/social/social-routes.ts'
import { uploadRoutes } from './accounts/uploads/upload-routes.ts'
import { webhookRoutes } from './accounts/wechat/webhook-routes.ts'
import { wechatLoginRoutes } from './accounts/wechat/wechat-login-routes.ts'
import { favouriteRoutes } from './articles/favourites/favourite-routes.ts'
import { previewRoutes } from './articles/preview/preview-routes.ts'
import { contentRoutes } from './articles/publishing/content-routes.ts'
import { articleRoutes } from './articles/reading/article-routes.ts'
import { pageRoutes } from './articles/reading/page-routes.ts'
import { signRoutes } from './articles/signs/sign-routes.ts'
import { categoryRoutes } from './articles/topics/category-routes.ts'
import { topicRoutes } from './articles/topics/topic-routes.ts'
import { writingRoutes } from './articles/writing/writing-routes.ts'
import { startBackgroundWork } from './background-work.ts'
import { backupRoutes } from './backup/backup-routes.ts'
import { approvalRoutes } from './certificates/approvals/approval-routes.ts'
import { approvalTaskRoutes } from './certificates/approvals/approval-task-routes.ts'
import { batchRoutes } from './certificates/batches/batch-routes.ts'
import { deskRoutes } from './certificates/desk/desk-routes.ts'
import { recoveryRoutes } from './certificates/desk/recovered-certificates.ts'
import { withdrawalRoutes } from './certificates/desk/withdrawal-routes.ts'
import { dossierRoutes } from './certificates/dossier/dossier-routes.ts'
import { deskExportRoutes } from './certificates/list/desk-export-routes.ts'
import { certificateRoutes } from './certificates/lookup/certificate-routes.ts'
import { withdrawnRoutes } from './certificates/lookup/withdrawn-routes.ts'
import { deskPictureRoutes } from './certificates/pictures/desk-picture-routes.ts'
import { printRoutes } from './certificates/print/print-routes.ts'
import { rawRecordRoutes } from './certificates/raw-records/raw-record-routes.ts'
import { savedRoutes } from './certificates/saved/saved-routes.ts'
import { blockRoutes } from './community/blocks/block-routes.ts'
import { chatRoutes } from './community/chat/chat-routes.ts'
import { removeComment } from './community/comments/comment-repository.ts'
import { commentRoutes } from './community/comments/comment-routes.ts'
import { manageCommentRoutes } from './community/comments/manage-comment-routes.ts'
import { followRoutes } from './community/follows/follow-routes.ts'
import { postRoutes } from './community/posts/post-routes.ts'
import { keepComment } from './community/review/review-repository.ts'
import { reviewRoutes } from './community/review/review-routes.ts'
import { createDependencies, type Dependencies, type DependencyOptions } from './dependencies.ts'
import { logRoutes } from './log/log-routes.ts'
import { mediaFileRoutes } from './media/media-file-routes.ts'
import { mediaRoutes } from './media/media-routes.ts'
import { mediaUploadRoutes } from './media/media-upload-routes.ts'
import { benchRoutes } from './orders/bench-routes.ts'
import { certificateDraftRoutes } from './orders/certificate-drafts.ts'
import { disputeRoutes } from './orders/dispute-routes.ts'
import { orderFileRoutes } from './orders/files/order-file-routes.ts'
import { orderDeskRoutes } from './orders/order-desk-routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { orderStatisticsRoutes } from './orders/order-statistics.ts'
import { paymentRoutes } from './orders/payment-routes.ts'
import { samplePictureRoutes } from './orders/pictures/sample-picture-routes.ts'
import { receptionRoutes } from './orders/reception-routes.ts'
import { partnerRoutes } from './partners/lookups/partner-routes.ts'
import { partnerManageRoutes } from './partners/management/partner-manage-routes.ts'
import { partnerWebhookRoutes } from './partners/management/webhook-routes.ts'
import { partnerOrderRoutes } from './partners/orders/partner-order-routes.ts'
import type { Config } from './platform/config/config.ts'
import { PROVIDER_NAMES } from './platform/config/login-providers.ts'
import { fileRoutes } from './platform/files/file-routes.ts'
import { StorageFault } from './platform/files/file-store.ts'
import { ok } from './platform/http/add-route.ts'
import { errorHandlerPlugin } from './platform/http/error-handler.ts'
import { rateLimitPlugin } from './platform/http/rate-limit-plugin.ts'
import { requestLogPlugin } from './platform/http/request-log.ts'
import { storablePlugin } from './platform/http/storable.ts'
import { mailboxRoutes } from './platform/mail/mailbox.ts'
import { noMailer } from './platform/mail/mailer.ts'
import { socketRoutes } from './platform/push/socket-routes.ts'
import { createServer } from './server.ts'
import { auditRoutes } from './site/audit/audit-routes.ts'
import { demoRoutes } from './site/demo/demo-routes.ts'
import { directoryRoutes } from './site/directory/directory-routes.ts'
import { figureRoutes } from './site/figures/figure-routes.ts'
import { importRoutes } from './site/imports/import-routes.ts'
import { articleAddressRoutes } from './site/pages/article-address-routes.ts'
import { ownPageRoutes } from './site/pages/own-page-routes.ts'
import { redirectRoutes } from './site/redirects/redirect-routes.ts'
import { menuRoutes } from './site/settings/menu-routes.ts'
import { sitePreviewRoutes } from './site/settings/site-preview.ts'
import { manageSiteRoutes } from './site/settings/site-routes.ts'
import { setupRoutes } from './site/setup/setup-routes.ts'
import { siteRoutes } from './site/shown/site-routes.ts'
import { savedViewRoutes } from './site/views/saved-view-routes.ts'
import { conversationRoutes } from './tickets/conversation-routes.ts'
import { feedbackAnswerRoutes } from './tickets/feedback/answer-routes.ts'
import { feedbackRoutes } from './tickets/feedback/feedback-routes.ts'
import { reportPictureRoutes } from './tickets/feedback/report-picture-routes.ts'
import { ticketPictureRoutes } from './tickets/pictures/ticket-picture-routes.ts'
import { savedReplyRoutes } from './tickets/saved-reply-routes.ts'
import { staffMailRoutes } from './tickets/staff-mail-routes.ts'
import { ticketChangeRoutes } from './tickets/ticket-change-routes.ts'
import { ticketRegisterRoutes } from './tickets/ticket-register-routes.ts'
import { ticketRoutes } from './tickets/ticket-routes.ts'

export interface AppOptions extends Omit<DependencyOptions, 'onError' | 'onMismatch'> {
  /** Receives log lines; standard output by default. */
  log?: { write(line: string): void }
  contentDir?: string
  /** Timeout of a request to a provider of social login; shorter in tests only. */
  providerTimeoutMs?: number
}

/** Builds the whole reference upstream without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createServer(options)
  const onError: DependencyOptions['onError'] = (activity) => (error) =>
    app.log.error({ cause: { type: error.name, message: error.message, stack: error.stack } }, activity)
  const onMismatch: DependencyOptions['onMismatch'] = (certificateNo, why) =>
    app.log.error({ certificateNo, why }, 'a certificate does not match the public log and is not shown')
  const dependencies = await createDependencies({ ...options, onError, onMismatch })
  warnOfMissing(app, options, dependencies)
  await registerPlugins(app, dependencies)
  await registerRoutes(app, options, dependencies, onError)
  const endWork = startBackgroundWork(dependencies, app.log, onError)
  app.addHook('onReady', async () => {
    // A restored backup stops the log here, before anything is appended.
    await dependencies.logSigner.look().catch((error) => {
      // Object storage may be away: the signer goes on trying.
      if (!(error instanceof StorageFault)) throw error
      onError('the public log could not be compared with its mark')(error)
    })
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

/** Each plugin picks from the dependencies what its options name. */
async function registerRoutes(
  app: FastifyInstance,
  options: AppOptions,
  dependencies: Dependencies,
  onError: DependencyOptions['onError'],
): Promise<void> {
  const { config, providerTimeoutMs } = options
  const { mailbox, mailer } = dependencies
  const { hasDemoContent, manageOrigin } = config
  const loginTypes = listLoginTypes(config)
  const isWechatOffered = loginTypes.includes(LOGIN_TYPE.wechat)
  const wechatQr = isWechatOffered ? config.wechat.qrUrl : null

  await app.register(socketRoutes, dependencies)
  await app.register(siteRoutes, { ...dependencies, loginTypes, wechatQr })
  await app.register(categoryRoutes, dependencies)
  await app.register(articleRoutes, dependencies)
  await app.register(pageRoutes, dependencies)
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
  await app.register(savedRoutes, dependencies)
  await app.register(withdrawnRoutes, dependencies)
  await app.register(logRoutes, dependencies)
  await app.register(orderRoutes, dependencies)
  await app.register(orderFileRoutes, dependencies)
  await app.register(benchRoutes, dependencies)
  await app.register(receptionRoutes, dependencies)
  await app.register(orderDeskRoutes, dependencies)
  await app.register(paymentRoutes, dependencies)
  await app.register(disputeRoutes, dependencies)
  await app.register(samplePictureRoutes, dependencies)
  await app.register(certificateDraftRoutes, dependencies)
  await app.register(orderStatisticsRoutes, dependencies)
  await app.register(partnerRoutes, dependencies)
  await app.register(partnerOrderRoutes, dependencies)
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
  await app.register(exportRoutes, { ...dependencies, db: options.db })
  await app.register(uploadRoutes, dependencies)
  await app.register(mediaRoutes, { ...dependencies, config })
  await app.register(mediaUploadRoutes, { ...dependencies, config })
  await app.register(mediaFileRoutes, dependencies)
  await app.register(factorRoutes, { ...dependencies, siteUrl: config.siteUrl })
  await app.register(auditRoutes, dependencies)
  await app.register(savedViewRoutes, dependencies)
  await app.register(deskRoutes, dependencies)
  await app.register(batchRoutes, dependencies)
  await app.register(deskExportRoutes, dependencies)
  await app.register(deskPictureRoutes, dependencies)
  await app.register(rawRecordRoutes, dependencies)
  await app.register(dossierRoutes, { ...dependencies, db: options.db })
  await app.register(approvalRoutes, dependencies)
  await app.register(approvalTaskRoutes, dependencies)
  await app.register(withdrawalRoutes, dependencies)
  await app.register(recoveryRoutes, dependencies)
  await app.register(printRoutes, dependencies)
  const mailOptions = { ...dependencies, sendsMail: mailer !== noMailer, siteUrl: config.siteUrl }
  await app.register(ticketRoutes, mailOptions)
  await app.register(ticketChangeRoutes, { ...mailOptions, keepComment, removeComment })
  await app.register(ticketRegisterRoutes, mailOptions)
  await app.register(savedReplyRoutes, dependencies)
  await app.register(staffMailRoutes, { ...dependencies, manageOrigin, smtpUrl: config.smtpUrl })
  await app.register(manageSiteRoutes, { ...dependencies, loginTypes })
  await app.register(sitePreviewRoutes, { ...dependencies, loginTypes })
  await app.register(menuRoutes, dependencies)
  await app.register(redirectRoutes, { ...dependencies, manageOrigin })
  await app.register(ownPageRoutes, dependencies)
  await app.register(articleAddressRoutes, dependencies)
  await app.register(topicRoutes, dependencies)
  await app.register(contentRoutes, dependencies)
  await app.register(manageCommentRoutes, dependencies)
  await app.register(previewRoutes, dependencies)
  await app.register(demoRoutes, { ...dependencies, config })
  await app.register(backupRoutes, { ...dependencies, config })
  await app.register(importRoutes, dependencies)
  await app.register(setupRoutes, { ...dependencies, hasDemoContent, manageOrigin })
  await app.register(figureRoutes, { ...dependencies, config })
  await app.register(peopleRoutes, dependencies)
  await app.register(dutyRoutes, dependencies)
  await app.register(signingNameRoutes, dependencies)
  await app.register(signingPictureRoutes, dependencies)
  await app.register(penaltyRoutes, dependencies)
  await app.register(signatoryRoutes, dependencies)
  await app.register(partnerWebhookRoutes, dependencies)
  await app.register(invitationRoutes, { ...dependencies, manageOrigin })
  await app.register(acceptanceRoutes, dependencies)
  await app.register(factorResetRoutes, { ...dependencies, manageOrigin })
  await app.register(fileRoutes, dependencies)

  const openApi = toOpenApi({ title: '石衡检测 upstream', version: '1.0.0' })
  app.get('/openapi.json', { config: { access: 'public' } }, async () => openApi)
  app.get('/healthz', { config: { access: 'public' } }, async () => ok(null))
  if (!config.isProduction) await app.register(mailboxRoutes, { mailbox })
}

/** Lists the available login types, ascending: accounts always, others when their credentials are configured. */
function listLoginTypes({ social, wechat }: Pick<Config, 'social' | 'wechat'>): number[] {
  const types: number[] = [LOGIN_TYPE.account]
  for (const name of PROVIDER_NAMES) if (social[name]) types.push(PROVIDERS[name].loginType)
  if (wechat.token !== null && wechat.qrUrl !== null) types.push(LOGIN_TYPE.wechat)
  return types.sort((one, other) => one - other)
}
