import type { ChatMessage } from '@portal/contract/frames.ts'
import type { Message, Room } from '@portal/contract/messages.ts'
import { toOneLine } from '#features/chat/log/message-html.ts'
import { type ChatEntry, toEntry } from '../chat-message.ts'

/** A conversation in the list. */
export interface RoomView {
  id: string
  peerId: string
  name: string
  avatar: string | null
  isStaff: boolean
  unread: number
  /** Newest message; `null` for none, `undefined` where upstream's list does not say: its history does. */
  last: ChatEntry | null | undefined
}

/** As upstream answers, the one with the newest message first where all newest messages are known. */
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

/** One that was opened and not written in yet is on top. */
function rankOf({ last }: RoomView): number {
  return last?.atMs ?? Number.MAX_SAFE_INTEGER
}

export interface Arrival {
  ownId: string
  /** Epoch ms. */
  atMs: number
  /** It is read as it comes. */
  isRead: boolean
}

/** With a message that came just now: its room on top. `null` when there is no such room yet. */
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

/** The list knew of it already. */
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

/** With the newest row of a history, `null` for an empty one. */
export function withLast(
  rooms: readonly RoomView[],
  peerId: string,
  message: Message | null,
  ownId: string,
): readonly RoomView[] {
  const last = message && toEntry(message, ownId, null)
  return rooms.map((room) => (room.peerId === peerId && room.last === undefined ? { ...room, last } : room))
}

/** What stands under the name. */
export function summaryOf({ last }: RoomView): string {
  if (!last) return ''
  if (last.isWithdrawn) return last.isOwn ? '你撤回了一条消息' : '对方撤回了一条消息'
  return toOneLine(last.html)
}

/** Rooms whose name, or newest message, holds what is looked for. */
export function findRooms(rooms: readonly RoomView[], query: string): readonly RoomView[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return rooms
  return rooms.filter((room) => `${room.name}\n${summaryOf(room)}`.toLowerCase().includes(wanted))
}
