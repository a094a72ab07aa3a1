import { CODE } from '@portal/contract/errors.ts'
import { useRef, useState } from 'react'
import { isEditor } from '#domain/people/roles.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { openDialog } from '#lib/dialogs.ts'
import { escapeHtml } from '#lib/html/safe-html.ts'
import { toUpstreamText } from '#lib/html/upstream-text.ts'
import { useSession } from '#lib/session.ts'
import { type PostCommentView, type PostPerson, type PostView, readCommentId } from './post-view.ts'

export type PostActions = ReturnType<typeof usePost>

/** Actions of a short post, whose results are shown before upstream has answered. */
export function usePost({ id, isLiked }: PostView, onChange: (next: (post: PostView) => PostView | null) => void) {
  const api = useApi()
  const isLiking = useRef(false)
  const sent = useRef(0)
  const [lacksRemove, setLacksRemove] = useState(false)
  const [lacksRemoveComment, setLacksRemoveComment] = useState(false)

  const showLike = (me: PostPerson, isOn: boolean) =>
    onChange((post) => {
      const others = post.likers.filter((liker) => liker.id !== me.id)
      return { ...post, isLiked: isOn, likers: isOn ? [...others, me] : others }
    })
  const toggleLike = async () => {
    const me = getOwnName()
    if (!me) return openDialog('login')
    if (isLiking.current) return
    isLiking.current = true
    showLike(me, !isLiked)
    try {
      await api.call('GET /v1/say/like', { query: { sayId: id } })
    } catch (reason) {
      showLike(me, isLiked)
      showOffline(reason)
    } finally {
      isLiking.current = false
    }
  }
  /**
   * Shows the comment at once, and removes it when upstream refuses it.
   * @returns whether it was accepted
   */
  const addComment = async (typed: string, answered: PostPerson | null) => {
    const content = toUpstreamText(typed)
    sent.current += 1
    const key = `sent-${sent.current}`
    const writer = getOwnName() ?? { id: null, name: '用户' }
    const pending = {
      key,
      id: null,
      writer,
      answers: answered?.name ?? null,
      html: escapeHtml(content),
      at: null,
      isPending: true,
    }
    onChange((post) => ({ ...post, comments: [...post.comments, pending] }))
    const settle = (settled: (comment: PostCommentView) => PostCommentView[]) =>
      onChange((post) => ({
        ...post,
        comments: post.comments.flatMap((one) => (one.key === key ? settled(one) : [one])),
      }))
    try {
      const replyUserId = answered?.id
      const { extra } = await api.callWhole('POST /v1/say/comment', {
        body: { sayId: id, content, ...(replyUserId && { replyUserId }) },
      })
      settle((one) => [{ ...one, id: readCommentId(extra.id), isPending: false }])
      return true
    } catch (reason) {
      settle(() => [])
      showOffline(reason)
      return false
    }
  }
  const remove = async () => {
    try {
      await api.call('DELETE /v1/say/', { query: { sayId: id } })
      onChange(() => null)
    } catch (reason) {
      if (isNoSuchCall(reason)) setLacksRemove(true)
      showOffline(reason)
      throw reason
    }
  }
  const removeComment = async (removed: PostCommentView) => {
    if (removed.id === null) return
    try {
      await api.call('DELETE /v1/say/comment', { query: { id: removed.id } })
      onChange((post) => ({ ...post, comments: post.comments.filter(({ key }) => key !== removed.key) }))
    } catch (reason) {
      if (isNoSuchCall(reason)) setLacksRemoveComment(true)
      showOffline(reason)
      throw reason
    }
  }
  return { toggleLike, comment: addComment, removeComment, remove, lacksRemove, lacksRemoveComment }
}

function getOwnName(): PostPerson | null {
  const { user } = useSession.getState()
  return user && { id: user.id, name: user.nickname?.trim() || '用户', isStaff: isEditor(user) }
}

function isNoSuchCall(reason: unknown): boolean {
  return reason instanceof ApiError && reason.code === CODE.noSuchCall
}
