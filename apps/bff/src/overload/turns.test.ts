import { setImmediate as loopTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('goes on with one of a crowd in each turn of the event loop, in their order', async () => {
  const turns = createTurns()
  const done: number[] = []
  for (const n of [1, 2, 3]) void turns.next().then(() => done.push(n))
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
  void turns.next().then(() => {
    done.push('first')
    void turns.next().then(() => done.push('third'))
  })
  await turns.next().then(() => done.push('second'))
  while (done.length < 3) await loopTurn()
  await turns.next()
  expect(done).toEqual(['first', 'second', 'third'])
})

it('knows how long the first in line has waited', async () => {
  let nowMs = 1000
  const turns = createTurns(() => nowMs)
  expect(turns.waitedMs()).toBe(0)
  const done = turns.next()
  nowMs += 30
  void turns.next()
  nowMs += 10
  expect(turns.waitedMs()).toBe(40)
  await done
  expect(turns.waitedMs()).toBe(10)
  await turns.next()
  expect(turns.waitedMs()).toBe(0)
})
