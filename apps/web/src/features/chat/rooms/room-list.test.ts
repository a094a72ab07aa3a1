import type { Room } from '@portal/contract/community/messages.ts'
import type { ChatMessage } from '@portal/contract/frames.ts'
import { expect, it } from 'vitest'
import { applyNewest, type RoomView, setLast, toRooms } from './room-list.ts'

const makeRoom = (peerId: string, changes: Partial<Room> = {}): Room => ({
  id: `r-${peerId}`,
  receiveId: peerId,
  nickname: peerId,
  readNum: 0,
  ...changes,
})
const makeMessage = (id: string, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  fromUserId: 'b',
  toUserId: 'me',
  content: '话',
  ...changes,
})
const listNames = (rooms: readonly RoomView[] | null) => rooms?.map(({ name }) => name).join(' ')
const incoming = { ownId: 'me', atMs: 1_000, isRead: false }

it('sorts by the newest message when all are known, with empty rooms first, else keeps the order of upstream', () => {
  const rooms = [
    makeRoom('a', { lastMessage: makeMessage('1', { createTime: '2026-11-19 10:00' }) }),
    makeRoom('b', { lastMessage: makeMessage('2', { createTime: '2026-11-20 10:00' }) }),
    makeRoom('c', { lastMessage: null }),
  ]
  expect(listNames(toRooms(rooms, 'me'))).toBe('c b a')
  expect(listNames(toRooms([...rooms, makeRoom('d')], 'me'))).toBe('a b c d')
})

it('counts new messages, except known ones, those of this user, and read ones', () => {
  const rooms = toRooms(
    [makeRoom('a', { lastMessage: null }), makeRoom('b', { lastMessage: makeMessage('9', { ext: { seq: 9 } }) })],
    'me',
  )
  const getUnread = (list: readonly RoomView[] | null) => list?.find(({ peerId }) => peerId === 'b')?.unread
  expect(getUnread(applyNewest(rooms, makeMessage('10', { ext: { seq: 10 } }), incoming))).toBe(1)
  expect(getUnread(applyNewest(rooms, makeMessage('9', { ext: { seq: 9 } }), incoming))).toBe(0)
  expect(getUnread(applyNewest(rooms, makeMessage('8', { ext: { seq: 8 } }), incoming))).toBe(0)
  expect(getUnread(applyNewest(rooms, makeMessage('10'), { ...incoming, isRead: true }))).toBe(0)
  const own = applyNewest(rooms, makeMessage('11', { fromUserId: 'me', toUserId: 'b' }), incoming)
  expect([getUnread(own), listNames(own)]).toEqual([0, 'b a'])
  expect(applyNewest(rooms, makeMessage('12', { fromUserId: 'x' }), incoming)).toBeNull()
})

it('ignores a loaded message when a newer one has arrived', () => {
  const rooms = toRooms([makeRoom('b')], 'me')
  expect(setLast(rooms, 'b', makeMessage('1'), 'me')[0]?.last?.id).toBe('1')
  expect(setLast(rooms, 'b', null, 'me')[0]?.last).toBeNull()
  const newer = applyNewest(rooms, makeMessage('2'), incoming) ?? []
  expect(setLast(newer, 'b', makeMessage('1'), 'me')[0]?.last?.id).toBe('2')
})
