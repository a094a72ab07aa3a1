import { isEditor } from '#domain/people/roles.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import { useSession } from '#lib/session.ts'
import { type CommentView, type Conversation, toView } from './comment-view.ts'

/** Target of a reply: the conversation and the author. */
export interface AnswerTo {
  parent: Conversation
  comment: CommentView
}

/** A pending comment of the current user. Its text is set as text: markup in it is shown, not interpreted. */
export function pendingComment(id: number, content: string, answerTo: AnswerTo | undefined): CommentView {
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
  return { ...view, html: escaped(content), age: '刚刚', answers, isPending: true }
}

function escaped(text: string): SafeHtml {
  return asSafeHtml(text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'))
}

/** Adds it at the top, or at the top of the replies to `parentId`. */
export function withComment(
  rows: readonly Conversation[],
  comment: CommentView,
  parentId: number | undefined,
): Conversation[] {
  if (parentId === undefined) return [{ ...comment, replies: [] }, ...rows]
  return rows.map((row) => (row.id === parentId ? { ...row, replies: [comment, ...row.replies] } : row))
}

/** Replaces the pending comment by the stored one. */
export function confirmed(
  rows: readonly Conversation[],
  { id: pendingId }: CommentView,
  stored: { id: number; html: SafeHtml },
): Conversation[] {
  const settle = <T extends CommentView>(comment: T): T =>
    comment.id === pendingId ? { ...comment, ...stored, isPending: false } : comment
  return rows.map((row) => ({ ...settle(row), replies: row.replies.map(settle) }))
}

export function withoutComment(rows: readonly Conversation[], commentId: number): Conversation[] {
  return rows
    .filter(({ id }) => id !== commentId)
    .map((row) => ({ ...row, replies: row.replies.filter(({ id }) => id !== commentId) }))
}
