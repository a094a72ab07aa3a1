import { accountCalls } from './accounts/account.ts'
import { invitationCalls } from './accounts/invitations.ts'
import { loginCalls } from './accounts/login.ts'
import { ownSessionCalls } from './accounts/own-sessions.ts'
import { peopleCalls } from './accounts/people.ts'
import { securityCalls } from './accounts/security.ts'
import { signatoryCalls } from './accounts/signatories.ts'
import { userCalls } from './accounts/users.ts'
import { articleCalendarCalls } from './articles/article-calendar.ts'
import { articleViewCalls } from './articles/article-views.ts'
import { articleWritingCalls } from './articles/article-writing.ts'
import { articleCalls } from './articles/articles.ts'
import { bulkJobCalls } from './articles/bulk-jobs.ts'
import { contentCheckCalls } from './articles/content-checks.ts'
import { contentEditingCalls } from './articles/content-editing.ts'
import { favouriteCalls } from './articles/favourites.ts'
import { managedArticleCalls } from './articles/managed-articles.ts'
import { ownPageCalls } from './articles/own-pages.ts'
import { managedPageCalls } from './articles/pages.ts'
import { previewCalls } from './articles/preview.ts'
import { signCalls } from './articles/signs.ts'
import { auditCalls } from './audit/audit.ts'
import type { Call, CallBody, CallData, CallExtra, CallParams, CallQuery, Method } from './call.ts'
import { certificateCalls } from './certificates/certificates.ts'
import { approvalTaskCalls } from './certificates/desk/approval-tasks.ts'
import { batchCalls } from './certificates/desk/batches.ts'
import { deskCalls } from './certificates/desk/desk.ts'
import { deskApprovalCalls } from './certificates/desk/desk-approval.ts'
import { deskExportCalls } from './certificates/desk/desk-exports.ts'
import { deskHistoryCalls } from './certificates/desk/desk-history.ts'
import { deskPictureCalls } from './certificates/desk/desk-pictures.ts'
import { deskWithdrawalCalls } from './certificates/desk/desk-withdrawal.ts'
import { printCalls } from './certificates/desk/print.ts'
import { rawRecordCalls } from './certificates/desk/raw-records.ts'
import { savedCertificateCalls } from './certificates/saved-certificates.ts'
import { shareCalls } from './certificates/shares.ts'
import { withdrawnCalls } from './certificates/withdrawn.ts'
import { blockCalls } from './community/blocks.ts'
import { commentCalls } from './community/comments.ts'
import { managedCommentCalls } from './community/managed-comments.ts'
import { messageCalls } from './community/messages.ts'
import { postCalls } from './community/posts.ts'
import { reviewCalls } from './community/review.ts'
import { fileCalls } from './files.ts'
import { logCalls } from './log/log.ts'
import { mediaCalls } from './media/media.ts'
import { manageOrderCalls } from './orders/manage-orders.ts'
import { orderDeskCalls } from './orders/order-desk.ts'
import { samplePictureCalls } from './orders/order-pictures.ts'
import { orderStatisticsCalls } from './orders/order-statistics.ts'
import { orderCalls } from './orders/orders.ts'
import { partnerCalls } from './partners/partner-calls.ts'
import { managedPartnerCalls } from './partners/partners.ts'
import { webhookCalls } from './partners/webhooks.ts'
import { backupCalls } from './site/backups.ts'
import { demoCalls } from './site/demo.ts'
import { directoryCalls } from './site/directory.ts'
import { figureCalls } from './site/figures.ts'
import { importCalls } from './site/imports.ts'
import { menuCalls } from './site/menu-calls.ts'
import { redirectCalls } from './site/redirect-calls.ts'
import { savedViewCalls } from './site/saved-views.ts'
import { setupCalls } from './site/setup.ts'
import { siteCalls } from './site/site.ts'
import { manageSiteCalls } from './site/site-calls.ts'
import { topicCalls } from './site/topics.ts'
import { conversationCalls } from './tickets/conversation.ts'
import { savedReplyCalls } from './tickets/saved-replies.ts'
import { staffMailCalls } from './tickets/staff-mails.ts'
import { ticketPictureCalls } from './tickets/ticket-pictures.ts'
import { ticketCalls } from './tickets/tickets.ts'

/** Every call of the API: upstream serves these calls, and the BFF forwards no others. */
export const calls = [
  ...siteCalls,
  ...directoryCalls,
  ...certificateCalls,
  ...savedCertificateCalls,
  ...shareCalls,
  ...withdrawnCalls,
  ...logCalls,
  ...partnerCalls,
  ...orderCalls,
  ...manageOrderCalls,
  ...orderDeskCalls,
  ...samplePictureCalls,
  ...orderStatisticsCalls,
  ...articleCalls,
  ...articleWritingCalls,
  ...loginCalls,
  ...userCalls,
  ...accountCalls,
  ...commentCalls,
  ...favouriteCalls,
  ...postCalls,
  ...signCalls,
  ...messageCalls,
  ...blockCalls,
  ...fileCalls,
  ...mediaCalls,
  ...reviewCalls,
  ...securityCalls,
  ...ownSessionCalls,
  ...auditCalls,
  ...batchCalls,
  ...deskCalls,
  ...deskExportCalls,
  ...deskPictureCalls,
  ...rawRecordCalls,
  ...deskApprovalCalls,
  ...approvalTaskCalls,
  ...deskWithdrawalCalls,
  ...printCalls,
  ...deskHistoryCalls,
  ...savedViewCalls,
  ...ticketCalls,
  ...ticketPictureCalls,
  ...savedReplyCalls,
  ...staffMailCalls,
  ...conversationCalls,
  ...manageSiteCalls,
  ...menuCalls,
  ...redirectCalls,
  ...topicCalls,
  ...managedPageCalls,
  ...articleCalendarCalls,
  ...ownPageCalls,
  ...articleViewCalls,
  ...managedArticleCalls,
  ...managedCommentCalls,
  ...bulkJobCalls,
  ...contentEditingCalls,
  ...contentCheckCalls,
  ...previewCalls,
  ...setupCalls,
  ...demoCalls,
  ...backupCalls,
  ...importCalls,
  ...figureCalls,
  ...peopleCalls,
  ...invitationCalls,
  ...signatoryCalls,
  ...managedPartnerCalls,
  ...webhookCalls,
] as const

type AnyCall = (typeof calls)[number]

/** Calls by the key that web uses, e.g. `Calls['GET /v1/article/info']`. It is only a type, because web ships no schema. */
export type Calls = { [C in AnyCall as `${C['method']} ${C['path']}`]: C }
export type CallKey = keyof Calls
export type QueryFor<K extends CallKey> = CallQuery<Calls[K]>
export type BodyFor<K extends CallKey> = CallBody<Calls[K]>
export type ParamsFor<K extends CallKey> = CallParams<Calls[K]>
export type DataFor<K extends CallKey> = CallData<Calls[K]>
export type ExtraFor<K extends CallKey> = CallExtra<Calls[K]>

export function toCallKey(call: { method: Method; path: string }): CallKey {
  return `${call.method} ${call.path}` as CallKey
}

const callsByKey = new Map<string, Call>(calls.map((call) => [toCallKey(call), call]))

/** @throws Error when the contract has no such call. */
export function findCall(key: CallKey): Call {
  const call = callsByKey.get(key)
  if (!call) throw new Error(`the contract has no call ${key}`)
  return call
}

/** Path in the form that routers use: `/oauth/render/{source}` → `/oauth/render/:source`. */
export function toRouterPath(call: { path: string }): string {
  return call.path.replace(/\{(\w+)\}/g, ':$1')
}
