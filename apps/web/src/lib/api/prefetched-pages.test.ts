import { expect, it, vi } from 'vitest'
import { isWarm, keepWarm, takeWarm, WARMTH_MS } from './prefetched-pages.ts'

const loader = () => {}

it('gives what was asked for ahead once, to the loader that it is for', async () => {
  keepWarm(loader, '/a', Promise.resolve('甲'))
  expect(takeWarm(() => {}, '/a')).toBeUndefined()
  expect(await takeWarm(loader, '/a')).toBe('甲')
  expect(takeWarm(loader, '/a')).toBeUndefined()
})

it('forgets what is older than a few seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  keepWarm(loader, '/old', Promise.resolve('旧'))
  vi.advanceTimersByTime(WARMTH_MS)
  expect(isWarm('/old')).toBe(false)
  expect(takeWarm(loader, '/old')).toBeUndefined()
})

it('forgets a failure, so that the visit itself asks again and tells of it', async () => {
  const answer = Promise.reject(new Error('network'))
  keepWarm(loader, '/bad', answer)
  await answer.catch(() => undefined)
  expect(isWarm('/bad')).toBe(false)
})

it('keeps a handful and no more', () => {
  for (let page = 1; page <= 20; page += 1) keepWarm(loader, `/p/${page}`, Promise.resolve(page))
  expect(isWarm('/p/1')).toBe(false)
  expect(isWarm('/p/20')).toBe(true)
  for (let page = 1; page <= 20; page += 1) void takeWarm(loader, `/p/${page}`)
})
