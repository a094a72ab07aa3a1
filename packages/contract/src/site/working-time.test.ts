import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#constants.ts'
import { toInstantMs, toWireDateTime } from '#time.ts'
import { createWorkingClock, DEFAULT_HOURS } from './working-time.ts'

const toMs = (text: string) => toInstantMs(text) ?? 0
const usual = createWorkingClock(DEFAULT_HOURS)

it.each([
  // 2026-11-20 is a Friday.
  ['2026-11-20 10:00', 16, '2026-11-24 10:00:00'],
  ['2026-11-20 18:30', 8, '2026-11-23 17:00:00'],
  ['2026-11-21 03:00', 1, '2026-11-23 10:00:00'],
  ['2026-11-19 16:59', 0.5, '2026-11-20 09:29:00'],
])('counts working hours: from %s, %d hours end at %s', (from, hours, end) => {
  expect(toWireDateTime(usual.after(toMs(from), hours * HOUR_MS))).toBe(end)
  expect(usual.between(toMs(from), toMs(end))).toBe(hours * HOUR_MS)
})

it('counts no working time at a weekend, and negative time when the instant has passed', () => {
  expect(usual.between(toMs('2026-11-20 17:00'), toMs('2026-11-23 09:00'))).toBe(0)
  expect(usual.left(toMs('2026-11-20 16:00'), toMs('2026-11-23 10:00'))).toBe(-2 * HOUR_MS)
  expect(usual.dayMs).toBe(8 * HOUR_MS)
})

it.each([
  ['2026-11-20', '2026-11-20', 0],
  ['2026-11-20', '2026-11-22', 0],
  ['2026-11-20', '2026-11-24', 2],
  ['2026-11-24', '2026-11-20', 0],
])('counts the open days after %s up to %s', (after, until, days) => {
  expect(usual.countDays(after, until)).toBe(days)
})

it('skips holidays, and counts Saturdays on which the laboratory works instead', () => {
  const specialDays = [
    { from: '2026-11-23', until: '2026-11-23', spans: [] },
    { from: '2026-11-21', until: '2026-11-21', spans: [['9:00', '17:00'] as [string, string]] },
  ]
  const hours = { ...DEFAULT_HOURS, specialDays }
  const time = createWorkingClock(hours)
  expect(toWireDateTime(time.after(toMs('2026-11-20 16:00'), 2 * HOUR_MS))).toBe('2026-11-21 10:00:00')
  expect(toWireDateTime(time.after(toMs('2026-11-21 16:00'), 2 * HOUR_MS))).toBe('2026-11-24 10:00:00')
})

it('leaves out a break at noon', () => {
  const spans: [string, string][] = [
    ['9:00', '12:00'],
    ['14:00', '17:00'],
  ]
  const time = createWorkingClock({ ...DEFAULT_HOURS, weekHours: [spans, spans, spans, spans, spans, [], []] })
  expect(time.dayMs).toBe(6 * HOUR_MS)
  expect(toWireDateTime(time.after(toMs('2026-11-20 11:00'), 2 * HOUR_MS))).toBe('2026-11-20 15:00:00')
})

it('counts all hours of a laboratory without opening hours, and stops after months of closure', () => {
  const always = createWorkingClock({ weekHours: [[], [], [], [], [], [], []], specialDays: [] })
  expect(always.after(0, 3 * DAY_MS)).toBe(3 * DAY_MS)
  const specialDays = [{ from: '1970-01-01', until: '1970-04-30', spans: [] }]
  expect(createWorkingClock({ ...DEFAULT_HOURS, specialDays }).after(0, HOUR_MS)).toBe(60 * DAY_MS)
})
