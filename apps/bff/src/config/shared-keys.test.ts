import { expect, it } from 'vitest'
import { missingSharedKeys } from './shared-keys.ts'

const key = Buffer.alloc(32)
const redisUrl = 'redis://127.0.0.1:6379'

it('tells the operator of several instances which keys each would make for itself', () => {
  expect(missingSharedKeys({ redisUrl, sessionKeys: [], receiptSeeds: [] })).toEqual([
    expect.stringContaining('SESSION_KEY'),
    expect.stringContaining('RECEIPT_KEY'),
  ])
  expect(missingSharedKeys({ redisUrl, sessionKeys: [key], receiptSeeds: [] })).toHaveLength(1)
})

it('says nothing where there is one instance, or every key is given', () => {
  expect(missingSharedKeys({ redisUrl: null, sessionKeys: [], receiptSeeds: [] })).toEqual([])
  expect(missingSharedKeys({ redisUrl, sessionKeys: [key], receiptSeeds: [key] })).toEqual([])
})
