import { setImmediate as loopTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createScheduler } from './scheduler.ts'

it('runs one queued task per event-loop tick, in order', async () => {
  const scheduler = createScheduler()
  const done: number[] = []
  for (const n of [1, 2, 3]) void scheduler.next(true).then(() => done.push(n))
  const seen: number[][] = []
  while (done.length < 3) {
    await loopTurn()
    seen.push([...done])
  }
  expect(seen).toEqual([[1], [1, 2], [1, 2, 3]])
})

it('runs tasks that are added while others wait, and after them', async () => {
  const scheduler = createScheduler()
  const done: string[] = []
  void scheduler.next(true).then(() => {
    done.push('first')
    void scheduler.next(true).then(() => done.push('third'))
  })
  await scheduler.next(true).then(() => done.push('second'))
  while (done.length < 3) await loopTurn()
  await scheduler.next(true)
  expect(done).toEqual(['first', 'second', 'third'])
})

it('runs awaited tasks before background tasks, which run afterwards', async () => {
  const scheduler = createScheduler()
  const done: string[] = []
  const all = [
    scheduler.next(false).then(() => done.push('refresh')),
    scheduler.next(false).then(() => done.push('second refresh')),
    scheduler.next(true).then(() => done.push('visitor')),
    scheduler.next(true).then(() => done.push('second visitor')),
  ]
  await Promise.all(all)
  expect(done).toEqual(['visitor', 'second visitor', 'refresh', 'second refresh'])
})

/** Makes tasks that each advance the returned clock by the same time. */
function makeCrowd(count: number, eachMs: number) {
  const clock = { nowMs: 1000 }
  const scheduler = createScheduler(() => clock.nowMs)
  const served = Array.from({ length: count }, () =>
    scheduler.next(true).then(() => {
      clock.nowMs += eachMs
    }),
  )
  return { clock, scheduler, served }
}

it('estimates the wait of a new task from the times of earlier ones', async () => {
  const { scheduler, served } = makeCrowd(200, 10)
  await served[99]
  const expectedMs = scheduler.expectedMs()
  expect(expectedMs).toBeGreaterThan(900)
  expect(expectedMs).toBeLessThanOrEqual(1000)
  await Promise.all(served)
  expect(scheduler.expectedMs()).toBe(0)
})

it('counts neither a pause nor background tasks as a long queue', async () => {
  const { clock, scheduler, served } = makeCrowd(40, 2)
  await served[19]
  clock.nowMs += 3_000
  await served[20]
  for (let nth = 0; nth < 1000; nth += 1) void scheduler.next(false)
  expect(scheduler.expectedMs()).toBeLessThan(19 * 6)
})
