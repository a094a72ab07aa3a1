import { expect, it } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

/** Makes tasks that the test ends by name. */
function makeWork() {
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name)
      ends.set(name, (error) => (error ? reject(error) : resolve(name)))
    })
  return { started, work, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

it('runs one task of an account at a time, those of other accounts in parallel, and refuses too many', async () => {
  const { started, work, end } = makeWork()
  const enqueue = createSerialQueue(2, () => new Error('too many'))
  const first = enqueue('玉声', work('a'))
  const second = enqueue('玉声', work('b'))
  const third = enqueue('玉声', work('c'))
  const other = enqueue('珠圆', work('d'))
  await expect(enqueue('玉声', work('e'))).rejects.toThrow('too many')
  expect(started).toEqual(['a', 'd'])
  end('d')
  expect(await other).toBe('d')
  end('a', new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  expect(started).toEqual(['a', 'd', 'b'])
  end('b')
  expect(await second).toBe('b')
  end('c')
  expect(await third).toBe('c')
  const again = enqueue('玉声', work('f'))
  await Promise.resolve()
  end('f')
  expect(await again).toBe('f')
})
