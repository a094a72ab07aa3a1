import type { NoticeCounters } from '@portal/contract/messages.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createManualTimers, type ManualTimers } from '#testing/manual-timers.ts'
import type { ChatCaller } from './chat-upstream.ts'
import { type CounterBoard, createCounterBoard } from './counter-board.ts'
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
let asked: number
let shown: number[]

const unread = (number: number): NoticeCounters => ({ system: 0, comment: 0, private: number })
const arriveNow = () => board.arrive(timers.now())

beforeEach(async () => {
  timers = createManualTimers()
  asked = 0
  shown = []
  count = async () => unread(0)
  board = createCounterBoard({
    count: () => {
      asked += 1
      return count()
    },
    caller: () => caller,
    onChange: (counters) => shown.push(counters.private),
    onFailure: () => false,
    now: timers.now,
    timers,
  })
  await board.ask(caller)
  timers.advance(2 * RECOUNT_GAP_MS)
  asked = 0
  shown = []
})

describe('incoming messages', () => {
  it('are counted without a fetch for each', () => {
    for (let index = 0; index < 20; index += 1) arriveNow()
    expect(shown).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(asked).toBe(0)
  })

  it('cause one fetch half a minute later, which corrects the counters', async () => {
    for (let index = 0; index < 20; index += 1) arriveNow()
    count = async () => unread(3)
    timers.advance(RECOUNT_LATER_MS)
    await expect.poll(() => board.known?.private).toBe(3)
    timers.advance(10 * RECOUNT_LATER_MS)
    expect(asked).toBe(1)
  })

  it('are not counted twice when upstream’s answer includes them', async () => {
    count = async () => unread(1)
    await board.ask(caller)
    board.arrive(timers.now() - 10)
    timers.advance(RECOUNT_GAP_MS)
    await expect.poll(() => asked).toBe(2)
    expect(shown).toEqual([1])
  })

  it('that are delivered again after a gap change nothing', () => {
    board.arrive(timers.now() - 60_000)
    expect(shown).toEqual([])
    expect(asked).toBe(0)
  })

  it('cause a fetch when they arrive during a fetch or without a time of storage', async () => {
    const answer = Promise.withResolvers<NoticeCounters>()
    count = () => answer.promise
    const asking = board.ask(caller)
    arriveNow()
    answer.resolve(unread(1))
    await asking
    timers.advance(RECOUNT_GAP_MS)
    await expect.poll(() => asked).toBe(2)
    timers.advance(RECOUNT_GAP_MS)
    board.arrive(null)
    await expect.poll(() => asked).toBe(3)
    expect(shown).toEqual([1])
  })
})

describe('counters in an answer of upstream', () => {
  it('are sent, and replace the fetch that was due', async () => {
    arriveNow()
    board.told(unread(0))
    timers.advance(2 * RECOUNT_LATER_MS)
    expect(shown).toEqual([1, 0])
    expect(asked).toBe(0)
  })

  it('during a fetch cause another fetch, as it is unknown which are newer', async () => {
    const answer = Promise.withResolvers<NoticeCounters>()
    count = () => answer.promise
    board.refresh()
    board.told(unread(7))
    expect(shown).toEqual([])
    answer.resolve(unread(2))
    await expect.poll(() => board.known?.private).toBe(2)
    timers.advance(RECOUNT_GAP_MS)
    await expect.poll(() => asked).toBe(2)
  })
})
