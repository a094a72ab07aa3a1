import { randomUUID } from 'node:crypto'
import type { Message, NoticeCounters, Room } from '@portal/contract/community/messages.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { WITHDRAW_MS, WITHDRAWN_TEXT } from '@portal/contract/socket.ts'
import { toWireDateTime } from '@portal/contract/time.ts'

/** A message as the stub's database has it. */
interface StoredMessage {
  id: string
  fromUserId: string
  toUserId: string
  content: string
  type: number
  isRead: number
  isWithdraw: number
  atMs: number
  seq: number
}

export class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Private messages and counters of an upstream of the family; they survive its stop and start. */
export interface ChatStore {
  /** Messages in the order in which they were stored. */
  readonly messages: StoredMessage[]
  /** Unread system and comment notices by user; a test sets them. */
  readonly notices: Map<string, Pick<NoticeCounters, 'system' | 'comment'>>
  add(message: Pick<StoredMessage, 'fromUserId' | 'toUserId' | 'content' | 'type'>): StoredMessage
  /** @throws Refusal */
  withdraw(id: string, userId: string): StoredMessage
  read(userId: string, peerId: string): void
  addRoom(userId: string, peerId: string): Room | null
  deleteRoom(roomId: string): void
  rooms(userId: string): Room[]
  history(userId: string, peerId: string, pageNo: number, pageSize: number): { records: Message[]; pages: number }
  counters(userId: string): NoticeCounters
  toWire(message: StoredMessage): Message
}

interface RoomRow {
  id: string
  ownerId: string
  peerId: string
}

interface Options {
  now: () => number
  /** Adds what the reference upstream adds to the family's answers: `ext` and `lastMessage`. */
  isReference: boolean
}

export function createChatStore({ now, isReference }: Options): ChatStore {
  const messages: StoredMessage[] = []
  const notices: ChatStore['notices'] = new Map()
  const rooms: RoomRow[] = []

  const listBetween = (one: string, other: string) =>
    messages.filter(
      ({ fromUserId, toUserId }) =>
        (fromUserId === one && toUserId === other) || (fromUserId === other && toUserId === one),
    )
  const listUnread = (userId: string, peerId?: string) =>
    messages.filter(
      (row) => row.toUserId === userId && !row.isRead && (peerId === undefined || row.fromUserId === peerId),
    ).length

  function toWire({ id, fromUserId, toUserId, content, type, isRead, isWithdraw, atMs, seq }: StoredMessage): Message {
    return {
      id,
      code: 1,
      fromUserId,
      toUserId,
      content,
      type,
      isRead,
      isWithdraw,
      fromUserNickname: fromUserId,
      // Upstream sends the minute only.
      createTime: toWireDateTime(Math.floor(atMs / MINUTE_MS) * MINUTE_MS).slice(0, 16),
      noticeType: null,
      ext: isReference ? { seq, at: atMs } : null,
    }
  }

  function toRoom({ id, peerId, ownerId }: RoomRow): Room {
    const last = listBetween(ownerId, peerId).at(-1)
    const room = { id, receiveId: peerId, nickname: peerId, avatar: null, readNum: listUnread(ownerId, peerId) }
    return isReference ? { ...room, lastMessage: last ? toWire(last) : null } : room
  }

  function addRoom(ownerId: string, peerId: string): Room | null {
    if (rooms.some((room) => room.ownerId === ownerId && room.peerId === peerId)) return null
    const room = { id: createId(), ownerId, peerId }
    rooms.unshift(room)
    return toRoom(room)
  }

  return {
    messages,
    notices,
    addRoom,
    toWire,
    add(message) {
      const stored = { ...message, id: createId(), isRead: 0, isWithdraw: 0, atMs: now(), seq: messages.length + 1 }
      messages.push(stored)
      // `addRoom` alone creates the sender's side.
      addRoom(message.toUserId, message.fromUserId)
      return stored
    },
    withdraw(id, userId) {
      const message = messages.find((row) => row.id === id)
      if (!message || now() - message.atMs >= WITHDRAW_MS) {
        throw new Refusal(500, '撤回失败，只能撤回俩分钟以内的消息！')
      }
      if (message.fromUserId !== userId) throw new Refusal(500, '只能撤回自己的消息哦！')
      message.isWithdraw = 1
      message.content = WITHDRAWN_TEXT
      return message
    },
    read(userId, peerId) {
      for (const row of messages) if (row.toUserId === userId && row.fromUserId === peerId) row.isRead = 1
    },
    deleteRoom(roomId) {
      const place = rooms.findIndex(({ id }) => id === roomId)
      if (place >= 0) rooms.splice(place, 1)
    },
    rooms: (userId) => rooms.filter(({ ownerId }) => ownerId === userId).map(toRoom),
    history(userId, peerId, pageNo, pageSize) {
      const rows = listBetween(userId, peerId).toReversed()
      const records = rows.slice((pageNo - 1) * pageSize, pageNo * pageSize).map(toWire)
      return { records, pages: Math.ceil(rows.length / pageSize) }
    },
    counters: (userId) => ({ system: 0, comment: 0, ...notices.get(userId), private: listUnread(userId) }),
  }
}

function createId(): string {
  return randomUUID().replaceAll('-', '')
}
