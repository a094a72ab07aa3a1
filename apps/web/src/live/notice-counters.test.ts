import { beforeEach, expect, it } from 'vitest'
import { clearNoticeCounter, countNotices, resetNoticeCounters, useNoticeCounters } from './notice-counters.ts'

const unread = { system: 2, comment: 1, private: 3 }

beforeEach(resetNoticeCounters)

it('holds what was counted', async () => {
  await countNotices(
    async () => unread,
    () => true,
  )
  expect(useNoticeCounters.getState()).toEqual(unread)
})

it('does not bring back what was read while it was counted', async () => {
  const counted = countNotices(
    async () => unread,
    () => true,
  )
  clearNoticeCounter('system')
  await counted
  expect(useNoticeCounters.getState()).toEqual({ ...unread, system: 0 })
})

it('keeps a count for somebody who has left from whoever came after', async () => {
  await countNotices(
    async () => unread,
    () => false,
  )
  expect(useNoticeCounters.getState()).toEqual({ system: 0, comment: 0, private: 0 })
})
