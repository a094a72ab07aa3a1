import type { NoticeCounters } from '@portal/contract/community/messages.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createManualTimers, type ManualTimers } from '#testing/manual-timers.ts'
import type { ChatCaller } from './chat-upstream.ts'
import { CounterBoard } from './counter-board.ts'
import { RECOUNT_GAP_MS, RECOUNT_LATER_MS } from './relay-limits.ts'

const caller: ChatCaller = {
  session: { token: 'token', userId: 'lab', expiresAtMs: Number.POSITIVE_INFINITY },
  address: '127.0.0.1',
  requestId: 'r',
}

let timers: ManualTimers
let board: CounterBoard
/** The counters that upstream returns. */
let count: () => Promise<NoticeCounters>
let fetches: number
let shown: number[]

const makeUnread = (number: number): NoticeCounters => ({ system: 0, comment: 0, private: number })
const countNow = () => board.countMessage(timers.now())

beforeEach(async () => {
  timers = createManualTimers()
  fetches = 0
  shown = []
  count = async () => makeUnread(0)
  board = new CounterBoard({
    count: () => {
      fetches += 1
      return count()
    },
    caller: () => caller,
    onChange: (counters) => shown.push(counters.private),
    onFailure: () => false,
    now: timers.now,
    timers,
  })
  await board.fetch(caller)
  timers.advance(2 * RECOUNT_GAP_MS)
  fetches = 0
  shown = []
})

describe('incoming messages', () => {
  it('are counted without a fetch for each', () => {
    for (let index = 0; index < 20; index += 1) countNow()
    expect(shown).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(fetches).toBe(0)
  })

  it('cause one fetch half a minute later, which corrects the counters', async () => {
    for (let index = 0; index < 20; index += 1) countNow()
    count = async () => makeUnread(3)
    timers.advance(RECOUNT_LATER_MS)
    await expect.poll(() => board.known?.private).toBe(3)
    timers.advance(10 * RECOUNT_LATER_MS)
    expect(fetches).toBe(1)
  })

  it('are not counted twice when upstream’s answer includes them', async () => {
    count = async () => makeUnread(1)
    await board.fetch(caller)
    board.countMessage(timers.now() - 10)
    timers.advance(RECOUNT_GAP_MS)
    await expect.poll(() => fetches).toBe(2)
    expect(shown).toEqual([1])
  })

  it('do not change the count when they are delivered again after a gap', () => {
    board.countMessage(timers.now() - 60_000)
    expect(shown).toEqual([])
    expect(fetches).toBe(0)
  })

  it('cause a fetch when they arrive during a fetch or have no time of storage', async () => {
    const answer = Promise.withResolvers<NoticeCounters>()
    count = () => answer.promise
    const fetching = board.fetch(caller)
    countNow()
    answer.resolve(makeUnread(1))
    await fetching
    timers.advance(RECOUNT_GAP_MS)
    await expect.poll(() => fetches).toBe(2)
    timers.advance(RECOUNT_GAP_MS)
    board.countMessage(null)
    await expect.poll(() => fetches).toBe(3)
    expect(shown).toEqual([1])
  })
})

describe('counters in an answer of upstream', () => {
  it('are sent, and replace the fetch that was due', async () => {
    countNow()
    board.update(makeUnread(0))
    timers.advance(2 * RECOUNT_LATER_MS)
    expect(shown).toEqual([1, 0])
    expect(fetches).toBe(0)
  })

  it('cause another fetch when one is running, as it is unknown which are newer', async () => {
    const answer = Promise.withResolvers<NoticeCounters>()
    count = () => answer.promise
    board.refresh()
    board.update(makeUnread(7))
    expect(shown).toEqual([])
    answer.resolve(makeUnread(2))
    await expect.poll(() => board.known?.private).toBe(2)
    timers.advance(RECOUNT_GAP_MS)
    await expect.poll(() => fetches).toBe(2)
  })
})
