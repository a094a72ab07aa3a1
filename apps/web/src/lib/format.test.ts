import { expect, it } from 'vitest'
import { formatDate, formatDateTime, formatDayAndMonth, formatLongDate, formatNumber, toMachineDate } from './format.ts'

/** 00:30 on 1 March in Shanghai, still February in Greenwich. */
const INSTANT_MS = Date.UTC(2025, 1, 28, 16, 30)

it.each([['2025-03-01 00:30:00'], [INSTANT_MS], ['2025-02-28T16:30:00Z']])(
  'gives the day as it was in Shanghai, wherever the reader is: %s',
  (wire) => {
    expect(formatDate(wire)).toBe('2025-03-01')
    expect(formatDateTime(wire)).toBe('2025-03-01 00:30')
    expect(formatLongDate(wire)).toBe('2025年3月1日')
    expect(formatDayAndMonth(wire)).toEqual({ day: '01', month: '2025-03' })
    expect(toMachineDate(wire)).toBe('2025-02-28T16:30:00.000Z')
  },
)

it('gives nothing for what is no date', () => {
  expect(formatDate(null)).toBe('')
  expect(formatDayAndMonth('昨天')).toBeNull()
  expect(toMachineDate(undefined)).toBeUndefined()
})

it('sets thousands apart', () => {
  expect(formatNumber(1286)).toBe('1,286')
  expect(formatNumber(null)).toBe('')
})
