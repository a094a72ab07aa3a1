import { DAY_MS } from '@portal/contract/constants.ts'
import { TICKET_VIEWS } from '@portal/contract/tickets/ticket-rules.ts'
import { expect, it } from 'vitest'
import { makeUpstream } from '#testing/make-upstream.ts'
import { join } from '#testing/members.ts'

const TICKETS = 20_000
const STATES = ['new', 'open', 'waiting', 'closed'] as const

/** The figures of decision 0038 are for 100,000 tickets. This smaller number detects a missing index. */
it('lists and counts answer fast with many tickets', async () => {
  const upstream = await makeUpstream()
  const owner = await join(upstream, '负责人', 'owner')
  const at = Date.now()
  const rows = Array.from({ length: TICKETS }, (_none, nth) => ({
    kind: nth % 10 ? ('feedback' as const) : ('forgery' as const),
    title: `证书重量 ${nth}`,
    version: 1,
    state: STATES[nth % 4] ?? 'new',
    due_at: at + nth,
    sort_at: at + nth,
    allowed_ms: DAY_MS,
    created_at: at,
  }))
  for (let first = 0; first < TICKETS; first += 1000) {
    await upstream.db
      .insertInto('tickets')
      .values(rows.slice(first, first + 1000))
      .execute()
  }
  const times: number[] = []
  const measureTime = async (path: string) => {
    const start = performance.now()
    expect(await owner.ask(`GET /v1/manage/tickets${path}`)).toMatchObject({ code: 200 })
    times.push(performance.now() - start)
  }
  await measureTime('?view=all')
  times.length = 0
  for (let round = 0; round < 3; round += 1) {
    for (const view of TICKET_VIEWS) await measureTime(`?view=${view}&after=${at + TICKETS / 2}.${TICKETS / 2}`)
    await measureTime('/counts')
    await measureTime(`?view=all&q=${encodeURIComponent('没有的词')}`)
  }
  times.sort((one, other) => one - other)
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(50)
  await upstream.close()
})
