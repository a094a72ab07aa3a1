import type { DataFor } from '@portal/contract/calls.ts'
import type { Comment } from '@portal/contract/community/comments.ts'
import { isEditor } from '#domain/people/roles.ts'
import { asSafeHtml, escapeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import { toTypedText } from '#lib/html/upstream-text.ts'
import { useSession } from '#lib/session.ts'

/** A comment or reply in the form that is shown. */
export type CommentView = ReturnType<typeof toView>

/** A comment with its replies, newest first. */
export interface Conversation extends CommentView {
  replies: readonly CommentView[]
}

type WireComment = Omit<Comment, 'children'> & { children?: Comment['children'] | readonly unknown[] | null }

export function toConversation(comment: Comment): Conversation {
  const replies = (comment.children ?? []).map((reply) => toView(reply, comment.userId ?? null))
  return { ...toView(comment, null), replies }
}

/** An own comment that waits for approval, or was rejected. */
export function toHeldComment(comment: DataFor<'GET /v1/comment/waiting'>[number]): CommentView {
  const state = comment.state === 'waiting' ? '等待审核' : '未通过审核'
  return { ...toView(comment, null), hiddenBecause: `${state}，只有您看得到` }
}

/** @param above author of the comment above, whom the reply need not name */
function toView(comment: WireComment, above: string | null) {
  const { userId, nickname, avatar, isStaff, replyUserId, replyNickname } = comment
  return {
    /** Id; negative until upstream has assigned one. */
    id: comment.id,
    writer: { id: userId ?? null, name: nickname?.trim() || '用户', avatar: avatar ?? null, isStaff: isStaff === true },
    /** Recipient of a reply, unless it is the author of the comment above. */
    answers: replyUserId && replyUserId !== above ? (replyNickname ?? null) : null,
    html: asSafeHtml(toTypedText(comment.content)),
    /** Missing on replies of some upstreams, which send only `age`. */
    at: comment.createTime ?? null,
    /** Age when upstream answered: `2小时前`. */
    age: comment.createTimeStr ?? '',
    /** Region such as `云南`; empty when unknown. */
    place: parsePlace(comment.ipAddress),
    /** Whether it is not confirmed yet. */
    isPending: false,
    /** Why nobody else sees it; `null` for a comment in the list. */
    hiddenBecause: null as string | null,
  }
}

/** Converts `中国|云南省|昆明市|电信` to `云南`; the country for other countries. */
export function parsePlace(address: string | null | undefined): string {
  const [country = '', province = ''] = (address ?? '').split('|').map((part) => part.trim())
  const place = country === '中国' && isPlace(province) ? province : country
  return isPlace(place) ? place.replace(/(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)$/, '') : ''
}

function isPlace(part: string): boolean {
  return part !== '' && part !== '0' && !/内网|未知|局域|本地/.test(part)
}

/** Counts all shown comments, including replies. */
export function countComments(conversations: readonly Conversation[]): number {
  return conversations.reduce((sum, { replies }) => sum + 1 + replies.length, 0)
}

export function containsComment({ id, replies }: Conversation, commentId: number): boolean {
  return id === commentId || replies.some((reply) => reply.id === commentId)
}

/** Target of a reply: the conversation and the author. */
export interface AnswerTo {
  parent: Conversation
  comment: CommentView
}

/** A pending comment of the current user. Its text is shown as plain text, in which markup is not interpreted. */
export function makePendingComment(id: number, content: string, answerTo: AnswerTo | undefined): CommentView {
  const { user } = useSession.getState()
  const view = toView(
    {
      id,
      userId: user?.id ?? null,
      nickname: user?.nickname ?? null,
      avatar: user?.avatar ?? null,
      isStaff: isEditor(user),
      content: '',
    },
    null,
  )
  const answered = answerTo?.comment
  const answers = answered && answered.id !== answerTo.parent.id ? answered.writer.name : null
  return { ...view, html: escapeHtml(content), age: '刚刚', answers, isPending: true, hiddenBecause: '发送中' }
}

/** Adds the comment at the top, or at the top of the replies to `parentId`. */
export function addComment(
  rows: readonly Conversation[],
  comment: CommentView,
  parentId: number | undefined,
): Conversation[] {
  if (parentId === undefined) return [{ ...comment, replies: [] }, ...rows]
  return rows.map((row) => (row.id === parentId ? { ...row, replies: [comment, ...row.replies] } : row))
}

/** Replaces the pending comment by the stored one. */
export function confirmComment(
  rows: readonly Conversation[],
  { id: pendingId }: CommentView,
  stored: { id: number; html: SafeHtml },
): Conversation[] {
  const settle = <T extends CommentView>(comment: T): T =>
    comment.id === pendingId ? { ...comment, ...stored, isPending: false, hiddenBecause: null } : comment
  return rows.map((row) => ({ ...settle(row), replies: row.replies.map(settle) }))
}

export function removeComment(rows: readonly Conversation[], commentId: number): Conversation[] {
  return rows
    .filter(({ id }) => id !== commentId)
    .map((row) => ({ ...row, replies: row.replies.filter(({ id }) => id !== commentId) }))
}
