import type { Message } from '@portal/contract/community/messages.ts'
import { toRelativeText } from '@portal/contract/relative-time.ts'
import { toWireMinute } from '@portal/contract/time.ts'
import { isStaff } from '#accounts/profiles/user-info.ts'
import type { Notice } from './notice-repository.ts'

/** Value of `code` that marks a notice among messages. */
const SYSTEM_MESSAGE = 5

/** Converts a notice to the form of calls and frames. */
export function toWireNotice(notice: Notice, nowMs: number): Message {
  return {
    id: notice.id,
    code: SYSTEM_MESSAGE,
    toUserId: notice.userId,
    fromUserId: notice.actorId,
    fromUserAvatar: notice.actorAvatar,
    fromUserNickname: notice.actorNickname,
    isStaff: isStaff(notice.actorRole),
    content: notice.content,
    // Always text, because the family's clients split it.
    ipSource: '',
    isWithdraw: 0,
    type: 0,
    isRead: notice.isRead,
    index: null,
    articleId: notice.articleId,
    articleTitle: notice.articleTitle,
    commentMark: notice.mark,
    noticeType: notice.type,
    atUserId: null,
    createTime: toWireMinute(notice.createdAt),
    createTimeStr: toRelativeText(notice.createdAt, nowMs),
    // The comment that a client scrolls to. Other upstreams never fill this member.
    ext: notice.commentId === null ? null : { commentId: notice.commentId },
  }
}
