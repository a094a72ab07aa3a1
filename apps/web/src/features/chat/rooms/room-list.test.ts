import type { ChatMessage } from '@portal/contract/frames.ts'
import type { Room } from '@portal/contract/messages.ts'
import { expect, it } from 'vitest'
import { type RoomView, toRooms, withLast, withNewest } from './room-list.ts'

const room = (peerId: string, changes: Partial<Room> = {}): Room => ({
  id: `r-${peerId}`,
  receiveId: peerId,
  nickname: peerId,
  readNum: 0,
  ...changes,
})
const message = (id: string, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  fromUserId: 'b',
  toUserId: 'me',
  content: '话',
  ...changes,
})
const namesOf = (rooms: readonly RoomView[] | null) => rooms?.map(({ name }) => name).join(' ')
const incoming = { ownId: 'me', atMs: 1_000, isRead: false }

it('sorts by the newest message when all are known, with empty rooms first, else keeps the order of upstream', () => {
  const rooms = [
    room('a', { lastMessage: message('1', { createTime: '2026-11-19 10:00' }) }),
    room('b', { lastMessage: message('2', { createTime: '2026-11-20 10:00' }) }),
    room('c', { lastMessage: null }),
  ]
  expect(namesOf(toRooms(rooms, 'me'))).toBe('c b a')
  expect(namesOf(toRooms([...rooms, room('d')], 'me'))).toBe('a b c d')
})

it('counts new messages, except known ones, those of this user, and read ones', () => {
  const rooms = toRooms(
    [room('a', { lastMessage: null }), room('b', { lastMessage: message('9', { ext: { seq: 9 } }) })],
    'me',
  )
  const unreadOf = (list: readonly RoomView[] | null) => list?.find(({ peerId }) => peerId === 'b')?.unread
  expect(unreadOf(withNewest(rooms, message('10', { ext: { seq: 10 } }), incoming))).toBe(1)
  expect(unreadOf(withNewest(rooms, message('9', { ext: { seq: 9 } }), incoming))).toBe(0)
  expect(unreadOf(withNewest(rooms, message('8', { ext: { seq: 8 } }), incoming))).toBe(0)
  expect(unreadOf(withNewest(rooms, message('10'), { ...incoming, isRead: true }))).toBe(0)
  const own = withNewest(rooms, message('11', { fromUserId: 'me', toUserId: 'b' }), incoming)
  expect([unreadOf(own), namesOf(own)]).toEqual([0, 'b a'])
  expect(withNewest(rooms, message('12', { fromUserId: 'x' }), incoming)).toBeNull()
})

it('ignores a loaded message when a newer one has arrived', () => {
  const rooms = toRooms([room('b')], 'me')
  expect(withLast(rooms, 'b', message('1'), 'me')[0]?.last?.id).toBe('1')
  expect(withLast(rooms, 'b', null, 'me')[0]?.last).toBeNull()
  const newer = withNewest(rooms, message('2'), incoming) ?? []
  expect(withLast(newer, 'b', message('1'), 'me')[0]?.last?.id).toBe('2')
})
