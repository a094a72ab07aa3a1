import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

function make() {
  const clock = { nowMs: 0 }
  const changes: boolean[] = []
  const breaker = createCircuitBreaker({ now: () => clock.nowMs, onChange: (isOpen) => changes.push(isOpen) })
  breaker.answered()
  const fail = (times: number, name: string, failure: 'unreachable' | 'unanswered' = 'unanswered') => {
    for (let time = 0; time < times; time += 1) breaker.failed(failure, name)
  }
  return { breaker, clock, changes, fail }
}

describe('a circuit breaker', () => {
  it('opens after five failures to connect, and then admits one request a second', () => {
    const { breaker, clock, changes, fail } = make()
    fail(4, 'a', 'unreachable')
    expect([breaker.isOpen, breaker.admits()]).toEqual([false, true])
    fail(1, 'a', 'unreachable')
    expect([breaker.isOpen, breaker.admits(), breaker.admits()]).toEqual([true, false, false])
    clock.nowMs = 1_000
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
    fail(1, 'a', 'unreachable')
    clock.nowMs = 1_999
    expect(breaker.admits()).toBe(false)
    clock.nowMs = 2_000
    expect(breaker.admits()).toBe(true)
    breaker.answered()
    expect([breaker.isOpen, breaker.admits(), breaker.admits()]).toEqual([false, true, true])
    expect(changes).toEqual([true, false])
  })

  it('stays closed while a single call fails, however often', () => {
    const { breaker, fail } = make()
    fail(1_000, 'search')
    expect(breaker.isOpen).toBe(false)
    fail(1, 'info')
    expect(breaker.isOpen).toBe(true)
  })

  it('counts from the last answer, including an error of upstream', () => {
    const { breaker, fail } = make()
    for (let round = 0; round < 10; round += 1) {
      fail(2, 'a')
      fail(2, 'b')
      breaker.answered()
    }
    expect(breaker.isOpen).toBe(false)
  })

  it('closes at an answer to a request that was sent before it opened', () => {
    const { breaker, fail } = make()
    fail(5, 'a', 'unreachable')
    breaker.answered()
    expect(breaker.admits()).toBe(true)
  })
})
