import { DAY_MS } from '@portal/contract/constants.ts'
import { ITEMS_A_DAY, ORDERS_A_DAY } from '@portal/contract/partners/partner-rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { ORDERS_START, openReception, type Reception } from '#testing/open-reception.ts'
import { makePartner, type TestPartner } from '#testing/partners.ts'

const RING = {
  statedName: '足金戒指',
  category: 'metal',
  count: 1,
  serviceCodes: ['ID'],
  declaredCents: 2_600_000,
  care: '镶口松',
  statedMassG: '4.8',
}
const SECRETS = ['林知微', '138 0000', '足金戒指', '2600000', 'Cents', '4.8', '镶口松']

describeDatabases('orders of partners', (make) => {
  let upstream: TestUpstream
  let desk: Reception
  let partner: TestPartner
  let clock = ORDERS_START
  const now = () => clock
  const makeOrderer = (form = {}) => makePartner(upstream, { scopes: ['orders', 'webhooks'], ...form }, now)

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now })
    desk = await openReception(upstream)
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 100 * DAY_MS })
      .execute()
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock = ORDERS_START
    partner = await makeOrderer()
  })

  const fill = (reference: string, more: Loose = {}): Loose => ({
    reference,
    customerName: '林知微',
    phone: '138 0000 6021',
    wayIn: 'courier',
    wayBack: 'courier',
    address: '昆明市盘龙区 1 号',
    collectors: [],
    priority: 'normal',
    items: [
      { ...RING, reference: 'A-1' },
      { ...RING, reference: 'A-2' },
    ],
    totalCents: 24_000,
    ...more,
  })
  const ask = async (path: string, body?: Loose, key = partner.key): Promise<Loose> => {
    const [method, url] = path.split(' ') as ['GET', string]
    const headers = { authorization: `Bearer ${key}` }
    return (await upstream.app.inject({ method, url, headers, ...(body && { payload: body }) })).json()
  }
  const announce = (body: Loose, key?: string) => ask('POST /v1/partner/orders', body, key)
  const read = (orderNo: string, key?: string) => ask(`GET /v1/partner/orders/${orderNo}`, undefined, key)
  const list = async (after: number, key?: string) =>
    (await ask(`GET /v1/partner/orders/changes?after=${after}`, undefined, key)).data
  const countOrders = async () =>
    (await upstream.db.selectFrom('orders').select('order_no').where('partner_id', '=', partner.id).execute()).length
  const finish = async (orderNo: string, item: number) => {
    await desk.step(orderNo, item, 'take', desk.tester)
    await desk.step(orderNo, item, 'end', desk.tester, { text: '按约定不出证书' })
    await desk.step(orderNo, item, 'bring', desk.tester)
  }

  it('are announced once for a repeated body, and refused for another with the same reference', async () => {
    const first = await announce(fill('PO-1'))
    expect(first).toMatchObject({
      code: 200,
      data: {
        orderNo: expect.stringMatching(/^WT20261120\d{6}$/),
        reference: 'PO-1',
        state: 'announced',
        dueOn: '2026-11-25',
        code: expect.stringMatching(/^\w{6}$/),
        items: [{ item: 1, reference: 'A-1', work: 'announced', certificateNo: null }, { reference: 'A-2' }],
      },
    })
    const sorted = Object.fromEntries(Object.entries(fill('PO-1')).sort())
    expect((await announce(sorted)).data).toEqual({ ...first.data, code: null })
    const other = await announce(fill('PO-1', { customerName: '江疏影' }))
    expect(other).toMatchObject({ code: 409, extra: { reason: 'referenceTaken', orderNo: first.data.orderNo } })
    const { key } = await makeOrderer()
    expect((await announce(fill('PO-1'), key)).data.orderNo).not.toBe(first.data.orderNo)
    expect(await desk.open(first.data.orderNo)).toMatchObject({ source: 'partner', events: [{ name: '绿松石行' }] })
  })

  it('are stored once for bodies that arrive at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => announce(fill('PO-2'))))
    expect(new Set(answers.map(({ data }) => data.orderNo)).size).toBe(1)
    expect(answers.filter(({ data }) => data.code !== null)).toHaveLength(1)
    expect(await countOrders()).toBe(1)
  })

  it.each([
    ['another price', { totalCents: 1 }, 409, 'totalChanged'],
    ['an unknown service', { items: [{ ...RING, serviceCodes: ['NO'] }] }, 400, 'orderWrong'],
    ['a wrong address', { email: 'li@' }, 400, 'orderWrong'],
  ])('are refused for %s with the reason, and nothing is stored', async (_what, more, code, reason) => {
    expect(await announce(fill('PO-3', more))).toMatchObject({ code, extra: { reason } })
    expect(await countOrders()).toBe(0)
  })

  it('are unknown to other partners, alike for a number that nobody has', async () => {
    const { data } = await announce(fill('PO-4'))
    const { key } = await makeOrderer()
    const strange = await read(data.orderNo, key)
    expect(strange).toMatchObject({ code: 400, data: null, extra: { reason: 'orderUnknown' } })
    expect(await read('WT20261120999990')).toEqual(strange)
    const own = await desk.announce()
    expect(await read(own, key)).toEqual(strange)
    expect((await list(0, key)).records).toEqual([])
  })

  it('need the scope', async () => {
    const { key } = await makeOrderer({ scopes: ['check', 'webhooks'] })
    const answers = [await announce(fill('PO-5'), key), await read('WT20261120999990', key)]
    answers.push(await ask('GET /v1/partner/orders/changes', undefined, key))
    for (const answer of answers) expect(answer).toMatchObject({ code: 403, extra: { reason: 'scopeMissing' } })
  })

  it('show neither person nor text, mass or price', async () => {
    const { data } = await announce(fill('PO-6'))
    await desk.receive(data.orderNo, 1, '4.820')
    await finish(data.orderNo, 1)
    const texts = JSON.stringify([(await read(data.orderNo)).data, await list(0)])
    for (const secret of SECRETS) expect(texts).not.toContain(secret)
  })

  it('are listed by their newest change, each once', async () => {
    const numbers: string[] = []
    for (const nth of [1, 2, 3]) numbers.push((await announce(fill(`PO-${nth}`))).data.orderNo)
    const first = await list(0)
    expect(first.records.map(({ orderNo }: Loose) => orderNo)).toEqual(numbers)
    expect(await list(first.next)).toEqual({ records: [], next: first.next, hasMore: false })
    await desk.receive(numbers[1] ?? '', 1, '4.820')
    const second = await list(first.next)
    expect(second.records).toMatchObject([
      { orderNo: numbers[1], state: 'received', items: [{ work: 'accepted' }, {}] },
    ])
    expect((await list(0)).records.map(({ orderNo }: Loose) => orderNo)).toEqual([numbers[0], numbers[2], numbers[1]])
  })

  it('are listed in pages', async () => {
    for (let nth = 0; nth < 21; nth += 1) await announce(fill(`PO-${nth}`))
    const first = await list(0)
    expect([first.records.length, first.hasMore]).toEqual([20, true])
    expect(await list(first.next)).toMatchObject({ records: [{ reference: 'PO-20' }], hasMore: false })
  })

  it('are limited by number and by items; repeated and refused ones count nothing', async () => {
    const items = Array.from({ length: 500 }, () => RING)
    for (let nth = 0; nth < ITEMS_A_DAY / 500; nth += 1) {
      await announce(fill(`PO-${nth}`, { items, totalCents: 6_000_000 }))
      await announce(fill(`PO-${nth}`, { items, totalCents: 6_000_000 }))
    }
    const stored = await countOrders()
    expect(stored).toBe(ITEMS_A_DAY / 500)
    expect(await announce(fill('PO-more'))).toMatchObject({ code: 429, extra: { reason: 'ordersUsedUp' } })
    expect(await countOrders()).toBe(stored)
    clock += DAY_MS
    for (let nth = 0; nth < ORDERS_A_DAY; nth += 1) {
      await announce(fill(`NO-${nth}`, { items: [RING], totalCents: 12_000 }))
    }
    const over = await announce(fill('NO-more', { items: [RING], totalCents: 12_000 }))
    expect([await countOrders(), over.code]).toEqual([stored + ORDERS_A_DAY, 429])
  })

  it('answer a test key with samples, and store nothing', async () => {
    const { key } = await makeOrderer({ isTest: true })
    const before = await upstream.db.selectFrom('orders').select('order_no').execute()
    const { data } = await announce(fill('PO-7'), key)
    expect(data).toMatchObject({
      reference: 'PO-7',
      items: [{ reference: 'A-1' }, { reference: 'A-2' }],
      code: 'TEST23',
    })
    expect((await read(data.orderNo, key)).data).toMatchObject({ state: 'announced', orderNo: data.orderNo })
    const first = await list(0, key)
    expect(first.hasMore).toBe(true)
    const second = await list(first.next, key)
    const states = [...first.records, ...second.records].map(({ state }: Loose) => state)
    expect([states, second.hasMore]).toEqual([['announced', 'received', 'ready', 'closed'], false])
    expect(await upstream.db.selectFrom('orders').select('order_no').execute()).toEqual(before)
    const own = (await announce(fill('PO-8'))).data.orderNo
    expect(await read(own, key)).toMatchObject({ code: 400 })
  })

  describe('notify the endpoints of their partner', () => {
    const addEndpoint = async (partnerId: number) =>
      await upstream.db
        .insertInto('webhook_endpoints')
        .values({
          partner_id: partnerId,
          address: `https://hooks.example/${partnerId}`,
          secret_sealed: '',
          old_secret_sealed: null,
          old_secret_until: 0,
          off_reason: null,
          failing_since: null,
          paused_until: 0,
          version: 1,
          created_at: clock,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const readEvents = async (id: number) => {
      const rows = await upstream.db
        .selectFrom('webhook_events')
        .selectAll()
        .where('endpoint_id', '=', id)
        .orderBy('id')
        .execute()
      return rows.map(({ body, ...row }) => ({ ...row, body: JSON.parse(body ?? '') as Loose }))
    }

    it('of reception, of readiness and of each return, with the whole present state', async () => {
      const { id } = await addEndpoint(partner.id)
      const stranger = await addEndpoint((await makeOrderer()).id)
      const { orderNo } = (await announce(fill('PO-9'))).data
      const { data } = await read(orderNo)
      for (const item of [1, 2]) await desk.receive(orderNo, item, '4.820')
      for (const item of [1, 2]) await finish(orderNo, item)
      const shipment = { carrier: '顺丰', trackingNo: 'SF1234567890' }
      await desk.handOut(orderNo, { 1: '4.820' }, { shipment })
      await desk.handOut(orderNo, { 2: '4.820' }, { shipment })
      const events = await readEvents(id)
      expect(events.map(({ event, body }) => [event, body.type, body.data.state, body.data.sequence])).toEqual([
        ['order.received', 'order.received', 'received', 1],
        ['order.ready', 'order.ready', 'ready', 2],
        ['order.returned', 'order.returned', 'ready', 3],
        ['order.returned', 'order.returned', 'closed', 4],
      ])
      const places = events.map(({ body }) => body.data.items.map(({ place }: Loose) => place))
      expect(places.slice(2)).toEqual([
        ['shipped', 'reception'],
        ['shipped', 'shipped'],
      ])
      expect(events[1]?.body).toEqual({
        type: 'order.ready',
        timestamp: '2026-11-20T02:20:00.000Z',
        data: {
          orderNo,
          reference: 'PO-9',
          state: 'ready',
          sequence: 2,
          dueOn: '2026-11-25',
          items: data.items.map(({ sampleNo, reference }: Loose) => ({
            sampleNo,
            reference,
            work: 'done',
            place: 'reception',
            outcome: 'noCertificate',
            certificateNo: null,
          })),
        },
      })
      for (const secret of SECRETS) expect(JSON.stringify(events.map(({ body }) => body))).not.toContain(secret)
      expect(events.every((row) => row.certificate_no === orderNo)).toBe(true)
      expect(await readEvents(stranger.id)).toEqual([])
    })

    it('and take nothing back: a step that is refused queues nothing', async () => {
      const { id } = await addEndpoint(partner.id)
      const { orderNo } = (await announce(fill('PO-10'))).data
      const { revision } = await desk.findItem(orderNo, 1)
      await desk.step(orderNo, 1, 'bring', desk.tester)
      await desk.receive(orderNo, 1, '4.820', { revision: revision + 1 })
      expect(await readEvents(id)).toEqual([])
    })
  })
})
