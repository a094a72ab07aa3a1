import { describe, expect, it, vi } from 'vitest'
import { resolveInTime, runWithinTime } from './time-limit.ts'

const never = new Promise<never>(() => {})

describe('runWithinTime', () => {
  it('returns the value of the work, or throws its error', async () => {
    expect(await runWithinTime(1_000, async () => 'done')).toBe('done')
    await expect(runWithinTime(1_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  it('aborts the signal and throws when the work hangs, even if the work ignores the signal', async () => {
    let aborted: AbortSignal | undefined
    const late = runWithinTime(1, (signal) => {
      aborted = signal
      return never
    })
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(aborted?.reason).toMatchObject({ name: 'TimeoutError' })
  })
})

describe('resolveInTime', () => {
  it('returns the value in time, and undefined when it is late', async () => {
    expect(await resolveInTime(1_000, Promise.resolve('done'))).toBe('done')
    expect(await resolveInTime(1, never)).toBeUndefined()
  })

  it('throws an error in time, and ignores a late one', async () => {
    await expect(resolveInTime(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const unheard = vi.fn()
    process.once('unhandledRejection', unheard)
    const { promise, reject } = Promise.withResolvers<never>()
    expect(await resolveInTime(1, promise)).toBeUndefined()
    reject(new Error('too late'))
    await new Promise((resolve) => setImmediate(resolve))
    process.removeListener('unhandledRejection', unheard)
    expect(unheard).not.toHaveBeenCalled()
  })
})
