import { setImmediate as loopTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './scheduler.ts'

it('goes on with one of a crowd in each turn of the event loop, in their order', async () => {
  const turns = createTurns()
  const done: number[] = []
  for (const n of [1, 2, 3]) void turns.next(true).then(() => done.push(n))
  const seen: number[][] = []
  while (done.length < 3) {
    await loopTurn()
    seen.push([...done])
  }
  expect(seen).toEqual([[1], [1, 2], [1, 2, 3]])
})

it('takes up whoever comes while others wait, and after', async () => {
  const turns = createTurns()
  const done: string[] = []
  void turns.next(true).then(() => {
    done.push('first')
    void turns.next(true).then(() => done.push('third'))
  })
  await turns.next(true).then(() => done.push('second'))
  while (done.length < 3) await loopTurn()
  await turns.next(true)
  expect(done).toEqual(['first', 'second', 'third'])
})

it('lets what somebody waits for pass before what nobody waits for, which comes too', async () => {
  const turns = createTurns()
  const done: string[] = []
  const all = [
    turns.next(false).then(() => done.push('refresh')),
    turns.next(false).then(() => done.push('second refresh')),
    turns.next(true).then(() => done.push('visitor')),
    turns.next(true).then(() => done.push('second visitor')),
  ]
  await Promise.all(all)
  expect(done).toEqual(['visitor', 'second visitor', 'refresh', 'second refresh'])
})

/** A crowd of which each takes as long, of the clock that is returned. */
function crowdOf(count: number, eachMs: number) {
  const clock = { nowMs: 1000 }
  const turns = createTurns(() => clock.nowMs)
  const served = Array.from({ length: count }, () =>
    turns.next(true).then(() => {
      clock.nowMs += eachMs
    }),
  )
  return { clock, turns, served }
}

it('knows how long whoever comes now would wait, by how long those before took', async () => {
  const { turns, served } = crowdOf(200, 10)
  await served[99]
  const expectedMs = turns.expectedMs()
  expect(expectedMs).toBeGreaterThan(900)
  expect(expectedMs).toBeLessThanOrEqual(1000)
  await Promise.all(served)
  expect(turns.expectedMs()).toBe(0)
})

it('does not take a pause, or what nobody waits for, for a long line', async () => {
  const { clock, turns, served } = crowdOf(40, 2)
  await served[19]
  clock.nowMs += 3_000
  await served[20]
  for (let nth = 0; nth < 1000; nth += 1) void turns.next(false)
  expect(turns.expectedMs()).toBeLessThan(19 * 6)
})
