import { describe, expect, it } from 'vitest'
import { measureLoopDelay } from './loop-delay.ts'
import { createOverload, type Rank } from './overload.ts'

const RANKS: readonly Rank[] = ['rest', 'needed', 'kept']

function make() {
  const state = { delayMs: 0, turn: 0 }
  const overload = createOverload({
    currentMs: () => state.delayMs,
    get turn() {
      return state.turn
    },
  })
  const listRefused = () => RANKS.filter((rank) => overload.refuses(rank))
  const crowd = (count: number) => {
    for (let came = 0; came < count; came += 1) overload.arrived()
  }
  return { state, overload, listRefused, crowd }
}

describe('load shedding', () => {
  it.each<[delayMs: number, refused: Rank[]]>([
    [499, []],
    [500, ['rest']],
    [999, ['rest']],
    [1_000, ['rest', 'needed']],
    [1_999, ['rest', 'needed']],
    [2_000, ['rest', 'needed', 'kept']],
  ])('refuses at an event-loop delay of %i ms: %j', (delayMs, expected) => {
    const { state, listRefused, crowd } = make()
    crowd(16)
    state.delayMs = delayMs
    expect(listRefused()).toEqual(expected)
  })

  it('refuses nothing while there are few requests, as they did not cause the delay', () => {
    const { state, listRefused, crowd } = make()
    state.delayMs = 10_000
    crowd(15)
    expect(listRefused()).toEqual([])
    crowd(1)
    expect(listRefused()).toEqual(RANKS)
    state.turn += 1
    expect(listRefused()).toEqual(RANKS)
    state.turn += 1
    expect(listRefused()).toEqual([])
  })

  it('also depends on requests in progress, at any delay', () => {
    const { overload, listRefused } = make()
    const ends = Array.from({ length: 512 }, () => overload.enter())
    expect(listRefused()).toEqual(['rest'])
    ends.push(...Array.from({ length: 512 }, () => overload.enter()))
    expect(listRefused()).toEqual(['rest', 'needed'])
    for (const end of [...ends, ...ends]) end()
    expect([listRefused(), overload.inProgress]).toEqual([[], 0])
  })
})

describe('the delay of the event loop', () => {
  it('is measured while it lasts, and a short pause has little effect', () => {
    const clock = { nowMs: 0 }
    const delay = measureLoopDelay(() => clock.nowMs)
    clock.nowMs = 100
    expect(delay.currentMs()).toBeLessThan(30)
    clock.nowMs = 500
    expect(delay.currentMs()).toBeLessThan(200)
    clock.nowMs = 1_000
    expect(delay.currentMs()).toBeGreaterThan(600)
    clock.nowMs = 3_000
    expect(delay.currentMs()).toBeGreaterThan(2_800)
    delay.close()
  })

  it('exceeds 200 ms in a process blocked for 600 ms', () => {
    const delay = measureLoopDelay()
    const untilMs = performance.now() + 600
    while (performance.now() < untilMs);
    expect(delay.currentMs()).toBeGreaterThan(200)
    delay.close()
  })
})
