import type { Message, Room } from '@portal/contract/community/messages.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { type ChatEntry, toEntry } from '../chat-message.ts'
import { toOneLine } from '../log/message-html.ts'

/** A conversation in the list. */
export type RoomView = ReturnType<typeof toRoom>

/** Sorted by the newest message where all are known, else in the order of upstream. */
export function toRooms(rooms: readonly Room[], ownId: string): RoomView[] {
  const views = rooms.map((room) => toRoom(room, ownId))
  if (views.some(({ last }) => last === undefined)) return views
  return views.sort((one, other) => getRank(other) - getRank(one))
}

export function toRoom(room: Room, ownId: string) {
  return {
    id: room.id,
    peerId: room.receiveId,
    name: room.nickname?.trim() || '用户',
    avatar: room.avatar ?? null,
    isStaff: room.isStaff === true,
    unread: room.readNum ?? 0,
    /** Newest message; `null` for none, `undefined` when upstream's list has none and the history must be loaded. */
    last: room.lastMessage && toEntry(room.lastMessage, ownId, null),
  }
}

/** Rank for sorting, by which rooms without messages come first. */
function getRank({ last }: RoomView): number {
  return last?.atMs ?? Number.MAX_SAFE_INTEGER
}

/** Applies a new message, whose room moves to the top. `null` when there is no such room. */
export function applyNewest(
  rooms: readonly RoomView[],
  message: ChatMessage,
  incoming: { ownId: string; atMs: number; isRead: boolean },
): readonly RoomView[] | null {
  const entry = toEntry(message, incoming.ownId, incoming.atMs)
  if (!entry) return rooms
  const peerId = entry.isOwn ? message.toUserId : message.fromUserId
  const room = rooms.find((one) => one.peerId === peerId)
  if (!room) return null
  if (isOld(room, entry)) return rooms
  const unread = entry.isOwn || incoming.isRead ? room.unread : room.unread + 1
  return [{ ...room, unread, last: entry }, ...rooms.filter((one) => one !== room)]
}

/** Whether the list already contained the message. */
function isOld({ last }: RoomView, { id, seq }: ChatEntry): boolean {
  if (!last) return false
  return last.id === id || (seq !== null && last.seq !== null && seq <= last.seq)
}

export function setUnread(rooms: readonly RoomView[], peerId: string, unread: number): readonly RoomView[] {
  return rooms.map((room) => (room.peerId === peerId ? { ...room, unread } : room))
}

export function applyWithdrawalToLast(rooms: readonly RoomView[], id: string): readonly RoomView[] {
  return rooms.map((room) => (room.last?.id === id ? { ...room, last: { ...room.last, isWithdrawn: true } } : room))
}

/** Sets the newest message, `null` for an empty history. */
export function setLast(
  rooms: readonly RoomView[],
  peerId: string,
  message: Message | null,
  ownId: string,
): readonly RoomView[] {
  const last = message && toEntry(message, ownId, null)
  return rooms.map((room) => (room.peerId === peerId && room.last === undefined ? { ...room, last } : room))
}

export function getSummary({ last }: RoomView): string {
  if (!last) return ''
  if (last.isWithdrawn) return last.isOwn ? '你撤回了一条消息' : '对方撤回了一条消息'
  return toOneLine(last.html)
}

/** Rooms whose name or newest message contains the query. */
export function findRooms(rooms: readonly RoomView[], query: string): readonly RoomView[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return rooms
  return rooms.filter((room) => `${room.name}\n${getSummary(room)}`.toLowerCase().includes(wanted))
}
