import { expect, it } from 'vitest'
import { listMissingSharedKeys } from './shared-keys.ts'

const key = Buffer.alloc(32)
const redisUrl = 'redis://127.0.0.1:6379'

it('lists the unset keys that instances over one Redis must share', () => {
  expect(listMissingSharedKeys({ redisUrl, sessionKeys: [], receiptSeeds: [] })).toEqual([
    expect.stringContaining('SESSION_KEY'),
    expect.stringContaining('RECEIPT_KEY'),
  ])
  expect(listMissingSharedKeys({ redisUrl, sessionKeys: [key], receiptSeeds: [] })).toHaveLength(1)
})

it('lists nothing for a single instance, or when every key is set', () => {
  expect(listMissingSharedKeys({ redisUrl: null, sessionKeys: [], receiptSeeds: [] })).toEqual([])
  expect(listMissingSharedKeys({ redisUrl: null, sessionKeys: [key], receiptSeeds: [] })).toEqual([])
  expect(listMissingSharedKeys({ redisUrl, sessionKeys: [key], receiptSeeds: [key] })).toEqual([])
})

it('names Redis when the keys of several instances are set without it', () => {
  expect(listMissingSharedKeys({ redisUrl: null, sessionKeys: [key], receiptSeeds: [key] })).toEqual([
    expect.stringContaining('REDIS_URL'),
  ])
})
