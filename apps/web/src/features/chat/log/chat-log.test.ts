import type { ChatMessage } from '@portal/contract/frames.ts'
import { describe, expect, it } from 'vitest'
import {
  type ChatLog,
  emptyLog,
  firstUnread,
  overlaps,
  withAnswer,
  withHistory,
  withMessage,
  withRead,
  withWithdrawn,
} from './chat-log.ts'

const OWN = 'me'
const PEER = 'you'
const ARRIVED_MS = Date.UTC(2026, 10, 21, 1, 0, 30)

function message(id: string, changes: Partial<ChatMessage> = {}): ChatMessage {
  return { id, code: 1, fromUserId: PEER, toUserId: OWN, content: `话 ${id}`, type: 1, isRead: 0, ...changes }
}
const own = (id: string, changes: Partial<ChatMessage> = {}) =>
  message(id, { fromUserId: OWN, toUserId: PEER, ...changes })

/** Rows of the history, newest first as upstream sends them. */
const history = (...ids: string[]) => ids.map((id) => message(id)).reverse()
const idsOf = ({ entries }: ChatLog) => entries.map(({ id }) => id).join(' ')
const keysOf = ({ entries }: ChatLog) => entries.map(({ key }) => key).join(' ')

describe('a conversation log', () => {
  it('shows the history, oldest first, without duplicates', () => {
    let log = withHistory(emptyLog(OWN), history('c', 'd'))
    log = withMessage(log, message('e'), ARRIVED_MS)
    log = withMessage(log, message('e'), ARRIVED_MS)
    log = withHistory(log, history('a', 'b', 'c'), true)
    log = withHistory(log, history('d', 'e', 'f'))
    expect(idsOf(log)).toBe('a b c d e f')
  })

  it('leaves out notices, but counts them as rows', () => {
    const rows = [message('n', { code: 5, noticeType: 1 }), message('m', { noticeType: 3 }), message('a')]
    const log = withHistory(emptyLog(OWN), rows)
    expect(idsOf(log)).toBe('a')
    expect(log.rowIds.size).toBe(3)
    expect(overlaps(log, [message('n')])).toBe(true)
    expect(overlaps(log, [message('b')])).toBe(false)
  })

  it('uses the time of upstream, else the time of arrival', () => {
    const atMs = Date.UTC(2026, 10, 21, 1, 0, 12)
    const at = (changes: Partial<ChatMessage>) =>
      withMessage(emptyLog(OWN), message('a', changes), ARRIVED_MS).entries[0]?.atMs
    expect(at({ ext: { at: atMs }, createTime: '2026-11-21 09:00' })).toBe(atMs)
    expect(at({ createTime: '2026-11-21 09:00' })).toBe(Date.UTC(2026, 10, 21, 1, 0))
    expect(at({})).toBe(ARRIVED_MS)
    // The minutes of the history do not replace the exact time.
    const live = withMessage(emptyLog(OWN), message('a'), ARRIVED_MS)
    const later = withHistory(live, [message('a', { createTime: '2026-11-21 09:00' })])
    expect(later.entries[0]?.atMs).toBe(ARRIVED_MS)
  })

  it('keeps withdrawals and read marks when an older answer arrives', () => {
    let log = withHistory(emptyLog(OWN), [own('b'), own('a', { content: '原话' })])
    log = withRead(withWithdrawn(log, 'a'), false)
    log = withHistory(log, [own('b'), own('a', { content: '消息已撤回' })])
    expect(log.entries[0]).toMatchObject({ isWithdrawn: true, isRead: true, html: '原话' })
    expect(log.entries[1]).toMatchObject({ isWithdrawn: false, isRead: true })
  })

  it('applies withdrawals of the history', () => {
    const log = withHistory(emptyLog(OWN), history('a'))
    const later = withHistory(log, [message('a', { isWithdraw: 1, content: '消息已撤回' })])
    expect(later.entries[0]?.isWithdrawn).toBe(true)
  })

  it('hides a message that was withdrawn while the history was loading', () => {
    const log = withHistory(withWithdrawn(emptyLog(OWN), 'a'), history('a'))
    expect(log.entries[0]?.isWithdrawn).toBe(true)
  })

  it('returns the same object when nothing has changed', () => {
    const log = withRead(withHistory(emptyLog(OWN), history('a')), true)
    expect(withRead(log, true)).toBe(log)
    const withdrawn = withWithdrawn(log, 'a')
    expect(withWithdrawn(withdrawn, 'a')).toBe(withdrawn)
  })

  it('marks sent and received messages as read', () => {
    const log = withHistory(emptyLog(OWN), [own('b'), message('a')])
    expect(withRead(log, false).entries.map(({ isRead }) => isRead)).toEqual([false, true])
    expect(withRead(log, true).entries.map(({ isRead }) => isRead)).toEqual([true, false])
  })
})

describe('a confirmed message of this user', () => {
  const outgoing = [
    { ref: 'r1', content: '好' },
    { ref: 'r2', content: '好' },
  ]

  it('replaces the pending message, and then the next one with the same text', () => {
    let log = withMessage(emptyLog(OWN), own('a', { content: '好' }), ARRIVED_MS, outgoing)
    log = withMessage(log, own('b', { content: '好' }), ARRIVED_MS, outgoing)
    expect(keysOf(log)).toBe('r1 r2')
    log = withAnswer(log, 'r1', own('a', { content: '好' }), ARRIVED_MS)
    expect(idsOf(log)).toBe('a b')
    expect([...log.arrived]).toEqual([
      ['r1', 'a'],
      ['r2', 'b'],
    ])
  })

  it('is the one named by the answer, which overrides an earlier assumption', () => {
    // The same text was sent from another device before.
    let log = withMessage(emptyLog(OWN), own('other', { content: '好' }), ARRIVED_MS, outgoing.slice(0, 1))
    log = withAnswer(log, 'r1', own('mine', { content: '好' }), ARRIVED_MS)
    expect(keysOf(log)).toBe('other r1')
    expect([...log.arrived]).toEqual([['r1', 'mine']])
  })

  it('replaces no pending message when it is another message, or known', () => {
    let log = withMessage(emptyLog(OWN), own('a', { content: '不好' }), ARRIVED_MS, outgoing)
    log = withMessage(log, message('b', { content: '好' }), ARRIVED_MS, outgoing)
    log = withHistory(log, [own('c', { content: '好' })])
    log = withMessage(log, own('c', { content: '好' }), ARRIVED_MS, outgoing)
    expect(log.arrived.size).toBe(0)
  })

  it('is recognised by its answer alone', () => {
    let log = withAnswer(emptyLog(OWN), 'r1', own('a', { content: '好' }), ARRIVED_MS)
    log = withMessage(log, own('a', { content: '好' }), ARRIVED_MS, outgoing)
    expect(keysOf(log)).toBe('r1')
  })
})

describe('the first unread message', () => {
  const log = withHistory(
    emptyLog(OWN),
    [message('a'), own('b'), message('c'), message('d', { isWithdraw: 1 }), message('e')].reverse(),
  )

  it.each([
    [0, undefined],
    [1, 'e'],
    [2, 'c'],
    // The id is older than the loaded messages.
    [9, 'a'],
  ])('has, with %i unread messages, the id %s', (count, id) => {
    expect(firstUnread(log, count)?.id).toBe(id)
  })
})
