import { describe, expect, it, vi } from 'vitest'
import { ifInTime, withinTime } from './time-limit.ts'

const never = new Promise<never>(() => {})

describe('within a time limit', () => {
  it('work gives its value, or its own error', async () => {
    expect(await withinTime(1_000, async () => 'done')).toBe('done')
    await expect(withinTime(1_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  it('work that hangs is given up by its signal and by an error, even if it listens to neither', async () => {
    let aborted: AbortSignal | undefined
    const late = withinTime(1, (signal) => {
      aborted = signal
      return never
    })
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(aborted?.reason).toMatchObject({ name: 'TimeoutError' })
  })
})

describe('whoever waits with patience', () => {
  it('gets the value in time, and nothing of what comes later', async () => {
    expect(await ifInTime(1_000, Promise.resolve('done'))).toBe('done')
    expect(await ifInTime(1, never)).toBeUndefined()
  })

  it('hears of a failure in time, and nobody hears of a later one', async () => {
    await expect(ifInTime(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const unheard = vi.fn()
    process.once('unhandledRejection', unheard)
    const { promise, reject } = Promise.withResolvers<never>()
    expect(await ifInTime(1, promise)).toBeUndefined()
    reject(new Error('too late'))
    await new Promise((resolve) => setImmediate(resolve))
    process.removeListener('unhandledRejection', unheard)
    expect(unheard).not.toHaveBeenCalled()
  })
})
