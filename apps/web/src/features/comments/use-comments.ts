import { CODE } from '@portal/contract/errors.ts'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { type Paged, type PagedList, usePaged } from '#lib/api/use-paged.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { toUpstreamText } from '#lib/html/upstream-text.ts'
import { showToast } from '#lib/toasts.ts'
import { type CommentView, type Conversation, countOf, holds } from './comment-view.ts'
import { type AnswerTo, confirmed, pendingComment, withComment, withoutComment } from './conversation-rows.ts'
import { commentPage } from './load-comments.ts'
import { rememberChange, useOwnChanges } from './own-changes.ts'

export type { AnswerTo }

export interface Comments extends PagedList<Conversation> {
  articleId: number
  /** With replies; `null` when unknown. */
  count: number | null
  /** Shows it at once, removes it on a refusal. Resolves to whether it was stored. */
  post: (typed: string, answerTo?: AnswerTo) => Promise<boolean>
  /** Resolves to whether it was deleted. */
  remove: (comment: CommentView) => Promise<boolean>
  report: (comment: CommentView, reason: string) => Promise<boolean>
  /** Shows the page with this comment. Resolves to whether it exists. */
  show: (commentId: number) => Promise<boolean>
  /** Calls that upstream lacks; their buttons are hidden. */
  lacks: Lacks
}

interface Lacks {
  remove: boolean
  report: boolean
}

/** State of an article's comments, and its actions. @param total number in the article's data, `null` when unknown */
export function useComments(articleId: number, start: Paged<Conversation>, total: number | null): Comments {
  const api = useApi()
  const list = usePaged<Conversation>({
    start,
    keyOf: ({ id }) => id,
    load: (pageNo) => commentPage(api, articleId, { pageNo }),
  })
  const [count, addToCount] = useCount(total, start)
  const { attempt, lacks } = useAttempts()
  const post = usePost(articleId, list, addToCount)
  const pageWith = (commentId: number) => commentPage(api, articleId, { pageNo: 1, commentId, quiet: true })
  useOwnChanges(articleId, pageWith, list.replace)

  const remove = async ({ id: removedId }: CommentView) => {
    const isGone = await attempt('remove', () => api.call('DELETE /v1/comment/', { query: { id: removedId } }))
    if (!isGone) return false
    const answers = list.rows.find(({ id }) => id === removedId)?.replies.length ?? 0
    addToCount(-1 - answers)
    list.change((rows) => withoutComment(rows, removedId))
    rememberChange(articleId, list.rows.find(({ id }) => id !== removedId)?.id ?? null)
    return true
  }
  const show = async (commentId: number) => {
    const page = await pageWith(commentId).catch(() => null)
    if (!page?.rows.some((conversation) => holds(conversation, commentId))) return false
    list.replace(page)
    return true
  }
  return {
    ...list,
    articleId,
    count,
    lacks,
    post,
    remove,
    report: ({ id }, reason) => attempt('report', () => api.call('POST /v1/comment/report', { body: { id, reason } })),
    show,
  }
}

function usePost(articleId: number, { change }: Pick<Comments, 'change'>, addToCount: (more: number) => void) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const lastPendingId = useRef(0)
  return async (typed: string, answerTo?: AnswerTo): Promise<boolean> => {
    const content = toUpstreamText(typed)
    lastPendingId.current -= 1
    const pending = pendingComment(lastPendingId.current, content, answerTo)
    change((rows) => withComment(rows, pending, answerTo?.parent.id))
    try {
      const stored = await api.call('POST /v1/comment/', { body: { articleId, content, ...toAnswer(answerTo) } })
      change((rows) => confirmed(rows, pending, { id: stored.id, html: asSafeHtml(stored.content) }))
      addToCount(1)
      rememberChange(articleId, stored.id)
      // A comment may unlock the rest of the text.
      void revalidate()
      return true
    } catch (reason) {
      change((rows) => withoutComment(rows, pending.id))
      tellOffline(reason)
      return false
    }
  }
}

function toAnswer(answerTo: AnswerTo | undefined) {
  if (!answerTo) return {}
  const { parent, comment } = answerTo
  return { parentId: parent.id, ...(comment.writer.id && { replyUserId: comment.writer.id }) }
}

/** Makes a call that upstream may lack. Resolves to its success. */
function useAttempts() {
  const [lacks, setLacks] = useState<Lacks>({ remove: false, report: false })
  const attempt = async (name: keyof Lacks, call: () => Promise<unknown>) => {
    try {
      await call()
      return true
    } catch (reason) {
      tellOffline(reason)
      const isMissing = reason instanceof ApiError && reason.code === CODE.noSuchCall
      if (isMissing) setLacks((before) => ({ ...before, [name]: true }))
      return false
    }
  }
  return { attempt, lacks }
}

/** The API client shows what upstream refuses. */
function tellOffline(reason: unknown): void {
  if (!(reason instanceof ApiError)) showToast('error', '网络不通，请稍后重试')
}

/**
 * Number of comments: the article's own figure with the changes since. @returns the number, and a function to add to it
 */
function useCount(total: number | null, start: Paged<Conversation>) {
  const known = total ?? (start.pages <= 1 ? countOf(start.rows) : null)
  const [done, setDone] = useState({ since: known, added: 0 })
  const added = done.since === known ? done.added : 0
  const add = (more: number) =>
    setDone((before) => ({ since: known, added: (before.since === known ? before.added : 0) + more }))
  return [known === null ? null : Math.max(0, known + added), add] as const
}
