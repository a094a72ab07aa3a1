import { expect, it, vi } from 'vitest'
import { isPrefetched, PREFETCH_TTL_MS, storePrefetched, takePrefetched } from './prefetched-pages.ts'

const loader = () => {}

it('returns prefetched data once, and only to its loader', async () => {
  storePrefetched(loader, '/a', Promise.resolve('甲'))
  expect(takePrefetched(() => {}, '/a')).toBeUndefined()
  expect(await takePrefetched(loader, '/a')).toBe('甲')
  expect(takePrefetched(loader, '/a')).toBeUndefined()
})

it('expires after a few seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  storePrefetched(loader, '/old', Promise.resolve('旧'))
  vi.advanceTimersByTime(PREFETCH_TTL_MS)
  expect(isPrefetched('/old')).toBe(false)
  expect(takePrefetched(loader, '/old')).toBeUndefined()
})

it('drops a failed prefetch, so that the visit fetches again and reports its own error', async () => {
  const answer = Promise.reject(new Error('network'))
  storePrefetched(loader, '/bad', answer)
  await answer.catch(() => undefined)
  expect(isPrefetched('/bad')).toBe(false)
})

it('stores at most a handful of pages', () => {
  for (let page = 1; page <= 20; page += 1) storePrefetched(loader, `/p/${page}`, Promise.resolve(page))
  expect(isPrefetched('/p/1')).toBe(false)
  expect(isPrefetched('/p/20')).toBe(true)
  for (let page = 1; page <= 20; page += 1) void takePrefetched(loader, `/p/${page}`)
})
