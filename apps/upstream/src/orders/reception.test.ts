import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import type { Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { ORDERS_START, openReception, type Reception } from '#testing/open-reception.ts'

describeDatabases('reception', (make) => {
  let upstream: TestUpstream
  let clock = ORDERS_START
  let customer: Member
  let reception: Member
  let second: Member
  let tester: Member
  let support: Member
  let announce: Reception['announce']
  let open: Reception['open']
  let findItem: Reception['findItem']
  let receive: Reception['receive']
  let step: Reception['step']
  let handOut: Reception['handOut']
  let readOwn: Reception['readOwn']
  let makeReady: Reception['makeReady']

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    const desk = await openReception(upstream)
    ;({ customer, reception, second, tester, support } = desk)
    ;({ announce, open, findItem, receive, step, handOut, readOwn, makeReady } = desk)
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock = ORDERS_START
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 1e10 })
      .execute()
  })

  it('takes items in, sets their due days and tells the customer', async () => {
    const orderNo = await announce()
    expect((await open(orderNo)).items).toMatchObject([{ declaredCents: 2_600_000 }, { declaredCents: null }])
    const answer = await receive(orderNo, 1, '4.820', { marks: ['划痕', '镶口松动'], note: '戒臂外侧细划痕' })
    expect(answer.data).toMatchObject({ work: 'accepted', place: 'reception', massInG: '4.820', dueOn: '2026-11-25' })
    expect(await open(orderNo)).toMatchObject({ state: 'received', receiveTime: '2026-11-20 10:20:00' })
    expect(await readOwn(orderNo)).toMatchObject({
      state: 'received',
      pickupCode: null,
      items: [{ work: 'accepted' }, { work: 'announced' }],
    })
    const notices = await upstream.db
      .selectFrom('notices')
      .select('content')
      .where('user_id', '=', customer.id)
      .execute()
    expect(notices.map(({ content }) => content)).toContain(`委托单 ${orderNo}：样品已收到。`)
  })

  it('gives an item to the first of two who take it in at once', async () => {
    const orderNo = await announce()
    const { sampleNo, revision } = await findItem(orderNo, 1)
    const body = { revision, massG: '4.820', divisionG: '0.001', count: 1, marks: ['完好'] }
    const answers = await Promise.all(
      [1, 2].map(() => reception.ask(`POST /v1/manage/samples/${sampleNo}/receive`, body)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const kinds = (await open(orderNo)).events.map(({ kind }: Loose) => kind)
    expect(kinds).toEqual(['announce', 'receive'])
  })

  it('shows the bench neither customer nor stated name nor value', async () => {
    const orderNo = await announce()
    await receive(orderNo, 1, '4.820')
    const { data } = await tester.ask('GET /v1/manage/bench')
    expect(data).toContainEqual(expect.objectContaining({ orderNo, category: 'metal', massInG: '4.820' }))
    for (const hidden of ['林知微', '足金戒指', '2600000', '138 0000'])
      expect(JSON.stringify(data)).not.toContain(hidden)
    expect((await tester.ask(`GET /v1/manage/orders/${orderNo}`)).code).toBe(403)
  })

  it('shows support the end of the telephone number alone', async () => {
    const orderNo = await announce({ wayBack: 'courier', address: '昆明市盘龙区 1 号' })
    expect(await open(orderNo, support)).toMatchObject({ phone: '*** 6021', address: null, customerName: '林知微' })
    expect(await open(orderNo)).toMatchObject({ phone: '138 0000 6021', address: '昆明市盘龙区 1 号' })
  })

  it('stops the clock while a question is open', async () => {
    const orderNo = await announce()
    await receive(orderNo, 1, '4.820')
    await step(orderNo, 1, 'take', tester)
    clock = toInstantMs('2026-11-23 11:00') ?? 0
    expect((await step(orderNo, 1, 'ask', tester, { text: '可以取样吗？' })).data).toMatchObject({ isHeld: true })
    expect((await step(orderNo, 1, 'end', tester, { text: '没有答复' })).message).toMatch('不允许这一步')
    clock = toInstantMs('2026-11-25 15:00') ?? 0
    const answered = await step(orderNo, 1, 'answer', support, { text: '林知微来电：不可以' })
    expect(answered.data).toMatchObject({ isHeld: false, dueOn: '2026-11-30' })
  })

  it('gives items back for the pick-up code of the customer, once', async () => {
    const orderNo = await announce()
    const pickupCode = await makeReady(orderNo)
    expect(pickupCode).toMatch(/^\d{6}$/)
    expect(await open(orderNo)).toMatchObject({ state: 'ready' })
    expect((await handOut(orderNo, { 1: '4.820' }, { pickupCode })).data).toMatchObject({ state: 'ready' })
    expect((await handOut(orderNo, { 2: '58.300' }, { pickupCode })).data).toMatchObject({ state: 'closed' })
    expect((await readOwn(orderNo)).pickupCode).toBeNull()
    expect((await handOut(orderNo, { 2: '58.300' }, { pickupCode })).message).toMatch('取件码不对')
  })

  it('gives nothing back when the mass has changed, wherever the difference lies', async () => {
    const orderNo = await announce()
    const pickupCode = await makeReady(orderNo)
    for (const massG of ['4.809', '4.831']) {
      const refused = await handOut(orderNo, { 1: massG, 2: '58.310' }, { pickupCode })
      expect(refused.message).toMatch(/相差 -?0\.011 g，超出允许的 0\.010 g/)
    }
    expect((await open(orderNo)).items.map(({ place }: Loose) => place)).toEqual(['reception', 'reception'])
    expect(await open(orderNo)).toMatchObject({ isDisputed: true, items: [{ alarm: 'open' }, { alarm: null }] })
    expect((await handOut(orderNo, { 1: '4.810' }, { pickupCode })).message).toMatch('须由另一人')
    expect(await handOut(orderNo, { 1: '4.810' }, { pickupCode }, second)).toMatchObject({ code: 200 })
    expect((await open(orderNo)).events.map(({ kind }: Loose) => kind)).toContain('massAlarm')
  })

  it('gives nothing back to a stranger', async () => {
    const orderNo = await announce()
    const pickupCode = await makeReady(orderNo)
    const masses = { 1: '4.820' }
    expect((await handOut(orderNo, masses, {})).message).toMatch('请核对取件码')
    expect((await handOut(orderNo, masses, { identity: { name: '陌生人', last4: '123X' } })).message).toMatch(
      '既非委托方',
    )
    expect((await handOut(orderNo, masses, { shipment: { carrier: '快递', trackingNo: '12345' } })).message).toMatch(
      '请核对取件码',
    )
    const wrong = pickupCode === '000000' ? '000001' : '000000'
    for (let nth = 0; nth < 5; nth += 1) {
      expect((await handOut(orderNo, masses, { pickupCode: wrong })).message).toMatch('取件码不对')
    }
    expect((await handOut(orderNo, masses, { pickupCode })).message).toMatch('请核验证件')
    const identity = { name: '王代领', last4: '123X' }
    expect((await handOut(orderNo, masses, { identity })).message).toMatch('须由两人核验')
    // The same person cannot be both.
    await reception.ask(`POST /v1/manage/orders/${orderNo}/identity`, identity)
    expect((await handOut(orderNo, masses, { identity })).message).toMatch('须由两人核验')
    await second.ask(`POST /v1/manage/orders/${orderNo}/identity`, { ...identity, last4: '123x' })
    const other = { ...identity, last4: '999X' }
    expect((await handOut(orderNo, masses, { identity: other })).message).toMatch('与另一人登记的证件不符')
    expect(await handOut(orderNo, masses, { identity })).toMatchObject({ code: 200 })
  })

  it('does not give back what is still tested, nor an item of another order', async () => {
    const orderNo = await announce()
    await receive(orderNo, 1, '4.820')
    const identity = { name: '林知微', last4: '123X' }
    await second.ask(`POST /v1/manage/orders/${orderNo}/identity`, identity)
    expect((await handOut(orderNo, { 1: '4.820' }, { identity })).message).toMatch('不允许这一步')
    const other = await announce()
    await makeReady(other)
    const { sampleNo, revision } = await findItem(other, 1)
    const items = [{ sampleNo, revision, massG: '4.820', divisionG: '0.001' }]
    expect((await reception.ask(`POST /v1/manage/orders/${orderNo}/hand-out`, { items, identity })).code).not.toBe(200)
    expect((await findItem(other, 1)).place).toBe('reception')
  })

  it('takes nothing in for a cancelled order', async () => {
    const orderNo = await announce()
    await customer.ask('POST /v1/orders/cancel', { orderNo })
    expect((await receive(orderNo, 1, '4.820')).message).toMatch('已取消')
  })

  it('ends the work with a published certificate that belongs to no other sample', async () => {
    const orderNo = await announce()
    for (const item of [1, 2]) {
      await receive(orderNo, item, '4.820')
      await step(orderNo, item, 'take', tester)
    }
    const certificateNo = makeCertificateNo('20261120', 7)
    await upstream.db
      .insertInto('certificates')
      .values({
        certificate_no: certificateNo,
        state: 'published',
        version: 1,
        category: 'metal',
        revision: 1,
        body_import_id: 0,
        import_id: 0,
        imported_at: clock,
        check_code_hash: hashCheckCode(upstream.digest, certificateNo, '7K3M9Q'),
      })
      .execute()
    const finish = async (item: number, number: string) => {
      const { sampleNo, revision } = await findItem(orderNo, item)
      return await tester.ask(`POST /v1/manage/samples/${sampleNo}/certificate`, { revision, certificateNo: number })
    }
    expect((await finish(1, 'SH20261120999990')).message).toMatch('没有这个编号')
    expect((await finish(1, certificateNo)).data).toMatchObject({ work: 'done', outcome: 'certificate', certificateNo })
    expect((await finish(2, certificateNo)).message).toMatch('已属于样品')
    expect((await readOwn(orderNo)).items[0].certificateNo).toBe(certificateNo)
  })

  it('writes the digest of each event into the audit log', async () => {
    const orderNo = await announce()
    await receive(orderNo, 1, '4.820')
    const { events } = await open(orderNo)
    const [entry] = await upstream.db
      .selectFrom('audit_log')
      .select(['changes', 'target_id'])
      .where('action', '=', 'order.receive')
      .where('outcome', '=', 'done')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(JSON.parse(entry?.changes ?? '[]')).toContainEqual({
      member: 'event',
      before: null,
      after: events.at(-1).sha256,
    })
  })

  it('lists orders by state, number and name', async () => {
    const orderNo = await announce({ customerName: '沈列表' })
    const list = async (query: string): Promise<string[]> =>
      (await reception.ask(`GET /v1/manage/orders?${query}`)).data.records.map((row: Loose) => row.orderNo)
    expect(await list(`q=${orderNo.toLowerCase()}`)).toEqual([orderNo])
    expect(await list(`q=${encodeURIComponent('列表')}`)).toEqual([orderNo])
    expect(await list('state=announced')).toContain(orderNo)
    expect(await list('state=closed')).not.toContain(orderNo)
  })
})
