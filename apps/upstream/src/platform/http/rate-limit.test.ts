import { expect, it } from 'vitest'
import { AppError } from '#platform/errors.ts'
import { toClientKey } from './client.ts'
import { createRateLimit } from './rate-limit.ts'

function catchRefusal(use: () => void): AppError | undefined {
  try {
    use()
    return undefined
  } catch (error) {
    return error as AppError
  }
}

it('refuses uses above the limit, with the time to wait', () => {
  let at = 0
  const limit = createRateLimit({ max: 2, windowMs: 10_000, now: () => at })
  limit.use('a')
  expect(limit.hasLeft('a')).toBe(true)
  limit.use('a')
  expect([limit.hasLeft('a'), limit.hasLeft('b')]).toEqual([false, true])
  at = 4000
  expect(catchRefusal(() => limit.use('a'))).toMatchObject({ code: 500, retryAfterSeconds: 6 })
  expect(catchRefusal(() => limit.use('b'))).toBeUndefined()
  at = 10_000
  expect(catchRefusal(() => limit.use('a'))).toBeUndefined()
})

it('does not extend a window for refused requests', () => {
  let at = 0
  const limit = createRateLimit({ max: 1, windowMs: 10_000, now: () => at })
  limit.use('a')
  at = 9000
  expect(catchRefusal(() => limit.use('a'))).toBeInstanceOf(AppError)
  at = 10_000
  expect(catchRefusal(() => limit.use('a'))).toBeUndefined()
})

it('counts an IPv6 /64 network as one client', () => {
  expect(toClientKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(toClientKey('2001:db8::1')).toBe(toClientKey('2001:db8::2:1'))
  expect(toClientKey('::1')).toBe('0:0:0:0::/64')
  expect(toClientKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
})
