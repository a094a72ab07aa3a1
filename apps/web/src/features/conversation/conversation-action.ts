import { CODE } from '@portal/contract/errors.ts'
import type { Conversation } from '@portal/contract/tickets/conversation.ts'
import { data } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction, readText } from '#lib/api/define-action.ts'
import { findReportPicturesFault, readFiles, sendReportPictures } from '#lib/api/report-pictures.ts'

/** Names of a conversation, as the forms send them. */
export interface ConversationNames {
  /** Key in an e-mailed link. */
  key: string
  /** Number of a conversation of the logged-in member. */
  ticket: string
}

/** Result of a form. `failed` includes the typed text. */
export type ConversationOutcome = { names: ConversationNames } & (
  | { kind: 'shown'; conversation: Conversation; isSent: boolean }
  | { kind: 'failed'; message: string; text: string; conversation: Conversation | null }
)

const KEY = /^[\w-]{43}$/

/** Chooses the conversation by the key of an e-mailed link, or by the number of one of the member's own. */
export function toConversationRef({ key, ticket }: ConversationNames): { key: string } | { ticket: number } | null {
  if (KEY.test(key)) return { key }
  const number = Number(ticket)
  return Number.isSafeInteger(number) && number > 0 ? { ticket: number } : null
}

/** Reason why a reply cannot be sent, checked before the upload. */
export function findReplyFault(text: string, files: readonly File[]): string | null {
  if (text.trim() === '' && files.length === 0) return '请填写内容，或添加图片'
  return findReportPicturesFault(files)
}

/** Shows the conversation, and first sends the reply if there is one. */
export const conversationAction = defineAction(async ({ api, form, request }) => {
  const names = { key: readText(form, 'key'), ticket: readText(form, 'ticket') }
  const conversationRef = toConversationRef(names)
  const text = readText(form, 'text')
  const isReply = form.has('text')
  const toFailure = (message: string, conversation: Conversation | null, status: number) =>
    data<ConversationOutcome>({ names, kind: 'failed', message, text, conversation }, { status })
  if (!conversationRef) return toFailure('链接不完整，请从邮件中重新打开', null, CODE.malformed)
  const read = () => api.call('POST /v1/feedback/conversation', { body: conversationRef, quiet: true })
  try {
    if (isReply) {
      const files = readFiles(form, 'picture')
      const fault = findReplyFault(text, files)
      if (fault !== null) return toFailure(fault, await read(), CODE.malformed)
      const pictures = await sendReportPictures(api, files)
      const body = { ...conversationRef, content: text, ...(pictures.length > 0 && { pictures }) }
      await api.call('POST /v1/feedback/conversation/reply', { body, quiet: true })
    }
    return data<ConversationOutcome>({ names, kind: 'shown', conversation: await read(), isSent: isReply })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    const message = reason instanceof ApiError ? reason.message : '网络不通，内容没有发出，请稍后重试'
    const conversation = isReply ? await read().catch(() => null) : null
    return toFailure(message, conversation, CODE.overloaded)
  }
})
