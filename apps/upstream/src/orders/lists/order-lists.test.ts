import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import type { Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join } from '#testing/members.ts'
import { ORDERS_START, openReception, type Reception } from '#testing/open-reception.ts'

describeDatabases('lists of orders', (make) => {
  let upstream: TestUpstream
  let desk: Reception
  let clock = ORDERS_START

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    desk = await openReception(upstream)
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock = ORDERS_START
    await upstream.db.updateTable('sessions').set({ expires_at: 1e15 }).execute()
  })

  const list = async (query: string): Promise<Loose[]> =>
    (await desk.reception.ask(`GET /v1/manage/orders?${query}`)).data.records
  const listNumbers = async (query: string) => (await list(query)).map(({ orderNo }) => orderNo)
  const readCounts = async (who = desk.reception) => (await who.ask('GET /v1/manage/overview')).data.orders

  it('tells what is in an order, how it comes and leaves, and how much of it has come', async () => {
    const orderNo = await desk.announce({ wayIn: 'courier' })
    await desk.receive(orderNo, 2, '58.310')
    expect((await list(`q=${orderNo}`))[0]).toMatchObject({
      firstName: '足金戒指',
      wayIn: 'courier',
      wayBack: 'counter',
      priority: 'normal',
      items: 2,
      received: 1,
      held: 0,
    })
  })

  it('marks what came today, what is late and what waits for an answer, as the overview counts', async () => {
    clock = ORDERS_START + 10 * DAY_MS
    const [before, held, late] = [await readCounts(), await desk.announce(), await desk.announce()]
    for (const orderNo of [held, late]) for (const item of [1, 2]) await desk.receive(orderNo, item, '4.820')
    await desk.step(held, 1, 'ask', desk.reception, { text: '要不要加做红外光谱？' })
    expect(await listNumbers('mark=today')).toEqual([late, held])
    expect(await listNumbers('mark=held')).toEqual([held])
    expect(await listNumbers('mark=late')).not.toContain(late)
    expect(await readCounts()).toEqual({ ...before, today: before.today + 2, held: before.held + 1 })
    clock += 7 * DAY_MS
    expect(await listNumbers('mark=today')).toEqual([])
    // The clock of the other one stands.
    expect((await listNumbers('mark=late'))[0]).toBe(late)
    expect(await listNumbers('mark=late')).not.toContain(held)
    expect(await listNumbers(`mark=late&state=ready`)).toEqual([])
  })

  it('lists what nobody has collected for 30 days', async () => {
    const orderNo = await desk.announce()
    await desk.makeReady(orderNo)
    clock += 30 * DAY_MS
    expect(await listNumbers('mark=uncollected')).not.toContain(orderNo)
    clock += 1
    expect(await list('mark=uncollected')).toContainEqual(
      expect.objectContaining({ orderNo, readyTime: '2026-11-20 10:20:00' }),
    )
  })

  it('names an excess to the owner until it is released, or another person has weighed the sample within the tolerance', async () => {
    const readExcess = async (who = desk.owner) =>
      (await who.ask('GET /v1/manage/overview')).data.waiting.find(({ kind }: Loose) => kind === 'excess')
    const prove = () => upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    await prove()
    const [released, weighed] = [await desk.announce(), await desk.announce()]
    const codes = new Map([
      [released, await desk.makeReady(released)],
      [weighed, await desk.makeReady(weighed)],
    ])
    expect(await readExcess()).toMatchObject({ count: 0, oldest: null })
    const hand = (orderNo: string, massG: string, who = desk.reception) =>
      desk.handOut(orderNo, { 1: massG }, { pickupCode: codes.get(orderNo) }, who)
    for (const orderNo of [released, weighed]) await hand(orderNo, '4.700')
    expect(await readExcess()).toEqual({
      kind: 'excess',
      count: 2,
      oldest: { title: released, since: '2026-11-20 10:20:00', dueAt: '2026-11-21 10:20:00' },
    })
    expect(await readExcess(desk.reception)).toBeUndefined()
    expect(await listNumbers('mark=excess')).toEqual([weighed, released])

    const { sampleNo, revision } = await desk.findItem(released, 1)
    await desk.owner.ask(`POST /v1/manage/samples/${sampleNo}/release`, { revision, text: '委托方同意' })
    expect(await readExcess()).toMatchObject({ count: 1, oldest: { title: weighed } })
    expect(await listNumbers('mark=excess')).toEqual([weighed])
    await hand(weighed, '4.820', desk.second)
    expect(await readExcess()).toMatchObject({ count: 0, oldest: null })
  })

  it('keeps a dispute in the to-do of the owner until it is settled', async () => {
    const readDisputes = async (who = desk.owner) =>
      (await who.ask('GET /v1/manage/overview')).data.waiting.find(({ kind }: Loose) => kind === 'dispute')
    const settle = (orderNo: string) =>
      desk.owner.ask(`POST /v1/manage/orders/${orderNo}/dispute/settle`, { text: '委托方接受说明' })
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    for (const { orderNo } of await list('mark=disputed')) await settle(orderNo)
    expect(await readDisputes()).toMatchObject({ count: 0, oldest: null })
    const dispute = (orderNo: string) =>
      desk.reception.ask(`POST /v1/manage/orders/${orderNo}/dispute`, { text: '委托方说戒圈有新划痕' })
    const [again, other] = [await desk.announce(), await desk.announce()]
    await dispute(again)
    await settle(again)
    clock += DAY_MS
    for (const orderNo of [other, again]) await dispute(orderNo)
    expect(await readDisputes()).toEqual({
      kind: 'dispute',
      count: 2,
      oldest: { title: other, since: '2026-11-21 10:20:00', dueAt: '2026-11-24 10:20:00' },
    })
    expect(await readDisputes(desk.reception)).toBeUndefined()
    expect(await listNumbers('mark=disputed')).toEqual([other, again])
    await settle(other)
    expect(await readDisputes()).toMatchObject({ count: 1, oldest: { title: again } })
    expect(await listNumbers('mark=disputed')).toEqual([again])
  })

  it('counts orders for the people of the laboratory', async () => {
    for (const who of [desk.tester, desk.support, desk.owner]) expect(await readCounts(who)).toBeDefined()
    const editor = await join(upstream, '许编辑', 'editor')
    await setDuties(upstream.db, editor.id, ['edit'], { by: null, at: 0 })
    expect(await readCounts(editor)).toBeUndefined()
  })

  it('finds an order by the short number on the label of its sample', async () => {
    const orderNo = await desk.announce()
    const short = `${Number(orderNo.slice(10, 15))}-01`
    const { data } = await desk.reception.ask(`GET /v1/manage/orders?q=${short}`)
    expect(data.records.map((row: Loose) => row.orderNo)).toContain(orderNo)
    expect((await desk.reception.ask('GET /v1/manage/orders?q=99999-01')).data.records).toEqual([])
  })

  it('tells the bench when a sample came and whether it is urgent, and shows it until it is back at reception', async () => {
    const orderNo = await desk.announce({ priority: 'urgent', totalCents: 36_000 })
    await desk.receive(orderNo, 1, '4.820')
    clock += DAY_MS
    await desk.receive(orderNo, 2, '58.310')
    const findOnBench = async (query = '') => {
      const { data } = await desk.tester.ask(`GET /v1/manage/bench${query}`)
      return data.filter((sample: Loose) => sample.orderNo === orderNo)
    }
    expect((await findOnBench()).map(({ priority, receiveTime }: Loose) => [priority, receiveTime])).toEqual([
      ['urgent', '2026-11-20 10:20:00'],
      ['urgent', '2026-11-21 10:20:00'],
    ])
    await desk.step(orderNo, 2, 'take', desk.tester)
    await desk.step(orderNo, 2, 'end', desk.tester, { text: '按约定不出证书' })
    expect((await desk.tester.ask('GET /v1/manage/bench')).data[0]).toMatchObject({ item: 2, work: 'done' })
    expect(await findOnBench('?isMine=true')).toHaveLength(1)
    expect(await findOnBench('?isMine=true&category=metal')).toEqual([])
    await desk.step(orderNo, 2, 'bring', desk.tester)
    expect((await findOnBench()).map(({ item }: Loose) => item)).toEqual([1])
  })

  it('shows the partner of an order with its reference, and the conditions that were accepted', async () => {
    const orderNo = await desk.announce()
    expect(await desk.open(orderNo)).toMatchObject({ partner: null, terms: '' })
    const { id } = await upstream.db
      .insertInto('partners')
      .values({
        name: '翠云轩',
        contact_email: 'x@example.test',
        scopes: 'orders',
        daily_quota: 1,
        addresses: '',
        state: 'active',
        version: 1,
        created_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await upstream.db
      .updateTable('orders')
      .set({ partner_id: id, reference: 'CY-7', terms: '样品须现场确认' })
      .where('order_no', '=', orderNo)
      .execute()
    expect(await desk.open(orderNo)).toMatchObject({
      partner: { id, name: '翠云轩', reference: 'CY-7' },
      terms: '样品须现场确认',
    })
  })
})
