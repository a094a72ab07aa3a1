import type { ChatMessage } from '@portal/contract/frames.ts'
import type { Message, Room } from '@portal/contract/messages.ts'
import { type ChatEntry, toEntry } from '../chat-message.ts'
import { toOneLine } from '../log/message-html.ts'

/** A conversation in the list. */
export interface RoomView {
  id: string
  peerId: string
  name: string
  avatar: string | null
  isStaff: boolean
  unread: number
  /** Newest message; `null` for none, `undefined` where upstream's list has none and the history must be asked. */
  last: ChatEntry | null | undefined
}

/** Sorted by the newest message where all are known, else in the order of upstream. */
export function toRooms(rooms: readonly Room[], ownId: string): RoomView[] {
  const views = rooms.map((room) => toRoom(room, ownId))
  if (views.some(({ last }) => last === undefined)) return views
  return views.sort((one, other) => rankOf(other) - rankOf(one))
}

export function toRoom(
  { id, receiveId, nickname, avatar, isStaff, readNum, lastMessage }: Room,
  ownId: string,
): RoomView {
  return {
    id,
    peerId: receiveId,
    name: nickname?.trim() || '用户',
    avatar: avatar ?? null,
    isStaff: isStaff === true,
    unread: readNum ?? 0,
    last: lastMessage && toEntry(lastMessage, ownId, null),
  }
}

/** Rooms without messages come first. */
function rankOf({ last }: RoomView): number {
  return last?.atMs ?? Number.MAX_SAFE_INTEGER
}

export interface Arrival {
  ownId: string
  /** Epoch ms. */
  atMs: number
  isRead: boolean
}

/** Applies a new message, whose room moves to the top. `null` when there is no such room. */
export function withNewest(
  rooms: readonly RoomView[],
  message: ChatMessage,
  incoming: Arrival,
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

/** Whether the list had it already. */
function isOld({ last }: RoomView, { id, seq }: ChatEntry): boolean {
  if (!last) return false
  return last.id === id || (seq !== null && last.seq !== null && seq <= last.seq)
}

export function withUnread(rooms: readonly RoomView[], peerId: string, unread: number): readonly RoomView[] {
  return rooms.map((room) => (room.peerId === peerId ? { ...room, unread } : room))
}

export function withWithdrawnLast(rooms: readonly RoomView[], id: string): readonly RoomView[] {
  return rooms.map((room) => (room.last?.id === id ? { ...room, last: { ...room.last, isWithdrawn: true } } : room))
}

/** Sets the newest message, `null` for an empty history. */
export function withLast(
  rooms: readonly RoomView[],
  peerId: string,
  message: Message | null,
  ownId: string,
): readonly RoomView[] {
  const last = message && toEntry(message, ownId, null)
  return rooms.map((room) => (room.peerId === peerId && room.last === undefined ? { ...room, last } : room))
}

export function summaryOf({ last }: RoomView): string {
  if (!last) return ''
  if (last.isWithdrawn) return last.isOwn ? '你撤回了一条消息' : '对方撤回了一条消息'
  return toOneLine(last.html)
}

/** Rooms whose name or newest message contains the query. */
export function findRooms(rooms: readonly RoomView[], query: string): readonly RoomView[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return rooms
  return rooms.filter((room) => `${room.name}\n${summaryOf(room)}`.toLowerCase().includes(wanted))
}
