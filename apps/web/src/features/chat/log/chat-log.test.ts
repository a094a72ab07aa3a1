import type { ChatMessage } from '@portal/contract/frames.ts'
import { describe, expect, it } from 'vitest'
import {
  addHistory,
  addMessage,
  applyAnswer,
  applyWithdrawal,
  type ChatLog,
  createLog,
  findFirstUnread,
  hasCommonRows,
  markAsRead,
} from './chat-log.ts'

const OWN_ID = 'me'
const PEER = 'you'
const ARRIVED_MS = Date.UTC(2026, 10, 21, 1, 0, 30)

function makeMessage(id: string, changes: Partial<ChatMessage> = {}): ChatMessage {
  return { id, code: 1, fromUserId: PEER, toUserId: OWN_ID, content: `话 ${id}`, type: 1, isRead: 0, ...changes }
}
const makeOwnMessage = (id: string, changes: Partial<ChatMessage> = {}) =>
  makeMessage(id, { fromUserId: OWN_ID, toUserId: PEER, ...changes })

/** Rows of the history, newest first as upstream sends them. */
const makeHistory = (...ids: string[]) => ids.map((id) => makeMessage(id)).reverse()
const listIds = ({ entries }: ChatLog) => entries.map(({ id }) => id).join(' ')
const listKeys = ({ entries }: ChatLog) => entries.map(({ key }) => key).join(' ')

describe('a conversation log', () => {
  it('shows the history, oldest first, without duplicates', () => {
    let log = addHistory(createLog(OWN_ID), makeHistory('c', 'd'))
    log = addMessage(log, makeMessage('e'), ARRIVED_MS)
    log = addMessage(log, makeMessage('e'), ARRIVED_MS)
    log = addHistory(log, makeHistory('a', 'b', 'c'), true)
    log = addHistory(log, makeHistory('d', 'e', 'f'))
    expect(listIds(log)).toBe('a b c d e f')
  })

  it('leaves out notices, but counts them as rows', () => {
    const rows = [makeMessage('n', { code: 5, noticeType: 1 }), makeMessage('m', { noticeType: 3 }), makeMessage('a')]
    const log = addHistory(createLog(OWN_ID), rows)
    expect(listIds(log)).toBe('a')
    expect(log.rowIds.size).toBe(3)
    expect(hasCommonRows(log, [makeMessage('n')])).toBe(true)
    expect(hasCommonRows(log, [makeMessage('b')])).toBe(false)
  })

  it('uses the time of upstream, else the time of arrival', () => {
    const atMs = Date.UTC(2026, 10, 21, 1, 0, 12)
    const getTime = (changes: Partial<ChatMessage>) =>
      addMessage(createLog(OWN_ID), makeMessage('a', changes), ARRIVED_MS).entries[0]?.atMs
    expect(getTime({ ext: { at: atMs }, createTime: '2026-11-21 09:00' })).toBe(atMs)
    expect(getTime({ createTime: '2026-11-21 09:00' })).toBe(Date.UTC(2026, 10, 21, 1, 0))
    expect(getTime({})).toBe(ARRIVED_MS)
    // The minutes of the history do not replace the exact time.
    const live = addMessage(createLog(OWN_ID), makeMessage('a'), ARRIVED_MS)
    const later = addHistory(live, [makeMessage('a', { createTime: '2026-11-21 09:00' })])
    expect(later.entries[0]?.atMs).toBe(ARRIVED_MS)
  })

  it('keeps withdrawals and read marks when an older answer arrives', () => {
    let log = addHistory(createLog(OWN_ID), [makeOwnMessage('b'), makeOwnMessage('a', { content: '原话' })])
    log = markAsRead(applyWithdrawal(log, 'a'), false)
    log = addHistory(log, [makeOwnMessage('b'), makeOwnMessage('a', { content: '消息已撤回' })])
    expect(log.entries[0]).toMatchObject({ isWithdrawn: true, isRead: true, html: '原话' })
    expect(log.entries[1]).toMatchObject({ isWithdrawn: false, isRead: true })
  })

  it('applies withdrawals of the history', () => {
    const log = addHistory(createLog(OWN_ID), makeHistory('a'))
    const later = addHistory(log, [makeMessage('a', { isWithdraw: 1, content: '消息已撤回' })])
    expect(later.entries[0]?.isWithdrawn).toBe(true)
  })

  it('hides a message that was withdrawn while the history was loading', () => {
    const log = addHistory(applyWithdrawal(createLog(OWN_ID), 'a'), makeHistory('a'))
    expect(log.entries[0]?.isWithdrawn).toBe(true)
  })

  it('returns the same object when nothing has changed', () => {
    const log = markAsRead(addHistory(createLog(OWN_ID), makeHistory('a')), true)
    expect(markAsRead(log, true)).toBe(log)
    const withdrawn = applyWithdrawal(log, 'a')
    expect(applyWithdrawal(withdrawn, 'a')).toBe(withdrawn)
  })

  it('marks sent and received messages as read', () => {
    const log = addHistory(createLog(OWN_ID), [makeOwnMessage('b'), makeMessage('a')])
    expect(markAsRead(log, false).entries.map(({ isRead }) => isRead)).toEqual([false, true])
    expect(markAsRead(log, true).entries.map(({ isRead }) => isRead)).toEqual([true, false])
  })
})

describe('a confirmed message of this user', () => {
  const outgoing = [
    { ref: 'r1', content: '好' },
    { ref: 'r2', content: '好' },
  ]

  it('replaces the pending message, and then the next one with the same text', () => {
    let log = addMessage(createLog(OWN_ID), makeOwnMessage('a', { content: '好' }), ARRIVED_MS, outgoing)
    log = addMessage(log, makeOwnMessage('b', { content: '好' }), ARRIVED_MS, outgoing)
    expect(listKeys(log)).toBe('r1 r2')
    log = applyAnswer(log, 'r1', makeOwnMessage('a', { content: '好' }), ARRIVED_MS)
    expect(listIds(log)).toBe('a b')
    expect([...log.arrived]).toEqual([
      ['r1', 'a'],
      ['r2', 'b'],
    ])
  })

  it('is the one named by the answer, which overrides an earlier assumption', () => {
    // The same text was sent from another device before.
    let log = addMessage(
      createLog(OWN_ID),
      makeOwnMessage('other', { content: '好' }),
      ARRIVED_MS,
      outgoing.slice(0, 1),
    )
    log = applyAnswer(log, 'r1', makeOwnMessage('mine', { content: '好' }), ARRIVED_MS)
    expect(listKeys(log)).toBe('other r1')
    expect([...log.arrived]).toEqual([['r1', 'mine']])
  })

  it('replaces no pending message when it is another message, or known', () => {
    let log = addMessage(createLog(OWN_ID), makeOwnMessage('a', { content: '不好' }), ARRIVED_MS, outgoing)
    log = addMessage(log, makeMessage('b', { content: '好' }), ARRIVED_MS, outgoing)
    log = addHistory(log, [makeOwnMessage('c', { content: '好' })])
    log = addMessage(log, makeOwnMessage('c', { content: '好' }), ARRIVED_MS, outgoing)
    expect(log.arrived.size).toBe(0)
  })

  it('is recognised by its answer alone', () => {
    let log = applyAnswer(createLog(OWN_ID), 'r1', makeOwnMessage('a', { content: '好' }), ARRIVED_MS)
    log = addMessage(log, makeOwnMessage('a', { content: '好' }), ARRIVED_MS, outgoing)
    expect(listKeys(log)).toBe('r1')
  })
})

describe('the first unread message', () => {
  const log = addHistory(
    createLog(OWN_ID),
    [
      makeMessage('a'),
      makeOwnMessage('b'),
      makeMessage('c'),
      makeMessage('d', { isWithdraw: 1 }),
      makeMessage('e'),
    ].reverse(),
  )

  it.each([
    [0, undefined],
    [1, 'e'],
    [2, 'c'],
    // The id is older than the loaded messages.
    [9, 'a'],
  ])('has, with %i unread messages, the id %s', (count, id) => {
    expect(findFirstUnread(log, count)?.id).toBe(id)
  })
})
