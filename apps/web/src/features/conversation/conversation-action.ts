import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { Conversation } from '@portal/contract/manage/conversation.ts'
import { data } from 'react-router-dom'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { defineAction, textOf } from '#lib/api/define-action.ts'

/** Which conversation, as the forms send it. */
export interface ConversationNames {
  /** Of a mailed link. */
  key: string
  /** Number of the caller's own. */
  ticket: string
}

/** What the page shows after a form. `failed`: with what was typed. */
export type ConversationOutcome = { names: ConversationNames } & (
  | { kind: 'shown'; conversation: Conversation; isSent: boolean }
  | { kind: 'failed'; message: string; text: string; conversation: Conversation | null }
)

const KEY = /^[\w-]{43}$/

/** Which conversation: by the key of a mailed link, or by the number of the caller's own. */
export function whichOf({ key, ticket }: ConversationNames): { key: string } | { ticket: number } | null {
  if (KEY.test(key)) return { key }
  const number = Number(ticket)
  return Number.isSafeInteger(number) && number > 0 ? { ticket: number } : null
}

/** Why a reply cannot be sent, before anything is uploaded. */
export function replyFault(text: string, files: readonly File[]): string | null {
  if (text.trim() === '' && files.length === 0) return '请填写内容，或添加图片'
  if (files.length > REPORT_PICTURES_MAX) return `图片最多 ${REPORT_PICTURES_MAX} 张`
  const large = files.find(({ size }) => size > UPLOAD_MAX_BYTES)
  return large ? `“${large.name}”超过 10 MB，请换一张小一些的` : null
}

/** One after the other. @returns the names under which they are stored. @throws as `ApiClient.call` */
async function uploadAll(api: ApiClient, files: readonly File[]): Promise<string[]> {
  const names: string[] = []
  for (const file of files) {
    const body = new FormData()
    body.set('multipartFile', file)
    names.push(await api.call('POST /v1/certificate/report/picture', { body, quiet: true }))
  }
  return names
}

/** Shows the conversation, and sends the reply first when there is one. */
export const conversationAction = defineAction(async ({ api, form, request }) => {
  const names = { key: textOf(form, 'key'), ticket: textOf(form, 'ticket') }
  const which = whichOf(names)
  const text = textOf(form, 'text')
  const isReply = form.has('text')
  const fail = (message: string, conversation: Conversation | null, status: number) =>
    data<ConversationOutcome>({ names, kind: 'failed', message, text, conversation }, { status })
  if (!which) return fail('链接不完整，请从邮件中重新打开', null, CODE.malformed)
  const read = () => api.call('POST /v1/feedback/conversation', { body: which, quiet: true })
  try {
    if (isReply) {
      const files = form.getAll('picture').filter((value): value is File => value instanceof File && value.size > 0)
      const fault = replyFault(text, files)
      if (fault !== null) return fail(fault, await read(), CODE.malformed)
      const pictures = await uploadAll(api, files)
      const body = { ...which, content: text, ...(pictures.length > 0 && { pictures }) }
      await api.call('POST /v1/feedback/conversation/reply', { body, quiet: true })
    }
    return data<ConversationOutcome>({ names, kind: 'shown', conversation: await read(), isSent: isReply })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    const message = reason instanceof ApiError ? reason.message : '网络不通，内容没有发出，请稍后重试'
    const conversation = isReply ? await read().catch(() => null) : null
    return fail(message, conversation, CODE.overloaded)
  }
})
