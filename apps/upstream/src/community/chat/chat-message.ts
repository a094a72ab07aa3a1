import type { Message, Room } from '@portal/contract/community/messages.ts'
import { toRelativeText } from '@portal/contract/relative-time.ts'
import { toWireMinute } from '@portal/contract/time.ts'
import { isStaff } from '#accounts/profiles/user-info.ts'
import type { StoredRoom } from './room-repository.ts'
import type { StoredMessage } from './stored-message.ts'

/** Value of `code` that marks a private message. */
const PRIVATE_MESSAGE = 1

/** Converts a message to the form of calls and frames, without the sender's location. */
export function toWireMessage(stored: StoredMessage, nowMs: number): Message {
  const { seq, createdAt, ...shown } = stored
  return {
    ...shown,
    code: PRIVATE_MESSAGE,
    ipSource: '',
    index: null,
    articleId: null,
    articleTitle: null,
    commentMark: null,
    noticeType: null,
    atUserId: null,
    createTime: toWireMinute(createdAt),
    createTimeStr: toRelativeText(createdAt, nowMs),
    ext: { seq, at: createdAt },
  }
}

export function toWireRoom(
  { id, peerId, nickname, avatar, role, unread, createdAt, last }: StoredRoom,
  nowMs: number,
): Room {
  return {
    id,
    receiveId: peerId,
    nickname,
    avatar,
    isStaff: isStaff(role),
    readNum: unread,
    createTime: null,
    createTimeStr: toRelativeText(createdAt, nowMs),
    lastMessage: last && toWireMessage(last, nowMs),
  }
}
