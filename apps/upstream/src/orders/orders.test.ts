import { DAY_MS } from '@portal/contract/constants.ts'
import { makeNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { hashOrderEvent } from './order-events.ts'

/** A Friday. */
const START = toInstantMs('2026-11-20 10:20') ?? 0
const SERVICES = [
  { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 },
  { code: 'TQ', name: '绿松石鉴定', categories: ['turquoise'], cents: 18_000, per: 'item', workingDays: 4 },
]
const BANGLE = { statedName: '翡翠手镯', category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: 4_500_000 }
const CABOCHON = {
  statedName: '绿松石戒面',
  category: 'turquoise',
  count: 1,
  serviceCodes: ['TQ'],
  declaredCents: null,
}

describeDatabases('orders of customers', (make) => {
  let upstream: TestUpstream
  let clock = START
  let member: Member
  let stranger: Member
  let forms = 0

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    member = await join(upstream, '林知微')
    stranger = await join(upstream, '江疏影')
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock = START
    await upstream.db.deleteFrom('orders').execute()
    await upstream.db.deleteFrom('site_settings').where('name', '=', 'orderServices').execute()
    await upstream.db
      .insertInto('site_settings')
      .values({ name: 'orderServices', value: JSON.stringify(SERVICES) })
      .execute()
  })

  const fill = (more: Loose = {}): Loose => {
    forms += 1
    return {
      customerName: '林知微',
      phone: `138 0000 ${String(forms).padStart(4, '0')}`,
      wayIn: 'counter',
      wayBack: 'counter',
      collectors: [],
      priority: 'normal',
      items: [CABOCHON, BANGLE],
      totalCents: 30_000,
      ref: `form-number-${String(forms).padStart(8, '0')}`,
      ...more,
    }
  }
  const announce = (body: Loose, by?: Member): Promise<Loose> =>
    by
      ? by.ask('POST /v1/orders', body)
      : ask(upstream, 'POST /v1/orders', { from: `203.0.${forms >> 8}.${forms & 255}`, body })
  const check = async (orderNo: string, code: string): Promise<Loose> => {
    const answer = await ask(upstream, 'POST /v1/orders/progress', { body: { orderNo, code } })
    return { code: answer.code, message: answer.message, data: answer.data, extra: answer.extra }
  }

  it('are numbered from the first serial number of the laboratory, beginning with the next day', async () => {
    const { data: before } = await announce(fill())
    await upstream.db.insertInto('site_settings').values({ name: 'orderFirstSerial', value: '501' }).execute()
    const { data: sameDay } = await announce(fill())
    clock = toInstantMs('2026-12-24 10:20') ?? 0
    const first = await announce(fill())
    const second = await announce(fill())
    await upstream.db.deleteFrom('site_settings').where('name', '=', 'orderFirstSerial').execute()
    const third = await announce(fill())
    const readSerial = (orderNo: string) => Number(orderNo.slice(10, 15))
    expect(readSerial(sameDay.orderNo)).toBe(readSerial(before.orderNo) + 1)
    expect([first, second, third].map(({ data }) => data.orderNo)).toEqual(
      [501, 502, 503].map((serial) => makeNumber('order', `2026122400${serial}`)),
    )
  })

  it('are announced without a login, and followed with number and code', async () => {
    const { data } = await announce(fill())
    expect(data).toEqual({
      orderNo: expect.stringMatching(/^WT20261120\d{6}$/),
      code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{6}$/),
      totalCents: 30_000,
      dueOn: '2026-11-26',
    })
    const progress = await check(data.orderNo, data.code)
    expect(progress.data).toMatchObject({
      state: 'announced',
      dueOn: '2026-11-26',
      items: [
        { item: 1, statedName: '绿松石戒面', work: 'announced', place: 'customer', certificateNo: null },
        { item: 2, sampleNo: expect.stringMatching(/^YP20261120\d{5}002\d$/), statedName: '翡翠手镯' },
      ],
      fees: [
        { code: 'TQ', cents: 18_000 },
        { code: 'ID', cents: 12_000 },
      ],
    })
    for (const secret of ['林知微', '138 0000', '4500000']) expect(JSON.stringify(progress)).not.toContain(secret)
  })

  it('get one answer for an unknown number, a wrong code and a lookup 180 days after the end', async () => {
    const { data } = await announce(fill())
    const unknown = await check(makeNumber('order', '2026112099999'), data.code)
    const wrong = await check(data.orderNo, data.code === '222222' ? '333333' : '222222')
    await ask(upstream, 'POST /v1/orders/cancel', { body: { orderNo: data.orderNo, code: data.code } })
    expect((await check(data.orderNo, data.code)).data.state).toBe('cancelled')
    clock += 181 * DAY_MS
    const expired = await check(data.orderNo, data.code)
    expect(unknown).toEqual({ code: 200, message: unknown.message, data: null, extra: {} })
    expect([wrong, expired]).toEqual([unknown, unknown])
  })

  it('are stored once for a form that is sent twice, and show the code once', async () => {
    const form = fill()
    const first = await announce(form)
    const second = await announce(form)
    expect(second.data).toEqual({ ...first.data, code: null })
    const { items, ...rest } = fill()
    expect((await announce({ ...rest, items, ref: form.ref })).data.orderNo).not.toBe(first.data.orderNo)
  })

  it('belong to the member who announced them, and to nobody else', async () => {
    const { data } = await announce(fill(), member)
    const list = await member.ask('GET /v1/orders')
    expect(list.data).toMatchObject([{ orderNo: data.orderNo, items: 2, firstName: '绿松石戒面', questions: 0 }])
    expect((await stranger.ask('GET /v1/orders')).data).toEqual([])
    const path = `GET /v1/orders/${data.orderNo}`
    expect((await member.ask(path)).data.orderNo).toBe(data.orderNo)
    const refused = await stranger.ask(path)
    expect(refused.message).toBe((await stranger.ask(`GET /v1/orders/${makeNumber('order', '2026112099999')}`)).message)
    expect((await stranger.ask('POST /v1/orders/cancel', { orderNo: data.orderNo })).message).toBe(refused.message)
    expect(await member.ask('POST /v1/orders/cancel', { orderNo: data.orderNo })).toMatchObject({ code: 200 })
    expect((await member.ask('POST /v1/orders/cancel', { orderNo: data.orderNo })).message).toMatch('不能再取消')
  })

  it.each<[string, Loose, RegExp]>([
    ['a service of another category', { items: [{ ...BANGLE, serviceCodes: ['TQ'] }] }, /样品 1：所选项目/],
    ['a service that has ended', { items: [BANGLE, { ...BANGLE, serviceCodes: ['OLD'] }] }, /样品 2：所选项目/],
    [
      'the same reference twice',
      {
        items: [
          { ...BANGLE, reference: 'A1' },
          { ...BANGLE, reference: 'A1' },
        ],
      },
      /样品 2：货号/,
    ],
    ['no address for the way back', { wayBack: 'courier' }, /收件地址/],
    ['a blank name', { customerName: ' \u3000' }, /姓名或单位/],
    ['a bad mail address', { email: 'li@' }, /邮箱/],
  ])('are refused with %s', async (_, more, message) => {
    const answer = await announce(fill(more))
    expect(answer.code).not.toBe(200)
    expect(answer.message).toMatch(message)
  })

  it.each<[string, Loose]>([
    ['no item', { items: [] }],
    ['501 items', { items: Array.from({ length: 501 }, () => BANGLE) }],
    ['0 pieces', { items: [{ ...BANGLE, count: 0 }] }],
    ['1.5 pieces', { items: [{ ...BANGLE, count: 1.5 }] }],
    ['a mass with a comma', { items: [{ ...BANGLE, statedMassG: '4,82' }] }],
    ['a negative value', { items: [{ ...BANGLE, declaredCents: -1 }] }],
    ['a value that is left out', { items: [{ ...BANGLE, declaredCents: undefined }] }],
  ])('are refused with %s before anything is stored', async (_, more) => {
    expect((await announce(fill(more))).code).not.toBe(200)
    expect(await upstream.db.selectFrom('orders').selectAll().execute()).toEqual([])
  })

  it('are refused at another price than the customer saw, with the new one', async () => {
    const answer = await announce(fill({ totalCents: 29_999 }))
    expect([answer.code, answer.extra]).toEqual([409, { totalCents: 30_000 }])
  })

  it('cost half as much again when urgent, and are due in half the days', async () => {
    const { data } = await announce(fill({ priority: 'urgent', totalCents: 45_000 }))
    expect(data.dueOn).toBe('2026-11-24')
  })

  it('are not taken while the laboratory has no fee sheet', async () => {
    await upstream.db.deleteFrom('site_settings').where('name', '=', 'orderServices').execute()
    expect((await announce(fill())).message).toMatch('暂不接受网上预约')
    expect((await ask(upstream, 'GET /v1/orders/table')).data).toMatchObject({ services: [], cutOff: '16:00' })
  })

  it('without a login are at most five at a time for one telephone number', async () => {
    const phone = '139 0000 0000'
    for (let nth = 0; nth < 5; nth += 1) expect((await announce(fill({ phone }))).code).toBe(200)
    expect((await announce(fill({ phone }))).message).toMatch('已有 5 张')
    expect((await announce(fill({ phone }), member)).code).toBe(200)
  })

  it('get numbers without a gap when many are announced at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => announce(fill())))
    const serials = answers.map(({ data }) => Number(data.orderNo.slice(10, 15))).sort((one, other) => one - other)
    expect(serials.map((serial) => serial - (serials[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('leave events that nobody can change or delete, with their digests', async () => {
    const { data } = await announce(fill(), member)
    const [row] = await upstream.db
      .selectFrom('order_events')
      .selectAll()
      .where('order_no', '=', data.orderNo)
      .execute()
    if (!row) throw new Error('no event was stored')
    const { order_no: orderNo, sample_no: sampleNo, kind, at, by_id: id, by_name: name, detail, sha256 } = row
    const event = { orderNo, sampleNo, kind, at: Number(at), by: { id, name }, detail: JSON.parse(detail) }
    expect([kind, id, sha256]).toEqual(['announce', member.id, hashOrderEvent(event)])
    const events = upstream.db.updateTable('order_events').set({ by_name: '别人' })
    await expect(events.execute()).rejects.toThrow('stay as they are')
    await expect(upstream.db.deleteFrom('order_events').execute()).rejects.toThrow('stay as they are')
  })
})
