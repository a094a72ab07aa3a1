import type { Comment } from '@portal/contract/comments.ts'
import type { WireDate } from '#lib/format.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

/** A comment or reply, as shown. */
export interface CommentView {
  /** Negative until upstream has assigned one. */
  id: number
  writer: { id: string | null; name: string; avatar: string | null; isStaff: boolean }
  /** Recipient of a reply, unless it is the author of the comment above. */
  answers: string | null
  html: SafeHtml
  /** Missing on replies of some upstreams, which send only `age`. */
  at: WireDate
  /** `2小时前`, when the response was made. */
  age: string
  /** `云南`; empty when unknown. */
  place: string
  /** Sent, not confirmed yet. */
  isPending: boolean
}

/** A comment with its replies, newest first. */
export interface Conversation extends CommentView {
  replies: readonly CommentView[]
}

type WireComment = Omit<Comment, 'children'> & { children?: Comment['children'] | readonly unknown[] | null }

export function toConversation(comment: Comment): Conversation {
  const replies = (comment.children ?? []).map((reply) => toView(reply, comment.userId ?? null))
  return { ...toView(comment, null), replies }
}

/** @param above author of the comment above, whom a reply need not name */
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

/** `中国|云南省|昆明市|电信` → `云南`; the country for other countries. */
export function placeOf(address: string | null | undefined): string {
  const [country = '', province = ''] = (address ?? '').split('|').map((part) => part.trim())
  const place = country === '中国' && isPlace(province) ? province : country
  return isPlace(place) ? place.replace(/(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)$/, '') : ''
}

function isPlace(part: string): boolean {
  return part !== '' && part !== '0' && !/内网|未知|局域|本地/.test(part)
}

/** All comments shown, with replies. */
export function countOf(conversations: readonly Conversation[]): number {
  return conversations.reduce((sum, { replies }) => sum + 1 + replies.length, 0)
}

export function holds({ id, replies }: Conversation, commentId: number): boolean {
  return id === commentId || replies.some((reply) => reply.id === commentId)
}
