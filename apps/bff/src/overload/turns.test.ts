import { setImmediate as loopTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('goes on with one of a crowd in each turn of the event loop, in their order', async () => {
  const turn = createTurns()
  const done: number[] = []
  for (const n of [1, 2, 3]) void turn().then(() => done.push(n))
  const seen: number[][] = []
  while (done.length < 3) {
    await loopTurn()
    seen.push([...done])
  }
  expect(seen).toEqual([[1], [1, 2], [1, 2, 3]])
})

it('takes up whoever comes while others wait, and after', async () => {
  const turn = createTurns()
  const done: string[] = []
  void turn().then(() => {
    done.push('first')
    void turn().then(() => done.push('third'))
  })
  await turn().then(() => done.push('second'))
  while (done.length < 3) await loopTurn()
  await turn()
  expect(done).toEqual(['first', 'second', 'third'])
})
