import { DAY_MS } from '@portal/contract/constants.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import type { Loose } from '#testing/asking.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { ORDERS_START, openReception, type Reception } from '#testing/open-reception.ts'
import { answerNoPictures, createDeskPeople } from '#testing/staff/desk-people.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'
import { createOrderReminders } from './sweeps/order-reminders.ts'
import { createOrderRetention } from './sweeps/order-retention.ts'

const CHOICES = [
  { text: '加做红外光谱', cents: 8000, days: 1 },
  { text: '不加做', cents: 0, days: 0 },
]

describeDatabases('orders at the counter', (make) => {
  let upstream: TestUpstream
  let clock = ORDERS_START
  let desk: Reception

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock, jobTickMs: 20 })
    desk = await openReception(upstream)
  })
  afterAll(() => upstream.close())
  /** Gives all people a fresh proof at the test's time. */
  const prove = async () => {
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 1e12 })
      .execute()
  }
  beforeEach(async () => {
    clock = ORDERS_START
    await prove()
  })

  const post = (who: Member, orderNo: string, path: string, body: Loose = {}): Promise<Loose> =>
    who.ask(`POST /v1/manage/orders/${orderNo}/${path}`, body)
  const listKinds = async (orderNo: string): Promise<string[]> =>
    (await desk.open(orderNo)).events.map(({ kind }: Loose) => kind)
  const listMails = async () => (await upstream.mailbox()).map(({ to, subject, text }) => ({ to, subject, text }))

  it('lets the customer answer a question, which adds its fee and its days', async () => {
    const { tester, customer, support } = desk
    const orderNo = await desk.announce({ email: 'lin@example.test' })
    await desk.receive(orderNo, 1, '4.820')
    await desk.step(orderNo, 1, 'take', tester)
    await desk.step(orderNo, 1, 'ask', tester, { text: '要不要加做红外光谱？', choices: CHOICES })
    const [item] = (await desk.readOwn(orderNo)).items
    expect(item.question).toEqual({ text: '要不要加做红外光谱？', choices: CHOICES, askTime: '2026-11-20 10:20:00' })
    const answer = { orderNo, item: 1, askTime: item.question.askTime, choice: 0 }
    expect((await support.ask('POST /v1/orders/answer', answer)).message).toMatch('没有查到')
    expect((await ask(upstream, 'POST /v1/orders/answer', { body: answer })).message).toMatch('没有查到')
    expect((await customer.ask('POST /v1/orders/answer', { ...answer, choice: 3 })).message).toMatch('请选择')
    const answered = await customer.ask('POST /v1/orders/answer', answer)
    expect(answered.data).toMatchObject({ totalCents: 32_000, items: [{ question: null, dueOn: '2026-11-26' }, {}] })
    expect(answered.data.fees).toContainEqual(expect.objectContaining({ item: 1, name: '加做红外光谱', cents: 8000 }))
    expect(await customer.ask('POST /v1/orders/answer', answer)).toMatchObject({ code: 409 })
    expect(await desk.findItem(orderNo, 1)).toMatchObject({ holderName: '周检', isHeld: false })
    expect((await tester.ask('GET /v1/manage/bench')).data).toContainEqual(
      expect.objectContaining({
        sampleNo: (await desk.findItem(orderNo, 1)).sampleNo,
        question: null,
        answer: { question: '要不要加做红外光谱？', text: '加做红外光谱' },
      }),
    )
    await vi.waitFor(async () => {
      expect(await listMails()).toContainEqual(
        expect.objectContaining({ to: 'lin@example.test', subject: `有一个问题要请您答复（${orderNo}）` }),
      )
    })
  })

  it('corrects a mass that was mistyped, until the tests begin, by another person than the one who typed it', async () => {
    const orderNo = await desk.announce({ email: 'mass@example.test' })
    await desk.receive(orderNo, 1, '48.200')
    const { sampleNo, revision } = await desk.findItem(orderNo, 1)
    const correct = (who: Member, more: Loose = {}) => {
      const body = { revision, massG: '4.820', divisionG: '0.001', text: '小数点错位', ...more }
      return who.ask(`POST /v1/manage/samples/${sampleNo}/mass`, body)
    }
    expect((await correct(desk.reception)).message).toMatch('您已称量过')
    expect((await correct(desk.second, { massG: '48.2' })).message).toMatch('相同')
    expect((await correct(desk.second, { divisionG: '0.01' })).message).toMatch('天平')
    expect((await correct(desk.second, { text: '错' })).code).not.toBe(200)
    expect((await correct(desk.second)).data).toMatchObject({ massInG: '4.820', work: 'accepted', place: 'reception' })
    expect(await correct(desk.owner, { massG: '4.821' })).toMatchObject({ code: 409 })
    const { events, items } = await desk.open(orderNo)
    expect(items[0]).toMatchObject({ massInG: '4.820', divisionInG: '0.001', revision: revision + 1 })
    const [received, corrected] = events.slice(-2)
    expect(received).toMatchObject({ kind: 'receive', detail: { massG: '48.200' } })
    expect(corrected).toMatchObject({
      kind: 'correct',
      name: '何复核',
      detail: { massG: '4.820', wasMassG: '48.200', corrects: received.sha256, text: '小数点错位' },
    })
    await vi.waitFor(async () => {
      const told = (await listMails()).filter(({ to }) => to === 'mass@example.test').map(({ subject }) => subject)
      expect(told).toContain(`收样质量已更正（${orderNo}）`)
    })
    const { records } = (await desk.owner.ask('GET /v1/manage/audit?action=order.correct')).data
    expect(records.find(({ outcome }: Loose) => outcome === 'done')).toMatchObject({
      changes: expect.arrayContaining([
        { member: 'mass', before: '48.200 g', after: '4.820 g' },
        { member: 'event', before: null, after: corrected.sha256 },
      ]),
    })

    await desk.step(orderNo, 1, 'take', desk.tester)
    for (const back of ['store', 'bring'] as const) {
      await desk.step(orderNo, 1, back, desk.reception, { tray: 'G12' })
      const { revision: seen } = await desk.findItem(orderNo, 1)
      expect((await correct(desk.owner, { revision: seen, massG: '9.999' })).message).toBe(
        '收样质量只能在收样后、首次取样前更正；之后的差异由负责人在发放时放行',
      )
    }
    expect((await desk.findItem(orderNo, 1)).massInG).toBe('4.820')
  })

  it('mails the pick-up code once everything is ready, and no mail holds the query code', async () => {
    const orderNo = await desk.announce({ email: 'ready@example.test' })
    const pickupCode = await desk.makeReady(orderNo)
    await vi.waitFor(async () => {
      const all = (await listMails()).filter(({ to }) => to === 'ready@example.test')
      const mails = all.filter(({ subject }) => !subject.startsWith('有样品不'))
      // The first item was ready before the second one arrived.
      expect(mails.map(({ subject }) => subject.slice(0, 4))).toEqual([
        '样品可以',
        '样品还在',
        '样品可以',
        '样品已收',
        '委托单已',
      ])
      expect(mails[0]?.text).toContain(`取件码：${pickupCode}`)
      expect(mails[3]?.text).not.toContain('取件码')
    })
  })

  it('mails the order number of an announcement once, and never its query code', async () => {
    const more = { email: 'early@example.test', ref: 'announced-once-01' }
    const orderNo = await desk.announce(more)
    expect(await desk.announce(more)).toBe(orderNo)
    await vi.waitFor(async () => {
      const mails = (await listMails()).filter(({ to }) => to === 'early@example.test')
      expect(mails.map(({ subject }) => subject)).toEqual([`委托单已登记（${orderNo}）`])
      expect(mails[0]?.text).not.toMatch(/\b[2-9A-HJ-NP-Z]{6}\b/)
    })
  })

  it('tells the customer by mail, notice and progress why an item gets no certificate', async () => {
    const orderNo = await desk.announce({ email: 'why@example.test' })
    await desk.receive(orderNo, 1, '4.820')
    await desk.step(orderNo, 1, 'take', desk.tester)
    await desk.step(orderNo, 1, 'end', desk.tester, { text: '样品有充填，无法定名' })
    await desk.step(orderNo, 2, 'refuse', desk.reception, { text: '包裹内没有这件' })
    expect((await desk.readOwn(orderNo)).items).toMatchObject([
      { outcome: 'noCertificate', reason: '样品有充填，无法定名' },
      { outcome: 'refused', reason: '包裹内没有这件' },
    ])
    await vi.waitFor(async () => {
      const [mail] = (await listMails()).filter(({ to }) => to === 'why@example.test')
      expect(mail?.subject).toBe(`有样品不检测或不出证书（${orderNo}）`)
      expect(mail?.text).toContain('第 1 件，不出证书：样品有充填，无法定名\n第 2 件，未收：包裹内没有这件')
    })
    const notices = await upstream.db.selectFrom('notices').select('content').execute()
    expect(notices).toContainEqual({ content: `委托单 ${orderNo}：有样品不出证书，原因见送检进度。` })
  })

  it('sends no mail about a return when everything was refused', async () => {
    const orderNo = await desk.announce({ email: 'nothing@example.test' })
    for (const item of [1, 2]) await desk.step(orderNo, item, 'refuse', desk.reception, { text: '不在检测范围' })
    await vi.waitFor(async () => {
      const mails = (await listMails()).filter(({ to }) => to === 'nothing@example.test')
      expect(mails[0]?.text).toContain('第 2 件，未收：不在检测范围')
      expect(mails.map(({ subject }) => subject.slice(0, 4))).not.toContain('样品已交')
    })
  })

  it('mails what is still to be paid, and each part that is given back', async () => {
    const orderNo = await desk.announce({ email: 'part@example.test' })
    const pickupCode = await desk.makeReady(orderNo)
    expect((await desk.readOwn(orderNo)).readyTime).toBe('2026-11-20 10:20:00')
    await desk.handOut(orderNo, { 1: '4.820' }, { pickupCode })
    await vi.waitFor(async () => {
      const mails = (await listMails()).filter(({ to }) => to === 'part@example.test')
      expect(mails.map(({ subject }) => subject)).toContain(`部分样品已交还（${orderNo}）`)
      expect(mails.find(({ subject }) => subject.startsWith('样品可以领取'))?.text).toContain('待付费用：¥240。')
    })
  })

  it('mails no pick-up code for samples that go back by courier, but the number of the parcel', async () => {
    const way = { wayBack: 'courier', address: '上海市静安区某路 1 号' }
    const orderNo = await desk.announce({ email: 'parcel@example.test', ...way })
    await desk.makeReady(orderNo)
    await desk.handOut(
      orderNo,
      { 1: '4.820', 2: '58.300' },
      { shipment: { carrier: '顺丰', trackingNo: 'SF12345678' } },
    )
    await vi.waitFor(async () => {
      const mails = (await listMails()).filter(({ to }) => to === 'parcel@example.test')
      const [closed, ready] = ['样品已寄出', '检测已完成'].map((start) =>
        mails.find(({ subject }) => subject.startsWith(start)),
      )
      expect(closed?.text).toContain('快递：顺丰 SF12345678。')
      expect(ready).toMatchObject({ subject: `检测已完成（${orderNo}）`, text: expect.not.stringContaining('取件码') })
    })
  })

  it('announces for a customer at the counter, and adds what was not announced', async () => {
    const { reception, support } = desk
    const item = { statedName: '银链', category: 'metal', count: 1, serviceCodes: ['ID'], declaredCents: null }
    const body = {
      customerName: '陈到店',
      phone: '139 0000 0001',
      wayIn: 'counter',
      wayBack: 'counter',
      collectors: [],
      priority: 'normal',
      items: [item],
      totalCents: 12_000,
      ref: 'counter-form-0001',
    }
    expect((await support.ask('POST /v1/manage/orders', body)).code).toBe(403)
    const { data } = await reception.ask('POST /v1/manage/orders', body)
    const { orderNo, code } = data
    expect(code).toMatch(/^[2-9A-Z]{6}$/)
    const { revision } = await desk.open(orderNo)
    const added = await post(reception, orderNo, 'items', { revision, item: { ...item, statedName: '银戒' } })
    expect(added.data).toMatchObject({ source: 'counter', totalCents: 24_000, items: [{}, { statedName: '银戒' }] })
    expect(await post(reception, orderNo, 'items', { revision, item })).toMatchObject({ code: 409 })
    const renewed = (await post(reception, orderNo, 'code')).data.code
    const check = async (tried: string) =>
      (await ask(upstream, 'POST /v1/orders/progress', { body: { orderNo, code: tried } })).data
    expect(await check(code)).toBeNull()
    expect(await check(renewed)).toMatchObject({ orderNo })
  })

  it('notes payments once, and strikes them out for owners only', async () => {
    const { reception, owner } = desk
    const orderNo = await desk.announce()
    const pay = (cents: number, way: string, ref: string) =>
      post(reception, orderNo, 'payments', { cents, way, day: '2026-11-20', ref })
    await pay(20_000, 'code', 'payment-form-0001')
    expect((await pay(20_000, 'code', 'payment-form-0001')).data.payments).toHaveLength(1)
    expect(await desk.readOwn(orderNo)).toMatchObject({ payment: 'partly' })
    expect((await pay(4000, 'account', 'payment-form-0002')).data).toMatchObject({ payment: 'invoiced' })
    const { data } = await pay(4000, 'cash', 'payment-form-0003')
    expect(data).toMatchObject({ payment: 'paid' })
    const strike = { reason: '误记到这张委托单' }
    const path = `payments/${data.payments[2].id}/strike`
    expect((await post(reception, orderNo, path, strike)).code).toBe(403)
    const struck = (await post(owner, orderNo, path, strike)).data
    expect(struck).toMatchObject({ payment: 'invoiced', payments: [{}, {}, { struck: strike.reason }] })
    expect(await post(owner, orderNo, path, strike)).toMatchObject({ code: 409 })
  })

  it('hands out before payment for a reason, of which the owners hear', async () => {
    const { owner } = desk
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    const masses = { 1: '4.820', 2: '58.310' }
    const refused = await desk.handOut(orderNo, masses, { pickupCode, unpaidReason: undefined })
    expect(refused.message).toMatch('费用没有付清')
    expect(await desk.handOut(orderNo, masses, { pickupCode })).toMatchObject({ code: 200 })
    const notices = await upstream.db.selectFrom('notices').select('content').where('user_id', '=', owner.id).execute()
    expect(notices.map(({ content }) => content).join()).toContain(`委托单 ${orderNo} 在费用没有付清时交付了样品`)
  })

  it('lets an owner release an item beyond the tolerance, and settle the dispute', async () => {
    const { reception, owner } = desk
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    const lost = { 1: '4.700' }
    expect((await desk.handOut(orderNo, lost, { pickupCode })).message).toMatch('超出允许')
    const { sampleNo, revision } = await desk.findItem(orderNo, 1)
    const release = { revision, text: '检测取样 0.12 克，委托方已书面同意' }
    const path = `POST /v1/manage/samples/${sampleNo}/release`
    expect((await reception.ask(path, release)).code).toBe(403)
    expect((await owner.ask(path, release)).data).toMatchObject({ alarm: 'released' })
    expect(await desk.handOut(orderNo, lost, { pickupCode })).toMatchObject({ code: 200 })
    const settled = await post(owner, orderNo, 'dispute/settle', { text: '委托方接受差额' })
    expect(settled.data).toMatchObject({ isDisputed: false })
    expect(await post(owner, orderNo, 'dispute/settle', { text: '再次了结' })).toMatchObject({ code: 409 })
    expect(await listKinds(orderNo)).toEqual(expect.arrayContaining(['massAlarm', 'release', 'handOut', 'settle']))
  })

  async function takePicture(sampleNo: string, who: Member): Promise<Loose> {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#188' } })
      .jpeg()
      .toBuffer()
    const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.jpg"\r\n\r\n'
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
    const headers = { authorization: who.token, 'content-type': 'multipart/form-data; boundary=b' }
    const url = `/v1/manage/samples/${sampleNo}/pictures`
    return (await upstream.app.inject({ method: 'POST', url, headers, payload })).json()
  }

  it('takes pictures into the custody chain with their digests, for staff only', async () => {
    const { reception, tester, support } = desk
    const orderNo = await desk.announce()
    const { sampleNo } = await desk.findItem(orderNo, 1)
    expect((await takePicture(sampleNo, support)).code).toBe(403)
    const { name } = (await takePicture(sampleNo, reception)).data
    const other = (await takePicture((await desk.findItem(orderNo, 2)).sampleNo, reception)).data.name
    expect((await desk.receive(orderNo, 1, '4.820', { pictures: [name, other] })).message).toMatch('第 2 张')
    expect((await desk.receive(orderNo, 1, '4.820', { pictures: [name] })).data.pictures).toEqual([name])
    const [event] = (await desk.open(orderNo)).events.filter(({ kind }: Loose) => kind === 'receive')
    expect(event.detail.pictures).toEqual([{ name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    const read = async (who: Member) =>
      (
        await upstream.app.inject({
          url: `/v1/manage/samples/pictures/${name}`,
          headers: { authorization: who.token },
        })
      ).headers['content-type']
    const json = expect.stringContaining('application/json')
    expect([await read(tester), await read(support), await read(desk.customer)]).toEqual(['image/jpeg', json, json])
  })

  it('makes the draft of a certificate in one step, and follows it to its publication', async () => {
    const { reception, tester } = desk
    const people = createDeskPeople(upstream)
    const signer = await people.person('陈景行', ['approve'], false)
    await createSignatoryRepository({ db: upstream.db, now: Date.now }).add(signer.id, {
      title: '高级工程师',
      categories: ['jade'],
      validFrom: '2020-01-01',
      validTo: '2099-12-31',
    })
    await prove()
    await giveSigningName(upstream.db, tester.id, '周检')
    const orderNo = await desk.announce()
    const { sampleNo } = await desk.findItem(orderNo, 2)
    const { name } = (await takePicture(sampleNo, reception)).data
    await desk.receive(orderNo, 2, '58.310', { pictures: [name], marks: ['划痕'], note: '内圈有旧划痕' })
    await desk.step(orderNo, 2, 'take', tester)
    const { revision } = await desk.findItem(orderNo, 2)
    const path = `POST /v1/manage/samples/${sampleNo}/draft`
    expect((await reception.ask(path, { revision })).code).toBe(403)
    const { certificateNo } = (await tester.ask(path, { revision })).data
    const again = await tester.ask(path, { revision: revision + 1 })
    expect(again).toMatchObject({ code: 409, message: `这件样品已有证书草稿 ${certificateNo}` })
    const certificate = `/v1/manage/certificates/${certificateNo}`
    const view = async () => (await tester.ask(`GET ${certificate}`)).data
    const { form } = (await view()).pendingChange
    expect(form).toMatchObject({
      category: 'jade',
      fields: { totalMassG: '58.310', receivedOn: '2026-11-20', remarks: '划痕；内圈有旧划痕' },
    })
    expect(form.pictures).toHaveLength(1)

    const act = async (step: string, who: Member, more: Loose = {}) => {
      const { revision: seen, contentHash } = (await view()).pendingChange
      const body = { revision: seen, ...(step === 'approve' && { contentHash }), ...more }
      expect(await who.ask(`POST ${certificate}/${step}`, body)).toMatchObject({ code: 200 })
    }
    const untilWork = (work: string) =>
      vi.waitFor(async () => expect(await desk.findItem(orderNo, 2)).toMatchObject({ work }))
    const fields = {
      ...form.fields,
      conclusion: '翡翠手镯',
      standards: 'GB/T 16552、GB/T 16553',
      testedOn: '2026-11-20',
    }
    const whole = { ...form, fields }
    const saved = await tester.ask(`PUT ${certificate}`, {
      revision: (await view()).pendingChange.revision,
      form: whole,
      answers: [answerNoPictures(whole)],
    })
    expect([saved.data.faults, saved.data.warnings]).toEqual([[], []])
    await act('submit', tester)
    await untilWork('review')
    await act('return', signer, { reason: '请核对结论' })
    await untilWork('testing')
    await act('submit', tester)
    await untilWork('review')
    await act('approve', signer)
    await untilWork('done')
    expect((await desk.readOwn(orderNo)).items[1]).toMatchObject({ outcome: 'certificate', certificateNo })
    expect(await listKinds(orderNo)).toEqual([
      ...['announce', 'receive', 'take', 'draft', 'submit', 'sendBack', 'submit', 'finish'],
    ])
  })

  it('frees a sample whose draft was discarded', async () => {
    const { tester } = desk
    const orderNo = await desk.announce()
    const { sampleNo } = await desk.findItem(orderNo, 1)
    await desk.receive(orderNo, 1, '4.820')
    await desk.step(orderNo, 1, 'take', tester)
    const { revision } = await desk.findItem(orderNo, 1)
    const { certificateNo } = (await tester.ask(`POST /v1/manage/samples/${sampleNo}/draft`, { revision })).data
    const path = `/v1/manage/certificates/${certificateNo}`
    const seen = (await tester.ask(`GET ${path}`)).data.pendingChange.revision
    await tester.ask(`POST ${path}/discard`, { revision: seen })
    await vi.waitFor(async () =>
      expect(await desk.findItem(orderNo, 1)).toMatchObject({ work: 'testing', certificateNo: null }),
    )
  })

  it('compares masses by the tolerances of the settings, and knows the trays of the cabinet', async () => {
    const set = async (name: string, value: unknown) => {
      await upstream.db
        .insertInto('site_settings')
        .values({ name, value: JSON.stringify(value) })
        .execute()
    }
    await set('orderTolerances', [{ categories: ['metal', 'jade'], upToG: '', toleranceG: '0.5' }])
    await set('orderTrays', ['G01', 'G02'])
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    expect(await desk.findItem(orderNo, 1)).toMatchObject({ toleranceG: '0.5' })
    expect(await desk.handOut(orderNo, { 1: '4.400' }, { pickupCode })).toMatchObject({ code: 200 })
    expect((await desk.step(orderNo, 2, 'store', desk.tester, { tray: 'G99' })).message).toMatch('没有柜格“G99”')
    expect(await desk.step(orderNo, 2, 'store', desk.tester, { tray: ' g 02' })).toMatchObject({ code: 200 })
    const { sampleNo } = await desk.findItem(orderNo, 2)
    expect((await desk.tester.ask('GET /v1/manage/trays')).data).toEqual([
      { name: 'G01', samples: [] },
      {
        name: 'G02',
        samples: [{ sampleNo, category: 'jade', massInG: '58.310', work: 'done', isOverdue: false }],
      },
    ])
    await upstream.db.deleteFrom('site_settings').where('name', 'in', ['orderTolerances', 'orderTrays']).execute()
  })

  it('reminds of questions and of samples to collect, three times, and then tells the owners', async () => {
    const { db } = upstream
    const told: string[] = []
    const sweep = async (days: number) => {
      clock = ORDERS_START + days * DAY_MS
      const alarm = async ({ text }: { text: string }) => void told.push(text)
      await createOrderReminders({ db, now: () => clock, alarm }).sweep()
    }
    const held = await desk.announce({ email: 'slow@example.test' })
    await desk.receive(held, 1, '4.820')
    await desk.step(held, 1, 'take', desk.tester)
    await desk.step(held, 1, 'ask', desk.tester, { text: '可以取样吗？' })
    const ready = await desk.announce({ email: 'slow@example.test' })
    await desk.makeReady(ready)
    const countReminders = async (orderNo: string) =>
      (await listKinds(orderNo)).filter((kind) => kind === 'remind').length
    for (const [days, count] of [
      [6, 0],
      [8, 1],
      [9, 1],
      [22, 2],
      [31, 3],
      [60, 3],
    ] as const) {
      await sweep(days)
      expect([await countReminders(held), await countReminders(ready)], `${days} days`).toEqual([count, count])
    }
    expect(told.filter((text) => text.includes(held))).toEqual([expect.stringMatching(/的问题 30 天没有答复/)])
    expect(told.filter((text) => text.includes(ready))).toEqual([expect.stringMatching(/30 天没有领取/)])
    await vi.waitFor(async () => {
      const mails = (await listMails()).filter(({ subject }) => subject === `样品等您领取（${ready}）`)
      expect(mails.at(0)?.text).toContain('取件码已过期，请带身份证件领取')
    })
  })

  it('expires announcements, and removes data when its time is over', async () => {
    const { db } = upstream
    const sweep = async (days: number) => {
      clock = ORDERS_START + days * DAY_MS
      await createOrderRetention({ db, now: () => clock }).sweep()
    }
    const orderNo = await desk.announce({ email: 'gone@example.test' })
    const read = () => db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
    await sweep(12)
    await sweep(13)
    expect((await read())?.state).toBe('announced')
    await sweep(15)
    expect(await read()).toMatchObject({ state: 'expired', customer_name: '林知微' })
    expect((await listKinds(orderNo)).filter((kind) => kind === 'warn')).toHaveLength(1)
    await sweep(50)
    expect(await read()).toMatchObject({ customer_name: '已删除', phone: '', email: null })
    expect(await desk.open(orderNo)).toMatchObject({ customerName: '已删除', phone: '' })
    // The triggers go by the database's own clock.
    await expect(db.deleteFrom('order_events').where('order_no', '=', orderNo).execute()).rejects.toThrow('stay')
  })

  it('erases a closed order 6 years after its end, with its custody chain', async () => {
    const { db } = upstream
    const orderNo = await desk.announce()
    await desk.makeReady(orderNo)
    const at = Date.now() - 6.1 * 365 * DAY_MS
    const events = await db.selectFrom('order_events').selectAll().where('order_no', '=', orderNo).execute()
    // Nobody can make an event older, so the order is stored again under another number, as it would be then.
    const old = orderNo.replace('WT2026', 'WT2020')
    const order = await db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirstOrThrow()
    await db
      .insertInto('orders')
      .values({ ...order, order_no: old, ref_hash: `${order.ref_hash}-old`, state: 'closed', closed_at: at })
      .execute()
    for (const { id: _id, ...event } of events)
      await db
        .insertInto('order_events')
        .values({ ...event, order_no: old, at })
        .execute()
    await createOrderRetention({ db, now: () => Date.now() }).sweep()
    const left = async (table: 'orders' | 'order_events') =>
      (await db.selectFrom(table).select('order_no').where('order_no', '=', old).execute()).length
    expect([await left('orders'), await left('order_events')]).toEqual([0, 0])
    expect((await listKinds(orderNo)).length).toBe(events.length)
  })
})
