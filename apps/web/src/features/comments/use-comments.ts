import { CODE } from '@portal/contract/errors.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { type Paged, type PagedList, usePaged } from '#lib/api/use-paged.ts'
import { readSessionItem, writeSessionItem } from '#lib/browser-storage.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { toTypedText, toUpstreamText } from '#lib/html/upstream-text.ts'
import {
  type AnswerTo,
  addComment,
  type CommentView,
  type Conversation,
  confirmComment,
  containsComment,
  countComments,
  makePendingComment,
  removeComment,
} from './comment-view.ts'
import { loadCommentPage } from './load-comments.ts'
import { useHeld } from './use-held.ts'

export type Comments = ReturnType<typeof useComments>

/**
 * State of an article's comments, and its actions.
 * @param total number in the article's data, `null` when unknown
 */
export function useComments(articleId: number, start: Paged<Conversation>, total: number | null) {
  const api = useApi()
  const list = usePaged(start, (pageNo) => loadCommentPage(api, articleId, { pageNo }))
  const [count, addToCount] = useCount(total, start)
  const { attempt, lacks } = useAttempts()
  const [held, reloadHeld] = useHeld(articleId)
  const post = usePost(articleId, list, addToCount, reloadHeld)
  const loadPageWith = (commentId: number) => loadCommentPage(api, articleId, { pageNo: 1, commentId, quiet: true })
  useReadYourWrites(articleId, loadPageWith, list.replace)

  /** Deletes a comment. Resolves to whether it was deleted. */
  const remove = async ({ id: removedId }: CommentView) => {
    const isGone = await attempt('remove', () => api.call('DELETE /v1/comment/', { query: { id: removedId } }))
    if (!isGone) return false
    if (held.some(({ id }) => id === removedId)) {
      await reloadHeld()
      return true
    }
    const answers = list.rows.find(({ id }) => id === removedId)?.replies.length ?? 0
    addToCount(-1 - answers)
    list.change((rows) => removeComment(rows, removedId))
    rememberChange(articleId, list.rows.find(({ id }) => id !== removedId)?.id ?? null)
    return true
  }
  /** Shows the page with this comment. Resolves to whether it exists. */
  const show = async (commentId: number) => {
    const page = await loadPageWith(commentId).catch(() => null)
    if (!page?.rows.some((conversation) => containsComment(conversation, commentId))) return false
    list.replace(page)
    return true
  }
  return {
    ...list,
    articleId,
    /** Own comments that nobody else sees. */
    held,
    /** Number of comments including replies; `null` when unknown. */
    count,
    /** Calls that upstream lacks, whose buttons are hidden. */
    lacks,
    post,
    remove,
    report: ({ id }: CommentView, reason: string) =>
      attempt('report', () => api.call('POST /v1/comment/report', { body: { id, reason } })),
    show,
  }
}

/** Shows a comment at once, and removes it when upstream refuses it. Resolves to whether it was stored. */
function usePost(
  articleId: number,
  { change }: PagedList<Conversation>,
  addToCount: (more: number) => void,
  reloadHeld: () => Promise<void>,
) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const lastPendingId = useRef(0)
  return async (typed: string, answerTo?: AnswerTo): Promise<boolean> => {
    const content = toUpstreamText(typed)
    lastPendingId.current -= 1
    const pending = makePendingComment(lastPendingId.current, content, answerTo)
    change((rows) => addComment(rows, pending, answerTo?.parent.id))
    try {
      const replyUserId = answerTo?.comment.writer.id
      const target = answerTo && { parentId: answerTo.parent.id, ...(replyUserId && { replyUserId }) }
      const { data: stored, extra } = await api.callWhole('POST /v1/comment/', {
        body: { articleId, content, ...target },
      })
      if (extra.waiting) {
        await reloadHeld()
        change((rows) => removeComment(rows, pending.id))
        return true
      }
      change((rows) => confirmComment(rows, pending, { id: stored.id, html: asSafeHtml(toTypedText(stored.content)) }))
      addToCount(1)
      rememberChange(articleId, stored.id)
      // A comment may unlock the rest of the text.
      void revalidate()
      return true
    } catch (reason) {
      change((rows) => removeComment(rows, pending.id))
      showOffline(reason)
      return false
    }
  }
}

/** Makes a call that upstream may lack. Resolves to its success. */
function useAttempts() {
  const [missingCalls, setLacks] = useState({ remove: false, report: false })
  const tryCall = async (name: keyof typeof missingCalls, call: () => Promise<unknown>) => {
    try {
      await call()
      return true
    } catch (reason) {
      showOffline(reason)
      const isMissing = reason instanceof ApiError && reason.code === CODE.noSuchCall
      if (isMissing) setLacks((before) => ({ ...before, [name]: true }))
      return false
    }
  }
  return { attempt: tryCall, lacks: missingCalls }
}

/** Number of comments: the article's own figure with the changes since, and a function to add to it. */
function useCount(total: number | null, start: Paged<Conversation>) {
  const known = total ?? (start.pages <= 1 ? countComments(start.rows) : null)
  const [done, setDone] = useState({ since: known, added: 0 })
  const added = done.since === known ? done.added : 0
  const add = (more: number) =>
    setDone((before) => ({ since: known, added: (before.since === known ? before.added : 0) + more }))
  return [known === null ? null : Math.max(0, known + added), add] as const
}

/* The shared response may be some seconds old in the BFF's cache, without a comment just written or with one just
   deleted. So this tab remembers a comment id with which it requests the page, because that has a cache entry of its
   own. */
const toKey = (articleId: number) => `comments-changed:${articleId}`

/** @param recentId id of a comment that is on the first page now; `null` when there is none */
function rememberChange(articleId: number, recentId: number | null): void {
  writeSessionItem(toKey(articleId), recentId === null ? null : String(recentId))
}

/** Requests the first page again if this tab has changed it. */
function useReadYourWrites(
  articleId: number,
  load: (recentId: number) => Promise<Paged<Conversation>>,
  onLoaded: (page: Paged<Conversation>) => void,
): void {
  const reload = useEffectEvent(async (recentId: number) => {
    const page = await load(recentId).catch(() => null)
    if (page?.first === 1) onLoaded(page)
  })
  useEffect(() => {
    const recentId = Number(readSessionItem(toKey(articleId)) ?? 0)
    // A linked comment loads a fresh page anyway.
    if (recentId === 0 || location.hash.startsWith('#comment-')) return
    writeSessionItem(toKey(articleId), null)
    void reload(recentId)
  }, [articleId])
}
