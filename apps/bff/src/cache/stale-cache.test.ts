import { beforeEach, describe, expect, it } from 'vitest'
import { StaleCache } from './stale-cache.ts'

const TIMES = { freshMs: 10, refreshMs: 100, keepMs: 1000 }
let nowMs: number
let loads: number
let cache: StaleCache<string>
beforeEach(() => {
  nowMs = 1
  loads = 0
  cache = new StaleCache<string>({ now: () => nowMs, maxSize: 4000, getSize: (value) => value.length, patienceMs: 20 })
})

async function load() {
  loads += 1
  return { value: `value ${loads}`, isKept: true }
}

async function fail(): Promise<never> {
  loads += 1
  throw new Error('away')
}

describe('a cached value', () => {
  it('is loaded once for concurrent look-ups', async () => {
    const answers = await Promise.all([cache.get('k', TIMES, load), cache.get('k', TIMES, load)])
    expect(answers.map(({ value }) => value)).toEqual(['value 1', 'value 1'])
  })

  it('is returned without a load while it is fresh', async () => {
    await cache.get('k', TIMES, load)
    nowMs += 10
    expect(await cache.get('k', TIMES, load)).toMatchObject({ value: 'value 1', state: 'fresh' })
  })

  it('is returned at once and refreshed in the background when it is stale', async () => {
    await cache.get('k', TIMES, load)
    nowMs += 50
    expect(await cache.get('k', TIMES, load)).toMatchObject({ value: 'value 1', state: 'refreshing' })
    expect(await cache.get('k', TIMES, load)).toMatchObject({ value: 'value 2', state: 'fresh' })
  })

  it('is awaited for a short time when the cached one has expired', async () => {
    await cache.get('k', TIMES, load)
    nowMs += 500
    expect(await cache.get('k', TIMES, load)).toMatchObject({ value: 'value 2', state: 'new' })
    nowMs += 500
    expect(await cache.get('k', TIMES, () => new Promise(() => {}))).toMatchObject({ value: 'value 2', state: 'stale' })
  })

  it('is returned stale while loads fail, without a load each time', async () => {
    await cache.get('k', TIMES, load)
    nowMs += 500
    expect(await cache.get('k', TIMES, fail)).toMatchObject({ value: 'value 1', state: 'stale' })
    expect(await cache.get('k', TIMES, fail)).toMatchObject({ value: 'value 1', state: 'stale' })
    expect(loads).toBe(2)
    nowMs += 2001
    await expect(cache.get('k', TIMES, fail)).rejects.toThrow('away')
  })

  it('is awaited once invalidated, and returned stale while loads fail', async () => {
    await cache.get('k', TIMES, load)
    await cache.get('other', TIMES, load)
    cache.invalidate((value) => value === 'value 1')
    expect(await cache.get('k', TIMES, fail)).toMatchObject({ value: 'value 1', state: 'stale' })
    nowMs += 2001
    await cache.get('k', { ...TIMES, keepMs: 5000 }, load)
    expect(await cache.get('k', TIMES, load)).toMatchObject({ value: 'value 4', state: 'fresh' })
    expect(loads).toBe(4)
  })

  it('is not stored when it was invalidated during its load', async () => {
    const early = cache.get('k', TIMES, load)
    cache.invalidate(() => true)
    expect(await early).toMatchObject({ value: 'value 1' })
    expect(await cache.get('k', TIMES, load)).toMatchObject({ value: 'value 2', state: 'new' })
  })

  it('is removed when its loader declines to cache the new value', async () => {
    await cache.get('k', TIMES, load)
    nowMs += 500
    await cache.get('k', TIMES, async () => ({ value: 'gone', isKept: false }))
    await expect(cache.get('k', TIMES, fail)).rejects.toThrow('away')
  })
})

describe('the memory of the cache', () => {
  it('stays within its limit; the least recently used entry is evicted', async () => {
    const makeBigValue = async () => ({ value: 'x'.repeat(900), isKept: true })
    for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, TIMES, makeBigValue)
    await cache.get('a', TIMES, makeBigValue)
    await cache.get('e', TIMES, makeBigValue)
    expect(cache.size).toBeLessThanOrEqual(4000)
    expect((await cache.get('a', TIMES, fail)).state).toBe('fresh')
    await expect(cache.get('b', TIMES, fail)).rejects.toThrow('away')
  })

  it('does not store one huge value', async () => {
    await cache.get('huge', TIMES, async () => ({ value: 'x'.repeat(3000), isKept: true }))
    expect(cache.size).toBe(0)
  })
})
