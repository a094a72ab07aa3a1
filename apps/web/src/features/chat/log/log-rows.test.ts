import { expect, it } from 'vitest'
import { createPicture } from '#lib/api/picture-queue.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import type { ChatEntry } from '../chat-message.ts'
import { type LogContent, toLogRows } from './log-rows.ts'

/** 09:30 on 21 November in Shanghai. */
const AT_MS = Date.UTC(2026, 10, 21, 1, 30)

function makeEntry(id: string, changes: Partial<ChatEntry> = {}): ChatEntry {
  return {
    key: id,
    id,
    isOwn: false,
    html: asSafeHtml('话'),
    atMs: AT_MS,
    seq: null,
    isRead: false,
    isWithdrawn: false,
    ...changes,
  }
}

/** Formats rows as `day a b* ~c`: kinds and ids; `*` marks the last of a group, `✓` the read mark. */
function formatRows(entries: ChatEntry[], content: Partial<LogContent> = {}): string {
  const rows = toLogRows({ entries, newFromId: null, outgoing: [], uploads: [], ...content })
  return rows
    .map((row) => {
      if (row.kind === 'message') return `${row.entry.id}${row.isLast ? '*' : ''}${row.isReadMark ? '✓' : ''}`
      return row.kind === 'withdrawn' ? `~${row.entry.id}` : row.kind
    })
    .join(' ')
}

it('separates the days of Shanghai', () => {
  const evening = Date.UTC(2026, 10, 20, 15, 59)
  const night = Date.UTC(2026, 10, 20, 16, 1)
  expect(
    formatRows([makeEntry('a', { atMs: evening }), makeEntry('b', { atMs: night }), makeEntry('c', { atMs: null })]),
  ).toBe('day a* day b c*')
})

it('groups messages of one person', () => {
  const later = { atMs: AT_MS + 10 * 60_000 }
  expect(
    formatRows([
      makeEntry('a'),
      makeEntry('b'),
      makeEntry('c', { isOwn: true }),
      makeEntry('d'),
      makeEntry('e', later),
    ]),
  ).toBe('day a b* c* d* e*')
})

it('adds a rule above new messages', () => {
  expect(formatRows([makeEntry('a'), makeEntry('b')], { newFromId: 'b' })).toBe('day a* new b*')
})

it('marks the last own message that was read, unless withdrawn', () => {
  const read = { isOwn: true, isRead: true }
  const entries = [
    makeEntry('a', read),
    makeEntry('b', read),
    makeEntry('c', { ...read, isWithdrawn: true }),
    makeEntry('d', { isOwn: true }),
  ]
  expect(formatRows(entries)).toBe('day a b*✓ ~c d*')
})

it('ends with pending messages and uploads', () => {
  const outgoing = {
    ref: 'r',
    toUserId: 'you',
    content: '话',
    type: 1,
    state: 'pending',
    reason: null,
    madeAtMs: AT_MS,
    sentAtMs: null,
    hasArrived: false,
  } as const
  const upload = createPicture({ key: 'u', url: '/file/img/a.png' })
  expect(formatRows([makeEntry('a')], { outgoing: [outgoing], uploads: [upload] })).toBe('day a* outgoing upload')
})
