import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Backoff } from './backoff.ts'
import { createSemaphore } from './semaphore.ts'

it('a semaphore limits concurrency, admits callers in order and frees the slot of a failed one', async () => {
  const semaphore = createSemaphore(2)
  const inside: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const runTask = (name: string) =>
    semaphore(() => {
      inside.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    })
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map(runTask)
  await turn()
  expect(inside).toEqual(['one', 'two'])
  ends.get('two')?.(new Error('a fault'))
  await expect(two).rejects.toThrow('a fault')
  await turn()
  expect(inside).toEqual(['one', 'two', 'three'])
  ends.get('one')?.()
  ends.get('three')?.()
  await turn()
  ends.get('four')?.()
  expect(await Promise.all([one, three, four])).toEqual(['one', 'three', 'four'])
})

it('a backoff grows up to a limit, with random jitter', () => {
  const early = new Backoff({ leastMs: 1000, mostMs: 8000, random: () => 0 })
  const late = new Backoff({ leastMs: 1000, mostMs: 8000, random: () => 1 })
  expect([1, 2, 3, 4, 5].map(() => early.next())).toEqual([500, 1000, 2000, 4000, 4000])
  expect([1, 2, 3, 4, 5].map(() => late.next())).toEqual([1000, 2000, 4000, 8000, 8000])
  late.reset()
  expect(late.next()).toBe(1000)
})
