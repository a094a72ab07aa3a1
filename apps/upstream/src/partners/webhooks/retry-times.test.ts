import { HOUR_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { expect, it } from 'vitest'
import { GIVE_UP_MS, nextAttempt, pauseAfter } from './retry-times.ts'

const now = Date.parse('2026-11-23T10:00:00Z')
const failure = { now, attempts: 1, status: 500, retryAfter: null }

it('plans ten attempts in three days, with jitter', () => {
  let at = now
  for (let attempts = 1; attempts < 10; attempts += 1) at = nextAttempt({ ...failure, attempts, now: at }, 0)
  expect(at - now).toBe(GIVE_UP_MS)
  expect(GIVE_UP_MS).toBe(75 * HOUR_MS + 35 * 60 * SECOND_MS + 5 * SECOND_MS)
  expect(nextAttempt({ ...failure, attempts: 9 }, 1) - now).toBeCloseTo(26.4 * HOUR_MS)
})

it.each([
  ['120', 120 * SECOND_MS],
  ['Mon, 23 Nov 2026 11:00:00 GMT', HOUR_MS],
  ['999999999', 24 * HOUR_MS],
])('waits for the time in Retry-After %s', (retryAfter, wait) => {
  expect(nextAttempt({ ...failure, retryAfter }, 0) - now).toBe(wait)
  expect(pauseAfter({ ...failure, retryAfter }) - now).toBe(wait)
})

it('never waits less than planned', () => {
  for (const retryAfter of ['0', 'Mon, 23 Nov 2020 11:00:00 GMT', 'soon', '-5']) {
    expect(nextAttempt({ ...failure, retryAfter }, 0) - now).toBe(5 * SECOND_MS)
  }
})

it('pauses an endpoint that answers 429, 502 or 504, and no other', () => {
  for (const status of [429, 502, 504]) expect(pauseAfter({ ...failure, status })).toBeGreaterThan(now)
  for (const status of [400, 500, 503, null]) expect(pauseAfter({ ...failure, status })).toBe(0)
})
