import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
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

  it('lists no sample as late that waits for an answer', async () => {
    const [orderNo = ''] = await takeIn(1)
    await ask(orderNo, 2)
    clock += 12 * DAY_MS
    const [{ sampleNo }, held] = [await desk.findItem(orderNo, 1), await desk.findItem(orderNo, 2)]
    const late = (await read(desk.owner)).late.map((sample: Loose) => sample.sampleNo)
    expect(late).toContain(sampleNo)
    expect(late).not.toContain(held.sampleNo)
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

  it('credits a certificate to the person who took the sample last, whoever published it', async () => {
    const [orderNo = ''] = await takeIn(1)
    const { sampleNo } = await desk.findItem(orderNo, 1)
    await setDuties(upstream.db, other.id, ['certify'], { by: null, at: 0 })
    await desk.step(orderNo, 1, 'take', other)
    const certificateNo = makeCertificateNo('20261120', 7)
    const certificate = { certificate_no: certificateNo, state: 'published', version: 1, category: 'metal' } as const
    await upstream.db
      .insertInto('certificates')
      .values({
        ...certificate,
        revision: 1,
        body_import_id: 0,
        import_id: 0,
        imported_at: clock,
        check_code_hash: hashCheckCode(upstream.digest, certificateNo, '7K3M9Q'),
      })
      .execute()
    clock = ORDERS_START + 10 * DAY_MS
    const { revision } = await desk.findItem(orderNo, 1)
    const finished = await desk.owner.ask(`POST /v1/manage/samples/${sampleNo}/certificate`, {
      revision,
      certificateNo,
    })
    expect(finished.code).toBe(200)
    const { load } = await read(desk.owner)
    expect(load.filter(({ day }: Loose) => day === '2026-11-30')).toEqual([
      { day: '2026-11-30', name: '许检', taken: 0, ended: 1 },
    ])
    expect((await read(other)).load).toContainEqual({ day: '2026-11-30', name: '许检', taken: 0, ended: 1 })
  })

  it('counts what reception did on each day of Shanghai', async () => {
    const { days } = await read(desk.owner)
    clock = ORDERS_START + 13.5 * DAY_MS // 22:20 in Shanghai
    const orderNo = await desk.announce()
    await desk.receive(orderNo, 1, '4.820')
    await desk.step(orderNo, 2, 'refuse', desk.reception, { text: '包裹内没有这件' })
    const pay = (cents: number) => {
      const body = { cents, way: 'cash', day: '2026-12-03', ref: `daily-payment-${String(cents).padStart(4, '0')}` }
      return desk.reception.ask(`POST /v1/manage/orders/${orderNo}/payments`, body)
    }
    for (const cents of [100, 200]) await pay(cents)
    clock += 2 * HOUR_MS
    await desk.step(orderNo, 1, 'withdraw', desk.reception, { text: '委托方要求退回' })
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    const { pickupCode } = await desk.readOwn(orderNo)
    expect((await desk.handOut(orderNo, { 1: '4.820' }, { pickupCode })).code).toBe(200)
    expect((await read(desk.owner)).days).toEqual([
      ...days,
      { day: '2026-12-03', received: 1, returned: 0, payments: 2 },
      { day: '2026-12-04', received: 0, returned: 1, payments: 0 },
    ])
  })

  it('refuses more than 92 days', async () => {
    const refused = await desk.owner.ask(`${PATH}?from=2026-01-01&to=2026-11-30`)
    expect(refused.message).toBe('一次最多统计 92 天')
  })
})
