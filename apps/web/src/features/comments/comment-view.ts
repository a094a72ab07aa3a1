import type { Comment } from '@portal/contract/comments.ts'
import type { WireDate } from '#lib/format.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

/** A comment or an answer to one, as it is shown. */
export interface CommentView {
  /** Negative as long as upstream has not given one. */
  id: number
  writer: { id: string | null; name: string; avatar: string | null; isStaff: boolean }
  /** Whom an answer is for, when that is not the writer of the comment above. */
  answers: string | null
  html: SafeHtml
  /** Missing on answers of some upstreams, which then say `age` alone. */
  at: WireDate
  /** `2小时前`, at the time of the answer. */
  age: string
  /** `云南`; empty when it is not known. */
  place: string
  /** Sent, and not confirmed yet. */
  isPending: boolean
}

/** A comment with its answers, newest first. */
export interface Conversation extends CommentView {
  replies: readonly CommentView[]
}

type WireComment = Omit<Comment, 'children'> & { children?: Comment['children'] | readonly unknown[] | null }

export function toConversation(comment: Comment): Conversation {
  const replies = (comment.children ?? []).map((reply) => toView(reply, comment.userId ?? null))
  return { ...toView(comment, null), replies }
}

/** @param above writer of the comment that is answered, whom an answer need not name */
export function toView(comment: WireComment, above: string | null): CommentView {
  const { id, userId, nickname, avatar, isStaff, replyUserId, replyNickname, content, createTime, createTimeStr } =
    comment
  return {
    id,
    writer: { id: userId ?? null, name: nickname?.trim() || '用户', avatar: avatar ?? null, isStaff: isStaff === true },
    answers: replyUserId && replyUserId !== above ? (replyNickname ?? null) : null,
    html: asSafeHtml(content),
    at: createTime ?? null,
    age: createTimeStr ?? '',
    place: placeOf(comment.ipAddress),
    isPending: false,
  }
}

/** `中国|云南省|昆明市|电信` → `云南`; abroad the country. */
export function placeOf(address: string | null | undefined): string {
  const [country = '', province = ''] = (address ?? '').split('|').map((part) => part.trim())
  const place = country === '中国' && isPlace(province) ? province : country
  return isPlace(place) ? place.replace(/(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)$/, '') : ''
}

function isPlace(part: string): boolean {
  return part !== '' && part !== '0' && !/内网|未知|局域|本地/.test(part)
}

/** All comments that are shown, answers too. */
export function countOf(conversations: readonly Conversation[]): number {
  return conversations.reduce((sum, { replies }) => sum + 1 + replies.length, 0)
}

export function holds({ id, replies }: Conversation, commentId: number): boolean {
  return id === commentId || replies.some((reply) => reply.id === commentId)
}
