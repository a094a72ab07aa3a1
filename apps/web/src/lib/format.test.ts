import { expect, it } from 'vitest'
import {
  formatClock,
  formatClockWithSeconds,
  formatDate,
  formatDateTime,
  formatDayAndClock,
  formatDayAndMonth,
  formatLongDate,
  formatNumber,
  formatRecent,
  toMachineDate,
} from './format.ts'

/** 00:30 on 1 March in Shanghai, still February in Greenwich. */
const INSTANT_MS = Date.UTC(2025, 1, 28, 16, 30)

it.each([['2025-03-01 00:30:00'], [INSTANT_MS], ['2025-02-28T16:30:00Z']])(
  'formats the day in Shanghai for readers in any time zone: %s',
  (wire) => {
    expect(formatDate(wire)).toBe('2025-03-01')
    expect(formatDateTime(wire)).toBe('2025-03-01 00:30')
    expect(formatLongDate(wire)).toBe('2025年3月1日')
    expect(formatDayAndMonth(wire)).toEqual({ day: '01', month: '2025-03' })
    expect(formatClockWithSeconds(INSTANT_MS + 5_000)).toBe('00:30:05')
    expect(toMachineDate(wire)).toBe('2025-02-28T16:30:00.000Z')
  },
)

it.each([
  // Summer time, its last hour, and later years.
  [Date.UTC(1988, 6, 1, 4, 0), '1988-07-01 13:00'],
  [Date.UTC(1991, 8, 14, 16, 59), '1991-09-15 01:59'],
  [Date.UTC(1991, 11, 31, 23, 59), '1992-01-01 07:59'],
  [Date.UTC(1992, 0, 1), '1992-01-01 08:00'],
  [Date.UTC(2026, 6, 1, 4, 0), '2026-07-01 12:00'],
])('formats Shanghai time %s ms after 1970: %s', (instantMs, said) => {
  expect(formatDateTime(instantMs)).toBe(said)
})

it('returns an empty text for an invalid date', () => {
  expect(formatDate(null)).toBe('')
  expect(formatDayAndMonth('昨天')).toBeNull()
  expect(toMachineDate(undefined)).toBeUndefined()
})

it('separates thousands', () => {
  expect([0, 999, 1286, 12_345_678].map(formatNumber)).toEqual(['0', '999', '1,286', '12,345,678'])
  expect(formatNumber(null)).toBe('')
})

/** 00:30 on Saturday, 21 November in Shanghai. */
const NOW_MS = Date.UTC(2026, 10, 20, 16, 30)

it.each([
  ['2026-11-21 00:10', '00:10', '今天 00:10'],
  ['2026-11-20 23:59', '昨天', '昨天 23:59'],
  ['2026-11-19 08:00', '周四', '2026-11-19 08:00'],
  ['2026-11-15 08:00', '周日', '2026-11-15 08:00'],
  ['2026-11-14 08:00', '11-14', '2026-11-14 08:00'],
  ['2025-11-14 08:00', '2025-11-14', '2025-11-14 08:00'],
  // The clock of this device is slow.
  ['2026-11-22 08:00', '08:00', '2026-11-22 08:00'],
  ['', '', ''],
])('formats a recent time as short as possible: %s', (wire, recent, dayAndClock) => {
  expect(formatRecent(wire, NOW_MS)).toBe(recent)
  expect(formatDayAndClock(wire, NOW_MS)).toBe(dayAndClock)
  expect(formatClock(wire)).toBe(wire.slice(11))
})
