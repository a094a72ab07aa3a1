import { beforeEach, expect, it } from 'vitest'
import { clearNoticeCounter, countNotices, resetNoticeCounters, useNoticeCounters } from './notice-counters.ts'

const unread = { system: 2, comment: 1, private: 3 }

beforeEach(resetNoticeCounters)

it('stores the counters', async () => {
  await countNotices(
    async () => unread,
    () => true,
  )
  expect(useNoticeCounters.getState()).toEqual(unread)
})

it('does not restore a kind that was read during the count', async () => {
  const counted = countNotices(
    async () => unread,
    () => true,
  )
  clearNoticeCounter('system')
  await counted
  expect(useNoticeCounters.getState()).toEqual({ ...unread, system: 0 })
})

it('drops a count that belongs to the previous user', async () => {
  await countNotices(
    async () => unread,
    () => false,
  )
  expect(useNoticeCounters.getState()).toEqual({ system: 0, comment: 0, private: 0 })
})
