import { accountCalls } from './account.ts'
import { articleWritingCalls } from './article-writing.ts'
import { articleCalls } from './articles.ts'
import { blockCalls } from './blocks.ts'
import type { BodyOf, Call, DataOf, ExtraOf, Method, ParamsOf, QueryOf } from './call.ts'
import { certificateCalls } from './certificates/certificates.ts'
import { savedCertificateCalls } from './certificates/kept.ts'
import { shareCalls } from './certificates/shares.ts'
import { withdrawnCalls } from './certificates/withdrawn.ts'
import { commentCalls } from './comments.ts'
import { directoryCalls } from './directory.ts'
import { favouriteCalls } from './favourites.ts'
import { fileCalls } from './files.ts'
import { logCalls } from './log.ts'
import { loginCalls } from './login.ts'
import { managedArticleCalls } from './manage/articles.ts'
import { auditCalls } from './manage/audit.ts'
import { bulkJobCalls } from './manage/bulk-jobs.ts'
import { batchCalls } from './manage/certificates/batches.ts'
import { deskCalls } from './manage/certificates/desk.ts'
import { deskApprovalCalls } from './manage/certificates/desk-approval.ts'
import { deskExportCalls } from './manage/certificates/desk-exports.ts'
import { deskHistoryCalls } from './manage/certificates/desk-history.ts'
import { deskPictureCalls } from './manage/certificates/desk-pictures.ts'
import { deskWithdrawalCalls } from './manage/certificates/desk-withdrawal.ts'
import { printCalls } from './manage/certificates/print.ts'
import { contentCheckCalls } from './manage/content-checks.ts'
import { contentEditingCalls } from './manage/content-editing.ts'
import { conversationCalls } from './manage/conversation.ts'
import { demoCalls } from './manage/demo.ts'
import { figureCalls } from './manage/figures.ts'
import { invitationCalls } from './manage/invitations.ts'
import { ownSessionCalls } from './manage/own-sessions.ts'
import { managedPageCalls } from './manage/pages.ts'
import { managedPartnerCalls } from './manage/partners/partners.ts'
import { webhookCalls } from './manage/partners/webhooks.ts'
import { peopleCalls } from './manage/people.ts'
import { previewCalls } from './manage/preview.ts'
import { savedReplyCalls } from './manage/saved-replies.ts'
import { savedViewCalls } from './manage/saved-views.ts'
import { securityCalls } from './manage/security.ts'
import { setupCalls } from './manage/setup.ts'
import { signatoryCalls } from './manage/signatories.ts'
import { manageSiteCalls } from './manage/site/site-calls.ts'
import { topicCalls } from './manage/site/topics.ts'
import { ticketPictureCalls } from './manage/ticket-pictures.ts'
import { ticketCalls } from './manage/tickets.ts'
import { messageCalls } from './messages.ts'
import { partnerCalls } from './partner/partner-calls.ts'
import { postCalls } from './posts.ts'
import { reviewCalls } from './review.ts'
import { signCalls } from './signs.ts'
import { siteCalls } from './site.ts'
import { userCalls } from './users.ts'

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
  ...reviewCalls,
  ...securityCalls,
  ...ownSessionCalls,
  ...auditCalls,
  ...batchCalls,
  ...deskCalls,
  ...deskExportCalls,
  ...deskPictureCalls,
  ...deskApprovalCalls,
  ...deskWithdrawalCalls,
  ...printCalls,
  ...deskHistoryCalls,
  ...savedViewCalls,
  ...ticketCalls,
  ...ticketPictureCalls,
  ...savedReplyCalls,
  ...conversationCalls,
  ...manageSiteCalls,
  ...topicCalls,
  ...managedPageCalls,
  ...managedArticleCalls,
  ...bulkJobCalls,
  ...contentEditingCalls,
  ...contentCheckCalls,
  ...previewCalls,
  ...setupCalls,
  ...demoCalls,
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
export type QueryFor<K extends CallKey> = QueryOf<Calls[K]>
export type BodyFor<K extends CallKey> = BodyOf<Calls[K]>
export type ParamsFor<K extends CallKey> = ParamsOf<Calls[K]>
export type DataFor<K extends CallKey> = DataOf<Calls[K]>
export type ExtraFor<K extends CallKey> = ExtraOf<Calls[K]>

export function callKey(call: { method: Method; path: string }): CallKey {
  return `${call.method} ${call.path}` as CallKey
}

const callsByKey = new Map<string, Call>(calls.map((call) => [callKey(call), call]))

/** @throws Error when the contract has no such call. */
export function callNamed(key: CallKey): Call {
  const call = callsByKey.get(key)
  if (!call) throw new Error(`the contract has no call ${key}`)
  return call
}

/** Path in the form that routers use: `/oauth/render/{source}` → `/oauth/render/:source`. */
export function routerPath(call: { path: string }): string {
  return call.path.replace(/\{(\w+)\}/g, ':$1')
}
