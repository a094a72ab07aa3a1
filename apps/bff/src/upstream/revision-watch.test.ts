import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchRevision } from './revision-watch.ts'

const request = vi.fn()
const onChange = vi.fn()
const answer = (data: unknown, status = 200) => ({ status, text: JSON.stringify({ code: 200, data }) })
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  end = watchRevision({ upstream: { request }, onChange })
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

it('invalidates the answers of articles within a second of a new revision', async () => {
  request.mockResolvedValue(answer({ revision: 7 }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(onChange).not.toHaveBeenCalled()
  request.mockResolvedValue(answer({ revision: 8 }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(onChange.mock.calls).toEqual([[expect.arrayContaining(['/v1/article/', '/v1/article/info'])]])
  await vi.advanceTimersByTimeAsync(3000)
  expect(onChange).toHaveBeenCalledTimes(1)
})

it('polls an upstream without the call less often', async () => {
  request.mockResolvedValue(answer(null, 404))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(request).toHaveBeenCalledTimes(1)
})

it('finds changes that were made while upstream was away', async () => {
  request.mockResolvedValueOnce(answer({ revision: 7 }))
  request.mockRejectedValueOnce(new Error('away'))
  request.mockResolvedValue(answer({ revision: 9 }))
  await vi.advanceTimersByTimeAsync(7000)
  expect(onChange).toHaveBeenCalledTimes(1)
})
