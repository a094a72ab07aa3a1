import type { Message } from '@portal/contract/community/messages.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import type { NoticeKind } from '#live/notice-counters.ts'

/** Values of `noticeType` on the wire (`docs/upstream-api.md`). */
export const NOTICE_TYPE = { system: 0, comment: 1, follow: 2, like: 3, favourite: 4 } as const

/** Kinds of notices that have a list. `address`: value of `type` in the page's address. */
export const NOTICE_TABS: readonly { type: number; address: string; text: string }[] = [
  { type: NOTICE_TYPE.system, address: '0', text: '系统通知' },
  { type: NOTICE_TYPE.comment, address: '1', text: '评论' },
  // The number 2 means private messages in addresses (specification, section 2), but follows on the wire.
  { type: NOTICE_TYPE.follow, address: 'follow', text: '关注' },
  { type: NOTICE_TYPE.like, address: '3', text: '点赞' },
  { type: NOTICE_TYPE.favourite, address: '4', text: '收藏' },
]
/** Kinds with a counter of unread notices; upstream has none for the others (`docs/upstream-api.md`). */
export const COUNTED: Readonly<Record<number, NoticeKind>> = {
  [NOTICE_TYPE.system]: 'system',
  [NOTICE_TYPE.comment]: 'comment',
}

/** Value of `type` in an address for private messages. */
export const PRIVATE_ADDRESS = '2'

/**
 * Value of `commentMark` for a reply to the receiver's comment; other values mean a comment on the receiver's article.
 */
const MARK_ANSWER = 1

const ACTIONS: Readonly<Record<number, string>> = {
  [NOTICE_TYPE.follow]: '关注了你',
  [NOTICE_TYPE.like]: '赞了你的文章',
  [NOTICE_TYPE.favourite]: '收藏了你的文章',
}

export type NoticeView = ReturnType<typeof toNoticeView>

/** A notice in the form that is shown. `person`: `null` for the site; its `id` is `null` for deleted accounts. */
export function toNoticeView(message: Message, index: number) {
  const type = message.noticeType ?? NOTICE_TYPE.system
  const name = message.fromUserNickname?.trim() || '有人'
  return {
    id: message.id ?? `row-${index}`,
    type,
    person:
      type === NOTICE_TYPE.system
        ? null
        : {
            id: message.fromUserId ?? null,
            name,
            avatar: message.fromUserAvatar ?? null,
            isStaff: message.isStaff === true,
          },
    /** Text after the name: 回复了你的评论 */
    action: type === NOTICE_TYPE.comment ? getCommentAction(message) : (ACTIONS[type] ?? ''),
    about: getSubject(message),
    /** Text of the notice, or of the comment. */
    html: asSafeHtml(message.content),
    isUnread: message.isRead === 0,
    at: message.createTime ?? null,
    age: message.createTimeStr ?? '',
  }
}

function getCommentAction({ commentMark }: Message): string {
  return commentMark === MARK_ANSWER ? '回复了你的评论' : '评论了你的文章'
}

/** Matches the end of a notice about an answer to feedback. */
const FEEDBACK_NUMBER = /（留言 T-(\d{1,15})）$/

/** Matches the beginning of a notice about an own order. */
const ORDER_NUMBER = /^委托单 (WT\d{14})：/

/**
 * Subject of the notice: the article, with a link to it or to the comment; for an answer to feedback, the conversation; for
 * an own order, its progress.
 */
function getSubject({ articleId, articleTitle, noticeType, ext, content }: Message) {
  const feedback = noticeType === NOTICE_TYPE.system ? FEEDBACK_NUMBER.exec(content ?? '')?.[1] : undefined
  if (feedback) return { title: '查看与补充', to: `/conversation?ticket=${feedback}` }
  const order = noticeType === NOTICE_TYPE.system ? ORDER_NUMBER.exec(content ?? '')?.[1] : undefined
  if (order) return { title: '查看委托单', to: `/my-orders?no=${order}` }
  if (!articleId) return null
  const place = noticeType === NOTICE_TYPE.comment ? toFragment(ext) : ''
  return { title: articleTitle?.trim() || '查看文章', to: `/article/${articleId}${place}` }
}

/** The reference upstream sends the comment's id; other upstreams send only the article's. */
function toFragment(ext: unknown): string {
  const commentId = (ext as { commentId?: unknown } | null | undefined)?.commentId
  return typeof commentId === 'number' ? `#comment-${commentId}` : '#comments'
}
