import { expect, it } from 'vitest'
import { createOneByOne } from './one-by-one.ts'

/** Work that ends when it is told to. */
function makeWork() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name)
      ends.set(name, (error) => (error ? reject(error) : resolve(name)))
    })
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

it('does one piece of an account at a time, and those of others meanwhile', async () => {
  const { begun, work, end } = makeWork()
  const oneByOne = createOneByOne(2, () => new Error('too many'))
  const first = oneByOne('玉声', work('a'))
  const second = oneByOne('玉声', work('b'))
  const third = oneByOne('玉声', work('c'))
  const other = oneByOne('珠圆', work('d'))
  await expect(oneByOne('玉声', work('e'))).rejects.toThrow('too many')
  expect(begun).toEqual(['a', 'd'])
  end('d')
  expect(await other).toBe('d')
  end('a', new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  expect(begun).toEqual(['a', 'd', 'b'])
  end('b')
  expect(await second).toBe('b')
  end('c')
  expect(await third).toBe('c')
  const again = oneByOne('玉声', work('f'))
  await Promise.resolve()
  end('f')
  expect(await again).toBe('f')
})
