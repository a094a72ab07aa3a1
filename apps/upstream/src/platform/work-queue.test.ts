import { expect, it } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

/** A task that runs until the test ends it. */
function makeHeldWork() {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((end) => ends.push(end))
  return { work, endAll: () => ends.splice(0).forEach((end) => void end()) }
}

it('runs a limited number of tasks at a time, and the others afterwards', async () => {
  const pass = createWorkQueue(2, 10)
  const { work, endAll } = makeHeldWork()
  let begun = 0
  const all = Array.from({ length: 5 }, () =>
    pass(async () => {
      begun += 1
      await work()
    }),
  )
  expect(begun).toBe(2)
  const settled = Promise.all(all)
  for (let round = 0; round < 5; round += 1) {
    endAll()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await settled
  expect(begun).toBe(5)
})

it('refuses a task when the queue is full', async () => {
  const pass = createWorkQueue(1, 2)
  const { work, endAll } = makeHeldWork()
  const inside = [pass(work), pass(async () => undefined), pass(async () => undefined)]
  await expect(pass(work)).rejects.toMatchObject({ retryAfterSeconds: 5 })
  endAll()
  await Promise.all(inside)
})

it('reserves places for other clients when one floods it', async () => {
  const pass = createWorkQueue(1, 10, 3)
  const { work, endAll } = makeHeldWork()
  const inside = [pass(work, 'flood'), ...[1, 2, 3].map(() => pass(async () => undefined, 'flood'))]
  await expect(pass(work, 'flood')).rejects.toMatchObject({ retryAfterSeconds: 5 })
  const owner = pass(async () => 'in', 'owner')
  endAll()
  expect(await owner).toBe('in')
  await Promise.all(inside)
})
