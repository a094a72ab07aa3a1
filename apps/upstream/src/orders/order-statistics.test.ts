import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import type { Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { ORDERS_START, openReception, type Reception } from '#testing/open-reception.ts'

const PATH = 'GET /v1/manage/order-statistics'
const PERIOD = `${PATH}?from=2026-11-20&to=2026-12-04`

describeDatabases('statistics of orders', (make) => {
  let upstream: TestUpstream
  let desk: Reception
  let other: Member
  let clock = ORDERS_START

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    desk = await openReception(upstream)
    other = await join(upstream, '许检', 'editor')
    await upstream.db.updateTable('sessions').set({ expires_at: 1e15 }).execute()
  })
  afterAll(() => upstream.close())

  const read = async (who: Member): Promise<Loose> => (await who.ask(PERIOD)).data
  const findTurnaround = async (name: string) =>
    (await read(desk.owner)).turnaround.find(({ category }: Loose) => category === name)
  /** Takes both items of new orders in on a Friday. */
  const takeIn = async (orders: number): Promise<string[]> => {
    clock = ORDERS_START
    const numbers: string[] = []
    for (let nth = 0; nth < orders; nth += 1) {
      const orderNo = await desk.announce()
      for (const item of [1, 2]) {
        await desk.receive(orderNo, item, '4.820')
        await desk.step(orderNo, item, 'take', desk.tester)
      }
      numbers.push(orderNo)
    }
    return numbers
  }
  const end = (orderNo: string, item: number) =>
    desk.step(orderNo, item, 'end', desk.tester, { text: '按约定不出证书' })
  const ask = (orderNo: string, item: number) =>
    desk.step(orderNo, item, 'ask', desk.tester, { text: '要不要加做红外光谱？' })

  it('shows no times of fewer than five items', async () => {
    const [orderNo = ''] = await takeIn(1)
    for (const item of [1, 2]) await end(orderNo, item)
    expect(await findTurnaround('metal')).toEqual({
      category: 'metal',
      items: 1,
      medianDays: null,
      p90Days: null,
      late: 0,
    })
  })

  it('counts working days without those on which a question was open', async () => {
    const orders = await takeIn(9)
    const [withdrawn = ''] = orders
    clock = ORDERS_START + 3 * DAY_MS
    for (const orderNo of orders) await ask(orderNo, 2)
    clock += 2 * DAY_MS
    const answer = { text: '来电：不用加做' }
    for (const orderNo of orders.slice(1)) await desk.step(orderNo, 2, 'answer', desk.reception, answer)
    // A question that is answered on its day costs no day.
    for (const orderNo of orders.slice(1)) await ask(orderNo, 2)
    for (const orderNo of orders.slice(1)) await desk.step(orderNo, 2, 'answer', desk.reception, answer)
    clock += 2 * DAY_MS
    await desk.step(withdrawn, 2, 'withdraw', desk.reception, { text: '委托方要求退回' })
    for (const orderNo of orders) for (const item of orderNo === withdrawn ? [1] : [1, 2]) await end(orderNo, item)
    // Friday to Friday: 5 working days. Monday to Wednesday, 2 of them were held; 4 with the sample that was withdrawn.
    expect(await findTurnaround('metal')).toMatchObject({ items: 10, medianDays: 5, p90Days: 5 })
    expect(await findTurnaround('jade')).toMatchObject({ items: 10, medianDays: 3, p90Days: 3 })
  })

  it('shows persons to those who approve, testers themselves, and holders to those who see orders or the bench', async () => {
    const [orderNo = ''] = await takeIn(1)
    const setTo = (member: Member, duty: 'approve' | 'edit' | 'certify' | 'review' | 'reception') =>
      setDuties(upstream.db, member.id, [duty], { by: null, at: 0 })
    await setTo(other, 'certify')
    await desk.step(orderNo, 1, 'take', other)
    clock += 12 * DAY_MS
    await end(orderNo, 1)
    const all = await read(desk.owner)
    expect(all.load).toContainEqual({ day: '2026-11-20', name: '许检', taken: 1, ended: 0 })
    expect(all.load).toContainEqual({ day: '2026-12-02', name: '周检', taken: 0, ended: 1 })
    expect(all.late).toContainEqual(expect.objectContaining({ holder: '周检' }))
    expect(await read(other)).toEqual({ ...all, load: [{ day: '2026-11-20', name: '许检', taken: 1, ended: 0 }] })
    for (const who of [desk.reception, desk.support]) expect(await read(who)).toEqual({ ...all, load: null })
    await setTo(other, 'approve')
    expect(await read(other)).toEqual(all)
    await setTo(other, 'edit')
    const late = all.late.map((sample: Loose) => ({ ...sample, holder: null }))
    expect(await read(other)).toEqual({ ...all, load: null, late })
    await setTo(other, 'review')
    expect((await other.ask(PERIOD)).code).toBe(403)
    expect((await desk.customer.ask(PERIOD)).code).toBe(403)
  })

  it('refuses more than 92 days', async () => {
    const refused = await desk.owner.ask(`${PATH}?from=2026-01-01&to=2026-11-30`)
    expect(refused.message).toBe('一次最多统计 92 天')
  })
})
