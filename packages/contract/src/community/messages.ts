import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import {
  nothing,
  nullable,
  nullableBoolean,
  nullableNumber,
  nullableString,
  page,
  paging,
  userId,
  wireDate,
} from '../shapes.ts'
import { WITHDRAWN_TEXT } from '../socket.ts'

const messageId = Type.String({ minLength: 1, maxLength: 64 })

/** A chat message or a notice. `ip` is never forwarded. */
export const Message = Type.Object({
  id: Type.Optional(nullableString),
  /** 1 private, 2 group, 5 system notice. */
  code: Type.Optional(nullableNumber),
  toUserId: Type.Optional(nullableString),
  fromUserId: Type.Optional(nullableString),
  fromUserAvatar: Type.Optional(nullableString),
  fromUserNickname: Type.Optional(nullableString),
  /** Ours, in notices: an owner or editor caused it. */
  isStaff: Type.Optional(nullableBoolean),
  /** HTML. */
  content: Type.Optional(nullableString),
  ipSource: Type.Optional(nullableString),
  isWithdraw: Type.Optional(nullableNumber),
  /** 1 text, 2 picture; 0 counts as text. */
  type: Type.Optional(nullableNumber),
  isRead: Type.Optional(nullableNumber),
  index: Type.Optional(nullableNumber),
  articleId: Type.Optional(nullableNumber),
  articleTitle: Type.Optional(nullableString),
  commentMark: Type.Optional(nullableNumber),
  noticeType: Type.Optional(nullableNumber),
  atUserId: Type.Optional(nullableString),
  createTime: Type.Optional(wireDate),
  createTimeStr: Type.Optional(nullableString),
  /** Details of a message; only the reference upstream sends them. */
  ext: Type.Optional(
    nullable(
      Type.Object({
        /** Comment notices: id of the comment to scroll to. */
        commentId: Type.Optional(nullableNumber),
        /** Chat messages: serial number in the order of storing. */
        seq: Type.Optional(Type.Integer()),
        /** Chat messages: time of storing, epoch ms; `createTime` is precise to minutes only. */
        at: Type.Optional(Type.Integer()),
      }),
    ),
  ),
})
export type Message = Static<typeof Message>

/** A conversation in its owner's list. */
export const Room = Type.Object({
  id: Type.String(),
  /** User id of the peer. */
  receiveId: Type.String(),
  nickname: Type.Optional(nullableString),
  avatar: Type.Optional(nullableString),
  /** Ours: the peer is an owner or editor. */
  isStaff: Type.Optional(nullableBoolean),
  /** Wire name; it is the number of **unread** messages. */
  readNum: Type.Optional(nullableNumber),
  createTime: Type.Optional(wireDate),
  createTimeStr: Type.Optional(nullableString),
  /** Ours: the newest message, also a withdrawn one. Other upstreams do not send it, so the history is fetched. */
  lastMessage: Type.Optional(nullable(Message)),
})
export type Room = Static<typeof Room>

export const NoticeCounters = Type.Object({
  system: Type.Integer({ minimum: 0 }),
  comment: Type.Integer({ minimum: 0 }),
  private: Type.Integer({ minimum: 0 }),
})
export type NoticeCounters = Static<typeof NoticeCounters>

export const listGroupMessages = defineCall('GET /v1/im/', {
  access: 'member',
  summary: 'History of the group chat, newest first',
  query: Type.Object(paging),
  data: page(Message),
  html: { 'records[].content': 'comment' },
})

export const listRooms = defineCall('GET /v1/im/getRoomList', {
  access: 'member',
  summary: "The caller's conversations, newest first",
  data: Type.Array(Room),
  html: { '[].lastMessage.content': 'comment' },
})

export const addRoom = defineCall('POST /v1/im/addRoom', {
  access: 'member',
  summary: 'Opens a conversation; null when it exists',
  query: Type.Object({ userId }),
  data: nullable(Room),
})

export const deleteRoom = defineCall('DELETE /v1/im/deleteRoom', {
  access: 'member',
  summary: 'Removes an own conversation from the list; messages stay',
  query: Type.Object({ roomId: messageId }),
  data: nothing,
})

export const listPrivateMessages = defineCall('GET /v1/im/selectUserImHistory', {
  access: 'member',
  summary: 'Messages between the caller and a peer, newest first',
  query: Type.Object({ fromUserId: Type.Optional(userId), toUserId: userId, ...paging }),
  data: page(Message),
  html: { 'records[].content': 'comment' },
  identity: { fromUserId: 'self' },
})

export const sendMessage = defineCall('POST /v1/im/chat', {
  access: 'member',
  summary: 'Sends a message; the sender is always the caller',
  body: Type.Object({
    code: Type.Integer({ minimum: 1, maximum: 2 }),
    fromUserId: Type.Optional(userId),
    toUserId: Type.Optional(nullable(userId)),
    content: Type.String({ minLength: 1, maxLength: 8000 }),
    type: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
    isRead: Type.Optional(Type.Integer({ minimum: 0, maximum: 0 })),
    atUserId: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  }),
  data: nothing,
  /** Ours: the stored message; a repeated `Idempotency-Key` of the same sender gets the same message. */
  extra: Type.Object({ message: Type.Optional(Message) }),
  html: { 'extra.message.content': 'comment' },
  identity: { fromUserId: 'self' },
  fixed: { code: 1, isRead: 0 },
})

export const withdrawMessage = defineCall('POST /v1/im/withdraw', {
  access: 'member',
  summary: 'Withdraws an own message within 2 minutes',
  body: Type.Object({
    id: messageId,
    code: Type.Integer({ minimum: 1, maximum: 2 }),
    fromUserId: Type.Optional(userId),
    toUserId: Type.Optional(nullable(userId)),
    index: Type.Optional(nullableNumber),
    content: Type.Optional(Type.String({ maxLength: 8000 })),
    isWithdraw: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    isRead: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    type: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  }),
  data: nothing,
  identity: { fromUserId: 'self' },
  // Other upstreams overwrite the stored row with the whole body.
  fixed: { code: 1, content: WITHDRAWN_TEXT, isWithdraw: 1, isRead: 0, type: 1 },
})

export const markRead = defineCall('GET /v1/im/read', {
  access: 'member',
  summary: 'Marks everything from a peer as read; a GET that changes state',
  changesState: true,
  query: Type.Object({ userId }),
  data: nothing,
  /** Ours: the unread counters, so that no second request is needed. */
  extra: Type.Object({
    counters: Type.Optional(NoticeCounters),
    /** Ours: one of the two users has blocked the other, so the peer must not be notified. */
    isHidden: Type.Optional(Type.Boolean()),
  }),
})

export const getNoticeCounters = defineCall('GET /v1/im/getNewSystemNotice', {
  access: 'member',
  summary: 'Unread system notices, comment notices and private messages',
  data: NoticeCounters,
})

const noticeType = Type.Integer({ minimum: 0, maximum: 5 })

export const listNotices = defineCall('GET /v1/im/getMessageNotice', {
  access: 'member',
  summary: 'Notices of a type, newest first; marks all of that type as read',
  changesState: true,
  query: Type.Object({ type: Type.Optional(noticeType), ...paging }),
  data: page(Message),
  html: { 'records[].content': 'comment' },
})

export const deleteNotices = defineCall('DELETE /v1/im/deleteMessage', {
  access: 'member',
  summary: 'Deletes one own notice, or all of a type',
  query: Type.Object({ id: Type.Optional(messageId), type: Type.Optional(noticeType) }),
  data: nothing,
})

export const messageCalls = [
  listGroupMessages,
  listRooms,
  addRoom,
  deleteRoom,
  listPrivateMessages,
  sendMessage,
  withdrawMessage,
  markRead,
  getNoticeCounters,
  listNotices,
  deleteNotices,
] as const
