import { join } from 'node:path'
import type { NoticeCounters } from '@portal/contract/messages.ts'
import type { Internet } from '#net/internet.ts'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import type { Mismatch } from './db/tables/log.ts'
import { DEMO_CONTENT_DIR } from './demo/seed.ts'
import { type Digest, digestWith, loadInstanceSecret } from './instance-secret.ts'
import { createMailbox, type Mailbox } from './mail/mailbox.ts'
import { createSmtpMailer, type Mailer, noMailer } from './mail/mailer.ts'
import { createBulkJobs } from './manage/articles/bulk-jobs.ts'
import { createContentCheck } from './manage/articles/content-check.ts'
import type { HasFile } from './manage/articles/content-faults.ts'
import { createPublisher } from './manage/articles/publisher.ts'
import { BATCH_FOLDER, createBatchJobs } from './manage/certificates/batches/batch-jobs.ts'
import { createDeskListing } from './manage/certificates/desk-listing.ts'
import { createWithdrawalAlarm } from './manage/certificates/withdrawal-alarm.ts'
import { createAuditCheck } from './manage/figures/audit-check.ts'
import { createDailyCounts } from './manage/figures/daily-counts.ts'
import { createHealthMarks, type HealthMarks } from './manage/figures/health-marks.ts'
import { watchMailer } from './manage/figures/mail-watch.ts'
import { createStorageWatch } from './manage/figures/storage.ts'
import { createOwnerAlarm } from './manage/owner-alarm.ts'
import { createFactorResets } from './manage/people/factor-resets.ts'
import { createInvitationRepository } from './manage/people/invitations.ts'
import { createPenaltyRepository } from './manage/people/penalties.ts'
import { createPreviews } from './manage/preview/previews.ts'
import { createTicketPictures, TICKET_PICTURES } from './manage/tickets/pictures/ticket-pictures.ts'
import { createTicketMails } from './manage/tickets/ticket-mails.ts'
import { openPostgresBus } from './push/postgres-bus.ts'
import { createLocalBus, type PushBus } from './push/push-bus.ts'
import { createSocketHub } from './push/socket-hub.ts'
import { createErasure } from './resources/account/erasure.ts'
import { createOwnAccountRepository } from './resources/account/own-account-repository.ts'
import { createArticleRepository } from './resources/articles/article-repository.ts'
import { createGateRepository } from './resources/articles/gate-repository.ts'
import { createLikeRepository } from './resources/articles/like-repository.ts'
import { createNeighbourRepository } from './resources/articles/neighbour-repository.ts'
import { createSearchRepository } from './resources/articles/search-repository.ts'
import { createWritingRepository } from './resources/articles/writing-repository.ts'
import { createBlockRepository } from './resources/blocks/block-repository.ts'
import { createCategoryRepository } from './resources/categories/category-repository.ts'
import { createCertificates } from './resources/certificates/create-certificates.ts'
import { createChatRepository } from './resources/chat/chat-repository.ts'
import { createRoomRepository } from './resources/chat/room-repository.ts'
import { createCommentRepository } from './resources/comments/comment-repository.ts'
import { createDirectoryRepository } from './resources/directory/directory-repository.ts'
import { createFavouriteRepository } from './resources/favourites/favourite-repository.ts'
import { createFeedbackRepository } from './resources/feedback/feedback-repository.ts'
import { createReportPictures, REPORT_PICTURES } from './resources/feedback/report-pictures.ts'
import { createFileStore } from './resources/files/file-store.ts'
import { createPictureMaker } from './resources/files/picture.ts'
import { createPictureKeeper } from './resources/files/picture-keeper.ts'
import { createStoredFiles } from './resources/files/stored-files.ts'
import { createUnusedUploads } from './resources/files/unused-uploads.ts'
import { createFollowRepository } from './resources/follows/follow-repository.ts'
import { createLogFiles } from './resources/log/log-files.ts'
import { createLogSigner } from './resources/log/log-signer.ts'
import { openWitnesses } from './resources/log/witnesses/witness.ts'
import { createAccountRepository } from './resources/login/account-repository.ts'
import { createEmailCodes } from './resources/login/email-codes.ts'
import { createPasswords, type PasswordCost } from './resources/login/passwords.ts'
import { createSessionRepository } from './resources/login/session-repository.ts'
import { createNoticeRepository, NOTICE } from './resources/notices/notice-repository.ts'
import { createPartnerAlarm } from './resources/partners/partner-alarm.ts'
import { createPartnerUse } from './resources/partners/partner-use.ts'
import { createPostRepository } from './resources/posts/post-repository.ts'
import { createReviewRepository } from './resources/review/review-repository.ts'
import { createSignRepository } from './resources/signs/sign-repository.ts'
import { createSiteRepository } from './resources/site/site-repository.ts'
import { createOauthStates } from './resources/social/oauth-states.ts'
import { createSocialAccounts } from './resources/social/social-account-repository.ts'
import { createNameGuard } from './resources/users/name-guard.ts'
import { createUserRepository } from './resources/users/user-repository.ts'
import { COUNTING_MS, createVisitLog } from './resources/visits/visit-log.ts'
import { createWebhookQueue } from './resources/webhooks/webhook-queue.ts'
import { createOfficialAccount } from './resources/wechat/official-account.ts'
import { createWechatCodes } from './resources/wechat/wechat-codes.ts'
import { createTextRenderer } from './text/text-renderer.ts'

/** HTML. */
const FACTOR_WAS_RESET = '您的两步验证已重设，请在下次登录时重新设置。'

export interface DependencyOptions {
  config: Config
  /** Migrated. Stays open when the app closes. */
  db: Db
  /** Clock, epoch ms; the system's by default. */
  now?: () => number
  /** By default from `SMTP_URL`, or the developer's mailbox. */
  mailer?: Mailer
  /** Lower in tests only. */
  passwordCost?: PasswordCost
  /** Shorter in tests only. */
  countingMs?: number
  /** By default from `DATA_DIR`. */
  digest?: Digest
  /** Pictures of the demo content. */
  contentDir?: string
  /** Of the check of links; tests have their own. */
  linkNetwork?: Internet
  /** Of webhooks; tests have their own. */
  webhookInternet?: Internet
  /** Receives errors of work that continues after the response. */
  onError: (what: string) => (error: Error) => void
  /** Writes the line about a certificate that does not match the public log. */
  onMismatch: (certificateNo: string, why: Mismatch) => void
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/** Everything that routes depend on, created once. */
export async function createDependencies(options: DependencyOptions) {
  const { config, db, onError, now = Date.now, countingMs = COUNTING_MS, contentDir = DEMO_CONTENT_DIR } = options
  const digest = options.digest ?? digestWith(loadInstanceSecret(config.dataDir))
  const mailbox = createMailbox(now)
  const marks = createHealthMarks({ db, now, onError: onError('a mark could not be written') })
  const mailer = watched(options.mailer ?? chooseMailer(config, mailbox), marks)
  const bus = await openBus(config, db, onError('pushes between processes are interrupted'))
  const filesDir = join(config.dataDir, 'files')
  const store = createFileStore(filesDir, now)
  const makePicture = createPictureMaker()
  const { hasFile, fileDigest } = createStoredFiles([filesDir, join(contentDir, 'pictures')])

  const likes = createLikeRepository({ db, now })
  const comments = createCommentRepository({ db, now })
  const gates = createGateRepository({ db, likes, comments, digest, now })
  const chat = createChatRepository({ db, bus, now })
  const notices = createNoticeRepository({ db, bus, now, onError: onError('a notice failed') })
  const alarm = createOwnerAlarm({ db, mailer, notices, onError: onError('mail failed') })
  const socialAccounts = createSocialAccounts({ db, now })
  const wechatCodes = createWechatCodes({ db, digest, now })
  const writing = createWritingRepository({ db, now })
  const site = createSiteRepository({ db })
  const ofLog = { db, digest, dataDir: config.dataDir, logSeed: config.logSeed, siteUrl: config.siteUrl }

  return {
    db,
    now,
    digest,
    mailbox,
    mailer,
    bus,
    hub: createSocketHub(),
    filesDir,
    store,
    hasFile,
    fileDigest,
    makePicture,
    pictures: createPictureKeeper(store, makePicture),
    reportPictures: createReportPictures({ db, folder: join(config.dataDir, REPORT_PICTURES), makePicture, now }),
    ticketPictures: createTicketPictures({ db, folder: join(config.dataDir, TICKET_PICTURES), makePicture, now }),
    unusedUploads: createUnusedUploads({ db, folder: filesDir, now }),
    visits: createVisitLog({ db, now, countingMs, onError: onError('counting failed') }),

    counts: createDailyCounts({ db, now, flushMs: countingMs, onError: onError('counting failed') }),
    marks,
    storage: createStorageWatch({ db, dataDir: config.dataDir, now }),
    auditCheck: createAuditCheck({ db, digest, dataDir: config.dataDir, marks, now, alarm, onError }),

    accounts: createAccountRepository({ db, now }),
    sessions: createSessionRepository({ db, now }),
    passwords: createPasswords(options.passwordCost),
    codes: createEmailCodes({ db, mailer, digest, now, onMailError: onError('mail failed') }),
    states: createOauthStates({ db, now }),
    socialAccounts,
    wechatCodes,
    officialAccount: createOfficialAccount({ db, codes: wechatCodes, gates, socialAccounts, now }),

    articles: createArticleRepository({ db }),
    writing,
    erasure: createErasure({ db, writing, now }),
    penalties: createPenaltyRepository({ db, digest, now }),
    invitations: createInvitationRepository({ db, now }),
    factorResets: createFactorResets({
      db,
      digest,
      now,
      onReset: (to) => notices.notify({ to, type: NOTICE.system, content: FACTOR_WAS_RESET }),
    }),
    ownAccounts: createOwnAccountRepository({ db, now }),
    search: createSearchRepository({ db }),
    neighbours: createNeighbourRepository({ db }),
    categories: createCategoryRepository({ db }),
    likes,
    comments,
    gates,

    logFiles: createLogFiles(ofLog),
    witnesses: await openWitnesses(config.logWitnesses),
    logSigner: createLogSigner({ ...ofLog, now, onStop: ({ message }) => onError(message)(new Error(message)) }),
    ...createCertificates({
      ...options,
      ...ofLog,
      now,
      bus,
      mailer,
      marks,
      site,
      alarm,
      fileDigest,
    }),
    deskListing: createDeskListing({ db, now }),
    withdrawalAlarm: createWithdrawalAlarm({ db, now, alarm }),
    batchJobs: createBatchJobs({
      db,
      digest,
      now,
      folder: join(config.dataDir, BATCH_FOLDER),
      onError: onError('a batch of certificates could not be finished'),
    }),
    ...createPartnerWork({ ...options, now, digest, mailer, notices }),
    directory: createDirectoryRepository({ db, now }),
    favourites: createFavouriteRepository({ db, now }),
    feedback: createFeedbackRepository({ db, now }),
    follows: createFollowRepository({ db, now }),
    review: createReviewRepository({ db, now }),
    posts: createPostRepository({ db, now }),
    signs: createSignRepository({ db, now }),
    site,
    ticketMails: createTicketMails({ db, now, mailer, site, siteUrl: config.siteUrl, onError: onError('mail failed') }),
    users: createUserRepository({ db }),
    names: createNameGuard({ db }),
    ...createContentWork({ ...options, now, digest, hasFile, notices }),

    chat,
    notices,
    blocks: createBlockRepository({ db, now }),
    texts: createTextRenderer({ now }),
    rooms: createRoomRepository({ db, now }),
    countUnread: (userId: string) => countUnread(notices, chat, userId),
  }
}

interface WorkOptions extends DependencyOptions {
  now: () => number
  digest: Digest
  notices: ReturnType<typeof createNoticeRepository>
}

/** Previews, checks and later changes of articles. */
function createContentWork(options: WorkOptions & { hasFile: HasFile }) {
  const { config, db, digest, now, onError, hasFile, notices } = options
  return {
    contentCheck: createContentCheck({
      db,
      now,
      onError: onError('the check of texts failed'),
      hasFile,
      links: {
        agent: `Mozilla/5.0 (compatible; link check; ${config.siteUrl ?? 'no address'})`,
        network: options.linkNetwork,
      },
    }),
    previews: createPreviews({ db, digest, now }),
    bulkJobs: createBulkJobs({
      db,
      digest,
      now,
      onError: onError('a change to many articles failed'),
      notify: (decision) => notices.notify({ ...decision, type: NOTICE.system }),
    }),
    publisher: createPublisher({ db, digest, now, notify: notices.notify }),
  }
}

function createPartnerWork({
  db,
  now,
  digest,
  mailer,
  notices,
  webhookInternet,
  onError,
}: WorkOptions & { mailer: Mailer }) {
  return {
    webhooks: createWebhookQueue({
      db,
      now,
      digest,
      mailer,
      internet: webhookInternet,
      onError: onError('webhooks failed'),
    }),
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
  const [byType, unread] = await Promise.all([notices.unread(userId), chat.unread(userId)])
  const count = (type: number) => byType.get(type) ?? 0
  return { system: count(NOTICE.system), comment: count(NOTICE.comment), private: unread }
}

function chooseMailer(config: Config, mailbox: Mailbox): Mailer {
  if (config.smtpUrl) return createSmtpMailer(config.smtpUrl, config.mailFrom)
  return config.isProduction ? noMailer : mailbox
}

/** Not the one that refuses every mail: others recognise it. */
function watched(mailer: Mailer, marks: HealthMarks): Mailer {
  return mailer === noMailer ? noMailer : watchMailer(mailer, marks)
}

async function openBus({ databaseUrl: url }: Config, db: Db, onLost: (error: Error) => void): Promise<PushBus> {
  return url.startsWith('sqlite:') ? createLocalBus(db) : await openPostgresBus({ db, url, onLost })
}
