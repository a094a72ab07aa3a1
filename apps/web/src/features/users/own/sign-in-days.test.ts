import { expect, it } from 'vitest'
import { getSignInRange, toSignInMonth } from './sign-in-days.ts'

/** 2026-11-21 00:30 in Shanghai; in UTC it is still the day before. */
const NOW = Date.UTC(2026, 10, 20, 16, 30)

it('counts the days of Shanghai', () => {
  expect(toSignInMonth([], NOW)).toMatchObject({
    today: '2026-11-21',
    dayOfToday: 21,
    dayCount: 30,
    isSignedToday: false,
  })
  expect(getSignInRange(NOW)).toEqual({ startTime: '2026-09-22', endTime: '2026-11-21' })
})

it('returns the signed days of this month in order, and whether today is signed', () => {
  const month = toSignInMonth(['2026-11-21 08:00:00', '2026-11-03', '2026-11-03', '2026-10-31'], NOW)
  expect(month).toMatchObject({ signed: [3, 21], isSignedToday: true, streak: 1 })
})

it('counts a streak across the end of a month', () => {
  const days = ['2026-10-31', '2026-11-01', '2026-11-02']
  expect(toSignInMonth(days, Date.UTC(2026, 10, 2, 4)).streak).toBe(3)
})

it('keeps a streak that ends yesterday, and no older one', () => {
  expect(toSignInMonth(['2026-11-19', '2026-11-20'], NOW).streak).toBe(2)
  expect(toSignInMonth(['2026-11-18', '2026-11-19'], NOW).streak).toBe(0)
})

it.each([
  [Date.UTC(2026, 1, 10), 28],
  [Date.UTC(2028, 1, 10), 29],
  [Date.UTC(2026, 11, 10), 31],
])('counts the days of a month', (atMs, dayCount) => {
  expect(toSignInMonth([], atMs).dayCount).toBe(dayCount)
})
