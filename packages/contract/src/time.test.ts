import { describe, expect, it } from 'vitest'
import { toRelativeText } from './relative-time.ts'
import { toInstantMs, toWireDate, toWireDateTime } from './time.ts'

const MORNING_MS = Date.UTC(2025, 2, 8, 1, 30)

describe('a wire date', () => {
  it.each([
    ['wall clock with seconds, in UTC+8', '2025-03-08 09:30:00'],
    ['wall clock without seconds', '2025-03-08 09:30'],
    ['epoch milliseconds', MORNING_MS],
    ['ISO 8601', '2025-03-08T01:30:00Z'],
    ['ISO 8601 with an offset', '2025-03-08T09:30:00+08:00'],
  ])('is read as the same instant: %s', (_form, wire) => {
    expect(toInstantMs(wire)).toBe(MORNING_MS)
  })

  it('is midnight in UTC+8 when it has only a day', () => {
    expect(toInstantMs('2025-03-08')).toBe(Date.UTC(2025, 2, 7, 16))
  })

  it.each([null, undefined, '', 'yesterday', Number.NaN])('is null for %s', (wire) => {
    expect(toInstantMs(wire)).toBeNull()
  })

  it('is formatted in UTC+8, also across midnight', () => {
    expect(toWireDateTime(Date.UTC(2025, 1, 28, 16, 30))).toBe('2025-03-01 00:30:00')
    expect(toWireDate(Date.UTC(2025, 1, 28, 16, 30))).toBe('2025-03-01')
  })
})

describe('a relative age', () => {
  const SECOND = 1000
  const MINUTE = 60 * SECOND
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  it.each([
    [0, '刚刚'],
    [-5 * SECOND, '刚刚'],
    [59 * SECOND, '59秒前'],
    [44 * MINUTE, '44分钟前'],
    [46 * MINUTE, '1小时前'],
    [23 * HOUR, '23小时前'],
    [30 * HOUR, '昨天'],
    [3 * DAY, '3天前'],
    [45 * DAY, '1月前'],
    [340 * DAY, '1年前'],
    [3 * 365 * DAY, '3年前'],
  ])('of %i ms has the words of upstream', (ageMs, text) => {
    expect(toRelativeText(MORNING_MS, MORNING_MS + ageMs)).toBe(text)
  })
})
