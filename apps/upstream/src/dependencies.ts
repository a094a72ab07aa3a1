import { join } from 'node:path'
import type { NoticeCounters } from '@portal/contract/community/messages.ts'
import type { JobKind } from '@portal/contract/site/job-rules.ts'
import type { Internet } from '#platform/net/internet.ts'
import { createAccountRepository } from './accounts/login/account-repository.ts'
import { createEmailCodes } from './accounts/login/email-codes.ts'
import { createPasswords, type PasswordCost } from './accounts/login/passwords.ts'
import { createNoticeRepository, NOTICE } from './accounts/notices/notice-repository.ts'
import { createErasure } from './accounts/own/erasure.ts'
import { createOwnAccountRepository } from './accounts/own/own-account-repository.ts'
import { createFactorResets } from './accounts/people/factor-resets.ts'
import { createInvitationRepository } from './accounts/people/invitations.ts'
import { createOwnerAlarm, type OwnerAlarm } from './accounts/people/owner-alarm.ts'
import { createPenaltyRepository } from './accounts/people/penalties.ts'
import { createNameGuard } from './accounts/profiles/name-guard.ts'
import { createUserRepository } from './accounts/profiles/user-repository.ts'
import { createSessionRepository } from './accounts/sessions/session-repository.ts'
import { createOauthStates } from './accounts/social/oauth-states.ts'
import { createSocialAccounts } from './accounts/social/social-account-repository.ts'
import { createOfficialAccount } from './accounts/wechat/official-account.ts'
import { createWechatCodes } from './accounts/wechat/wechat-codes.ts'
import { createFavouriteRepository } from './articles/favourites/favourite-repository.ts'
import { createPreviews } from './articles/preview/previews.ts'
import { createBulkChanges } from './articles/publishing/bulk-changes.ts'
import { createContentCheck } from './articles/publishing/content-check.ts'
import type { HasFile } from './articles/publishing/content-faults.ts'
import { createPublisher } from './articles/publishing/publisher.ts'
import { createArticleRepository } from './articles/reading/article-repository.ts'
import { createGateRepository } from './articles/reading/gate-repository.ts'
import { createLikeRepository } from './articles/reading/like-repository.ts'
import { createNeighbourRepository } from './articles/reading/neighbour-repository.ts'
import { createSearchRepository } from './articles/reading/search-repository.ts'
import { createSignRepository } from './articles/signs/sign-repository.ts'
import { createCategoryRepository } from './articles/topics/category-repository.ts'
import { createWritingRepository } from './articles/writing/writing-repository.ts'
import { createSiteBackup } from './backup/site-backup.ts'
import { createApprovalTasks } from './certificates/approvals/approval-tasks.ts'
import { createBatchJobs } from './certificates/batches/batch-jobs.ts'
import { createDeskListing } from './certificates/desk/desk-listing.ts'
import { createWithdrawalAlarm } from './certificates/desk/withdrawal-alarm.ts'
import { createCertificates } from './certificates/lookup/create-certificates.ts'
import { createRawRecords } from './certificates/raw-records/raw-records.ts'
import { createSavedMails } from './certificates/saved/saved-mails.ts'
import { createSavedNotices } from './certificates/saved/saved-notices.ts'
import { createBlockRepository } from './community/blocks/block-repository.ts'
import { createChatRepository } from './community/chat/chat-repository.ts'
import { createRoomRepository } from './community/chat/room-repository.ts'
import { createCommentRepository } from './community/comments/comment-repository.ts'
import { createFollowRepository } from './community/follows/follow-repository.ts'
import { createPostRepository } from './community/posts/post-repository.ts'
import { createReviewRepository } from './community/review/review-repository.ts'
import { createLogFiles } from './log/log-files.ts'
import { createLogSigner } from './log/log-signer.ts'
import { openWitnesses } from './log/witnesses/witness.ts'
import { createPdfChecker } from './media/check-pdf-in-time.ts'
import { createMediaIntake, type MediaIntake } from './media/media-intake.ts'
import { createMediaSweep } from './media/media-sweep.ts'
import { createOrderJobs, createOrders } from './orders/create-orders.ts'
import { createPartnerAlarm } from './partners/lookups/partner-alarm.ts'
import { createPartnerUse } from './partners/lookups/partner-use.ts'
import { createEndpointMails } from './partners/webhooks/endpoint-mails.ts'
import { createEndpointRemoval } from './partners/webhooks/removed-endpoints.ts'
import { createWebhookDeliveries } from './partners/webhooks/webhook-deliveries.ts'
import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/db/open.ts'
import type { Mismatch } from './platform/db/tables/log.ts'
import { createDailyCounts } from './platform/figures/daily-counts.ts'
import { createHealthMarks, type HealthMarks } from './platform/figures/health-marks.ts'
import { createFolderStore } from './platform/files/folder-store.ts'
import { createFileCheck } from './platform/files/missing-files.ts'
import { type Files, openFiles } from './platform/files/open-files.ts'
import { createPictureMaker, type PictureMaker } from './platform/files/picture.ts'
import { createPictureStore } from './platform/files/picture-store.ts'
import { createPictureWidths } from './platform/files/picture-widths.ts'
import { createStoredFiles, type FileDigest } from './platform/files/stored-files.ts'
import { createUnusedUploads } from './platform/files/unused-uploads.ts'
import { createSharedLimits } from './platform/http/shared-limit.ts'
import { createJobs, type JobHandler } from './platform/jobs/jobs.ts'
import { watchMailer } from './platform/mail/mail-watch.ts'
import { createMailbox, type Mailbox } from './platform/mail/mailbox.ts'
import { createSmtpMailer, type Mailer, noMailer } from './platform/mail/mailer.ts'
import { createPictureCopier } from './platform/net/copy-picture.ts'
import { openPostgresBus } from './platform/push/postgres-bus.ts'
import { createLocalBus, type PushBus } from './platform/push/push-bus.ts'
import { createSocketHub } from './platform/push/socket-hub.ts'
import { type Digest, loadDigest } from './platform/secrets/instance-secret.ts'
import { createSiteRepository } from './platform/settings/site-repository.ts'
import { createTextRenderer, type TextRenderer } from './platform/text/text-renderer.ts'
import { DEMO_CONTENT_DIR } from './site/demo/seed.ts'
import { createDirectoryRepository } from './site/directory/directory-repository.ts'
import { createAuditCheck } from './site/figures/audit-check.ts'
import { createStorageWatch } from './site/figures/storage.ts'
import { createImportJobs } from './site/imports/import-jobs.ts'
import { COUNTING_MS, createVisitLog } from './site/visits/visit-log.ts'
import { createFeedbackRepository } from './tickets/feedback/feedback-repository.ts'
import { createReportPictures } from './tickets/feedback/report-pictures.ts'
import { createTicketPictures } from './tickets/pictures/ticket-pictures.ts'
import { createStaffMails } from './tickets/staff-mails.ts'
import { createTicketMails } from './tickets/ticket-mails.ts'

/** Notice after the reset of a second factor, as HTML. */
const FACTOR_WAS_RESET = '您的两步验证已重设，请在下次登录时重新设置。'

export interface DependencyOptions {
  config: Config
  /** An open, migrated database. The app does not close it. */
  db: Db
  /** Clock, epoch ms; the system's by default. */
  now?: () => number
  /** Default: the server of `SMTP_URL`, or the developer's mailbox. */
  mailer?: Mailer
  /** Lower in tests only. */
  passwordCost?: PasswordCost
  /** Shorter in tests only. */
  countingMs?: number
  /** Longer in tests only. */
  jobTickMs?: number | undefined
  /** Default: the key file in `DATA_DIR`. */
  digest?: Digest
  /** Stored files; default: opened as configured. Closed with the app. */
  files?: Files
  /** Folder with the pictures of the demo content. */
  contentDir?: string
  /** Network of the link check, of imports and of copied pictures; tests pass their own. */
  linkNetwork?: Internet
  /** Network of webhooks; tests pass their own. */
  webhookInternet?: Internet
  /** Receives errors of work that continues after the response. */
  onError: (what: string) => (error: Error) => void
  /** Logs a certificate that does not match the public log. */
  onMismatch: (certificateNo: string, why: Mismatch) => void
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/** Creates everything that routes depend on. */
export async function createDependencies(options: DependencyOptions) {
  const { config, db, onError, now = Date.now, countingMs = COUNTING_MS, contentDir = DEMO_CONTENT_DIR } = options
  const digest = options.digest ?? loadDigest(config)
  const createLimit = createSharedLimits({ db, digest, now })
  const mailbox = createMailbox(now)
  const marks = createHealthMarks({ db, now, onError: onError('a mark could not be written') })
  const mailer = watchUnlessMissing(options.mailer ?? chooseMailer(config, mailbox), marks)
  const bus = await openBus(config, db, onError('pushes between processes are interrupted'))
  const { files, pictureStores, hasFile, fileDigest } = openStoredFiles(
    options.files ?? (await openFiles(config, now)),
    contentDir,
  )
  const makePicture = createPictureMaker()

  const likes = createLikeRepository({ db, now })
  const comments = createCommentRepository({ db, now })
  const gates = createGateRepository({ db, likes, comments, digest, now })
  const chat = createChatRepository({ db, bus, createLimit, now })
  const notices = createNoticeRepository({ db, bus, now, onError: onError('a notice failed') })
  const onReset = (to: string) => notices.notify({ to, type: NOTICE.system, content: FACTOR_WAS_RESET })
  const alarm = createOwnerAlarm({ db, mailer, notices, onError: onError('mail failed') })
  const socialAccounts = createSocialAccounts({ db, now })
  const wechatCodes = createWechatCodes({ db, digest, createLimit, now })
  const writing = createWritingRepository({ db, now })
  const texts = createTextRenderer({ now })
  const site = createSiteRepository({ db })
  const mailing = { db, now, mailer, site, siteUrl: config.siteUrl }
  const mediaWork = createMediaWork({ ...options, now, uploads: files.uploads, makePicture })
  const contentWork = createContentWork({ ...options, ...mediaWork, now, digest, files, hasFile, notices, texts })
  const partnerWork = createPartnerWork({ ...options, now, digest, notices })
  const logOptions = { ...config, db, digest, markStore: files.markStore }
  const certificateWork = createCertificates({ ...options, ...logOptions, now, marks, alarm, fileDigest })
  const deskWork = createDeskWork({ ...options, ...certificateWork, now, digest, files, fileDigest, alarm })
  const siteJobs = createSiteJobs(options, mailing, bus, {
    ...contentWork,
    certificateBatch: deskWork.batchJobs,
    certificateApproval: deskWork.approvalTasks,
    webhookDelivery: partnerWork.webhooks,
    siteBackup: createSiteBackup({ config, now }),
    ...createOrderJobs({ ...mailing, digest }),
  })

  return {
    db,
    now,
    digest,
    createLimit,
    mailbox,
    mailer,
    bus,
    hub: createSocketHub(),
    files,
    pictureStores,
    hasFile,
    fileDigest,
    alarm,
    makePicture,
    pictures: createPictureStore({ db, uploads: files.uploads, makePicture }),
    ...createFileWork({ ...options, now, files, makePicture, marks }),
    ...mediaWork,
    visits: createVisitLog({ db, now, countingMs, onError: onError('counting failed') }),
    counts: createDailyCounts({ db, now, flushMs: countingMs, onError: onError('counting failed') }),
    marks,
    auditCheck: createAuditCheck({ db, digest, markStore: files.markStore, marks, now, alarm, onError }),

    accounts: createAccountRepository({ db, now }),
    sessions: createSessionRepository({ db, now }),
    passwords: createPasswords(options.passwordCost),
    codes: createEmailCodes({ db, mailer, digest, createLimit, now, onMailError: onError('mail failed') }),
    states: createOauthStates({ db, now }),
    socialAccounts,
    wechatCodes,
    officialAccount: createOfficialAccount({ db, codes: wechatCodes, createLimit, gates, socialAccounts, now }),

    articles: createArticleRepository({ db }),
    writing,
    erasure: createErasure({ db, writing, now }),
    penalties: createPenaltyRepository({ db, digest, now }),
    invitations: createInvitationRepository({ db, now }),
    factorResets: createFactorResets({ db, digest, now, onReset }),
    ownAccounts: createOwnAccountRepository({ db, now }),
    search: createSearchRepository({ db }),
    neighbours: createNeighbourRepository({ db }),
    categories: createCategoryRepository({ db }),
    likes,
    comments,
    gates,

    logFiles: createLogFiles(logOptions),
    witnesses: await openWitnesses(config.logWitnesses),
    logSigner: createLogSigner({ ...logOptions, now, onStop: ({ message }) => onError(message)(new Error(message)) }),
    ...certificateWork,
    ...deskWork,
    ...partnerWork,
    directory: createDirectoryRepository({ db, now }),
    favourites: createFavouriteRepository({ db, now }),
    feedback: createFeedbackRepository({ db, now }),
    follows: createFollowRepository({ db, now }),
    ...createOrders({ db, digest, now, alarm, store: files.orderPictures, makePicture }),
    review: createReviewRepository({ db, now }),
    posts: createPostRepository({ db, now }),
    signs: createSignRepository({ db, now }),
    site,
    ...siteJobs,
    users: createUserRepository({ db }),
    names: createNameGuard({ db }),
    contentCheck: contentWork.contentCheck,
    previews: createPreviews({ db, digest, now }),

    chat,
    notices,
    blocks: createBlockRepository({ db, now }),
    texts,
    importJobs: contentWork.contentImport,
    rooms: createRoomRepository({ db, now }),
    countUnread: (userId: string) => countUnread(notices, chat, userId),
  }
}

interface FileOptions extends DependencyOptions {
  now: () => number
  files: Files
  makePicture: PictureMaker
  marks: HealthMarks
}

/** Creates what stores private files, and what watches all files. */
function createFileWork({ db, config, files, makePicture, marks, now, onError }: FileOptions) {
  return {
    rawRecords: createRawRecords({ db, store: files.rawRecords, now }),
    reportPictures: createReportPictures({ db, store: files.reportPictures, makePicture, now }),
    ticketPictures: createTicketPictures({ db, store: files.ticketPictures, makePicture, now }),
    fileCheck: createFileCheck({ db, files, marks, now, onError }),
    storage: createStorageWatch({ db, config, files, now }),
  }
}

/** Finds stored files by name. @param contentDir folder with the pictures of the demo content */
function openStoredFiles(files: Files, contentDir: string) {
  // The folder comes first: looking there costs nothing.
  const pictureStores = [createFolderStore(join(contentDir, 'pictures')), files.uploads]
  return { files, pictureStores, ...createStoredFiles([...pictureStores, files.rawRecords]) }
}

type Mailing = Parameters<typeof createTicketMails>[0]

/** Creates the queue of background jobs: mails, notices, endpoints of partners, and other work. */
function createSiteJobs(
  { config, jobTickMs, onError }: DependencyOptions,
  mailing: Mailing,
  bus: PushBus,
  otherWork: Partial<Record<JobKind, JobHandler>>,
) {
  const { db, now } = mailing
  const ticketMails = createTicketMails(mailing)
  const staffMails = createStaffMails({ ...mailing, manageOrigin: config.manageOrigin })
  const savedNotices = createSavedNotices({ db, bus, now })
  const jobs = createJobs({
    db,
    now,
    tickMs: jobTickMs,
    onError: (error, kind) => onError(`a job failed: ${kind}`)(error),
    handlers: {
      ticketMail: ticketMails,
      staffMail: staffMails,
      savedCertificateNotice: savedNotices,
      savedCertificateMail: createSavedMails(mailing),
      endpointMail: createEndpointMails(mailing),
      endpointRemoval: createEndpointRemoval(db),
      ...otherWork,
    },
  })
  return { jobs, ticketMails, staffMails, savedNotices }
}

interface WorkOptions extends DependencyOptions {
  now: () => number
  digest: Digest
  notices: ReturnType<typeof createNoticeRepository>
}

interface DeskOptions extends Omit<WorkOptions, 'notices'> {
  alarm: OwnerAlarm
  certificates: ReturnType<typeof createCertificates>['certificates']
  files: Files
  fileDigest: FileDigest
}

/** Creates the list of the desk, its alarm, the files of certificates, and tasks of approvals. */
function createDeskWork({ db, digest, files, fileDigest, now, alarm, certificates }: DeskOptions) {
  return {
    approvalTasks: createApprovalTasks({ certificates, db, digest, fileDigest, now }),
    deskListing: createDeskListing({ db }),
    withdrawalAlarm: createWithdrawalAlarm({ db, now, alarm }),
    batchJobs: createBatchJobs({
      db,
      digest,
      now,
      store: files.certificateImports,
    }),
  }
}

type MediaOptions = Parameters<typeof createMediaSweep>[0] &
  Omit<Parameters<typeof createMediaIntake>[0], 'checkPdf'> &
  Pick<DependencyOptions, 'config' | 'linkNetwork' | 'onError'>

/** Creates the library of pictures and PDF files, and what copies pictures of other sites. */
function createMediaWork(options: MediaOptions) {
  return {
    mediaIntake: createMediaIntake({ ...options, checkPdf: createPdfChecker() }),
    mediaSweep: createMediaSweep(options),
    copyPicture: createPictureCopier({
      agent: `Mozilla/5.0 (compatible; picture copy; ${options.config.siteUrl ?? 'no address'})`,
      network: options.linkNetwork,
    }),
    unusedUploads: createUnusedUploads(options),
    pictureWidths: createPictureWidths({
      ...options,
      onError: options.onError('a width of a picture could not be stored'),
    }),
  }
}

/** Creates the jobs that check, change and publish articles. */
function createContentWork({
  config,
  db,
  digest,
  now,
  files,
  hasFile,
  notices,
  linkNetwork,
  texts,
  mediaIntake,
}: WorkOptions & { files: Files; hasFile: HasFile; texts: TextRenderer; mediaIntake: MediaIntake }) {
  const fetching = {
    agent: `Mozilla/5.0 (compatible; import; ${config.siteUrl ?? 'no address'})`,
    network: linkNetwork,
  }
  return {
    contentCheck: createContentCheck({
      db,
      now,
      hasFile,
      links: {
        agent: `Mozilla/5.0 (compatible; link check; ${config.siteUrl ?? 'no address'})`,
        network: linkNetwork,
      },
    }),
    bulkChange: createBulkChanges({
      db,
      digest,
      now,
      notify: (decision) => notices.notify({ ...decision, type: NOTICE.system }),
    }),
    publishing: createPublisher({ db, digest, now, notify: notices.notify }),
    contentImport: createImportJobs({
      db,
      digest,
      now,
      files,
      texts,
      mediaIntake,
      totalBytes: config.mediaTotalBytes,
      ...fetching,
    }),
  }
}

function createPartnerWork({ db, now, digest, notices, webhookInternet, onError }: WorkOptions) {
  return {
    webhooks: createWebhookDeliveries({ db, now, digest, internet: webhookInternet }),
    partnerUse: createPartnerUse({
      db,
      now,
      onGuessing: createPartnerAlarm({ db, notices, onError: onError('owners were not notified') }),
    }),
  }
}

async function countUnread(
  notices: ReturnType<typeof createNoticeRepository>,
  chat: ReturnType<typeof createChatRepository>,
  userId: string,
): Promise<NoticeCounters> {
  const [byType, unread] = await Promise.all([notices.countUnread(userId), chat.countUnread(userId)])
  const count = (type: number) => byType.get(type) ?? 0
  return { system: count(NOTICE.system), comment: count(NOTICE.comment), private: unread }
}

function chooseMailer(config: Config, mailbox: Mailbox): Mailer {
  if (config.smtpUrl) return createSmtpMailer(config.smtpUrl, config.mailFrom)
  return config.isProduction ? noMailer : mailbox
}

/**
 * Records successes and failures of mails. A mailer that refuses every mail is returned as it is, because other code
 * compares it.
 */
function watchUnlessMissing(mailer: Mailer, marks: HealthMarks): Mailer {
  return mailer === noMailer ? noMailer : watchMailer(mailer, marks)
}

async function openBus(config: Config, db: Db, onLost: (error: Error) => void): Promise<PushBus> {
  if (config.databaseUrl.startsWith('sqlite:')) return createLocalBus(db)
  return await openPostgresBus({ db, url: config.databaseListenUrl ?? config.databaseUrl, onLost })
}
