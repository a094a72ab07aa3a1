import { DAY_MS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Loose } from '#testing/asking.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { ORDERS_START, openReception, type Reception } from '#testing/open-reception.ts'
import { findEventFault } from './event-check.ts'
import { addOrderEvent, hashOrderEvent } from './order-events.ts'

const UNPAID = '月底一并结清'
const MASSES = { 1: '4.820', 2: '58.310' }

describeDatabases('attacks on orders', (make) => {
  let upstream: TestUpstream
  let clock = ORDERS_START
  let desk: Reception

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    desk = await openReception(upstream)
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += DAY_MS
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 1e12 })
      .execute()
  })

  const post = (who: Member, orderNo: string, path: string, body: Loose = {}) =>
    who.ask(`POST /v1/manage/orders/${orderNo}/${path}`, body)
  const identify = (orderNo: string, who: Member, name = '王代领') =>
    post(who, orderNo, 'identity', { name, last4: '123X' })
  const form = (more: Loose = {}) => ({
    customerName: '访客',
    phone: '139 0000 7777',
    wayIn: 'counter',
    wayBack: 'counter',
    collectors: [],
    priority: 'normal',
    items: [{ statedName: '戒指', category: 'metal', count: 1, serviceCodes: ['ID'], declaredCents: null }],
    totalCents: 12_000,
    ref: `attack-${Math.random().toString(36).slice(2).padEnd(14, '0')}`,
    ...more,
  })
  const visit = (more: Loose = {}, from = '198.51.100.1') =>
    ask(upstream, 'POST /v1/orders', { body: form(more), from })

  it('tries five pick-up codes of fifty that are sent at once', async () => {
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    const wrong = Array.from({ length: 60 }, (_, nth) => String(nth).padStart(6, '0')).filter((c) => c !== pickupCode)
    const guesses = [...wrong.slice(0, 8), pickupCode, ...wrong.slice(8, 49)]
    const { sampleNo, revision } = await desk.findItem(orderNo, 1)
    const items = [{ sampleNo, revision, massG: '4.820', divisionG: '0.001' }]
    const answers = await Promise.all(
      guesses.map((code) =>
        post(desk.reception, orderNo, 'hand-out', { items, pickupCode: code, unpaidReason: UNPAID }),
      ),
    )
    expect(answers.filter(({ message }: Loose) => message === '取件码不对').length).toBeLessThanOrEqual(5)
    expect(answers.filter(({ code }: Loose) => code === 200)).toEqual([])
    expect(answers.find(({ message }: Loose) => message === '取件码不对')?.extra).toEqual({ reason: 'pickupCodeWrong' })
    const told = await upstream.db
      .selectFrom('notices')
      .select('content')
      .where('user_id', '=', desk.owner.id)
      .execute()
    expect(told.map(({ content }) => content).join()).toContain(`委托单 ${orderNo} 的取件码连错 5 次`)
    const [entry] = await upstream.db
      .selectFrom('audit_log')
      .select(['target_id', 'outcome'])
      .where('action', '=', 'order.handOut')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry).toEqual({ target_id: orderNo, outcome: 'refused' })
    // A code that is made later has no tries either.
    await desk.step(orderNo, 1, 'store', desk.reception, { tray: '甲 1' })
    await desk.step(orderNo, 1, 'bring', desk.reception)
    const { pickupCode: renewed } = await desk.readOwn(orderNo)
    expect((await desk.handOut(orderNo, MASSES, { pickupCode: renewed })).message).toMatch('请核验证件')
  })

  it('says that a pick-up code has expired, right or wrong, and counts no tries', async () => {
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    clock += 31 * DAY_MS
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 1e12 })
      .execute()
    for (const code of [pickupCode, ...Array.from({ length: 6 }, () => '000000')])
      expect((await desk.handOut(orderNo, MASSES, { pickupCode: code })).message).toBe('取件码已过期，请核验证件')
  })

  it('does not let the first weigher hand out after the second one found the difference, too', async () => {
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    await desk.handOut(orderNo, { 1: '4.700' }, { pickupCode })
    await desk.handOut(orderNo, { 1: '4.700' }, { pickupCode }, desk.second)
    for (const who of [desk.reception, desk.second])
      expect((await desk.handOut(orderNo, { 1: '4.820' }, { pickupCode }, who)).message).toMatch('复称')
  })

  it('widens no tolerance by a coarser balance', async () => {
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    const { sampleNo, revision } = await desk.findItem(orderNo, 1)
    const items = [{ sampleNo, revision, massG: '4.7', divisionG: '0.1' }]
    const answer = await post(desk.reception, orderNo, 'hand-out', { items, pickupCode, unpaidReason: UNPAID })
    expect(answer.message).toMatch('天平')
  })

  it('lets a released item go as it was weighed, and nobody release an own weighing', async () => {
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    await desk.handOut(orderNo, { 1: '4.700' }, { pickupCode }, desk.owner)
    const { sampleNo, revision } = await desk.findItem(orderNo, 1)
    const release = (who: Member, seen: number) =>
      who.ask(`POST /v1/manage/samples/${sampleNo}/release`, { revision: seen, text: '委托方同意' })
    expect((await release(desk.owner, revision)).message).toMatch('另一人')
    await desk.handOut(orderNo, { 1: '4.700' }, { pickupCode })
    expect(await release(desk.owner, revision)).toMatchObject({ code: 200 })
    expect((await desk.handOut(orderNo, { 1: '0.001' }, { pickupCode })).message).toMatch('超出')
  })

  it('corrects a mass once, of many corrections at once, and not for a person who took something out alone', async () => {
    const orderNo = await desk.announce()
    await desk.receive(orderNo, 1, '4.820')
    const { sampleNo, revision } = await desk.findItem(orderNo, 1)
    const correct = (who: Member, massG: string, seen = revision) =>
      who.ask(`POST /v1/manage/samples/${sampleNo}/mass`, {
        revision: seen,
        massG,
        divisionG: '0.001',
        text: '重新称量',
      })
    const people = [desk.second, desk.owner, desk.second, desk.owner]
    const answers = await Promise.all(people.map((who, nth) => correct(who, `4.80${nth}`)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const last = people[answers.findIndex(({ code }) => code === 200)] ?? desk.second
    // Neither the last weigher nor, after a colleague's correction, the receiver.
    for (const who of [last, desk.reception])
      expect((await correct(who, '4.100', revision + 1)).message).toMatch('您已称量过')
    for (const who of [desk.tester, desk.support, desk.customer])
      expect((await correct(who, '4.100', revision + 1)).code).toBe(403)
    for (const massG of ['-1', 'NaN', '0', '0.0000', '1000000', '4.82001'])
      expect((await correct(desk.reception, massG, revision + 1)).code, massG).toBe(400)
    const told = await upstream.db
      .selectFrom('notices')
      .select('content')
      .where('user_id', '=', desk.owner.id)
      .where('content', 'like', `%${sampleNo}%`)
      .execute()
    expect(told.map(({ content }) => content)).toEqual([expect.stringMatching(/4\.820 g 更正为 4\.80\d g/)])
    const { sampleNo: absent } = await desk.findItem(orderNo, 2)
    const body = { revision: 1, massG: '4.100', divisionG: '0.001', text: '重新称量' }
    expect((await desk.second.ask(`POST /v1/manage/samples/${absent}/mass`, body)).message).toMatch('收样后')
    expect(await findEventFault(upstream.db)).toBeNull()
  })

  it('corrects a mass once by one person, who guesses the next revision and sends both at once', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const orderNo = await desk.announce()
      await desk.receive(orderNo, 1, '4.820')
      const { sampleNo, revision } = await desk.findItem(orderNo, 1)
      const answers = await Promise.all(
        [0, 1, 1, 0, 1].map((ahead) =>
          desk.second.ask(`POST /v1/manage/samples/${sampleNo}/mass`, {
            revision: revision + ahead,
            massG: `4.70${ahead}`,
            divisionG: '0.001',
            text: '重新称量',
          }),
        ),
      )
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    }
  })

  it('takes nothing from a hostile form with a file, and encodes a picture anew', async () => {
    const orderNo = await desk.announce()
    const { sampleNo } = await desk.findItem(orderNo, 1)
    const pixel = { width: 4, height: 4, channels: 3, background: '#188' } as const
    const png = await sharp({ create: pixel }).png().toBuffer()
    const head = (name: string, more = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="../../a.png"${more}\r\n\r\n`
    const wrap = (parts: readonly string[], bytes = png, end = '\r\n--b--\r\n') =>
      Buffer.concat(parts.flatMap((part) => [Buffer.from(part), bytes, Buffer.from(end)]))
    const send = async (who: Member, url: string, payload: Buffer, type = 'multipart/form-data; boundary=b') => {
      const headers = { authorization: who.token, 'content-type': type }
      return (await upstream.app.inject({ method: 'POST', url, headers, payload })).json<Loose>()
    }
    const pictures = `/v1/manage/samples/${sampleNo}/pictures`
    const whole = wrap([head('multipartFile')])
    const hostile: [Buffer, string?][] = [
      [whole, 'multipart/form-data; boundary=other'],
      [whole, 'multipart/form-data'],
      [whole, `multipart/form-data; boundary=${'x'.repeat(10_000)}`],
      [whole.subarray(0, 110)],
      [Buffer.alloc(0)],
      [wrap([head('__proto__')])],
      [
        wrap(
          Array.from({ length: 2000 }, () => head('multipartFile')),
          png,
          '\r\n',
        ),
      ],
      [wrap(Array.from({ length: 2000 }, (_, nth) => `--b\r\nContent-Disposition: form-data; name="f${nth}"\r\n\r\n`))],
      [wrap([head('multipartFile')], Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))],
    ]
    for (const [body, type] of hostile) {
      expect((await send(desk.reception, pictures, body, type)).code).toBe(400)
      expect((await send(desk.customer, '/v1/orders/file', body, type)).code).toBe(400)
    }
    const script = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
    const { data } = await send(
      desk.reception,
      pictures,
      wrap([head('multipartFile', `\r\nX: ${'a'.repeat(1e5)}`)], script),
    )
    expect(data.name).toMatch(/^[0-9a-f]{32}\.png$/)
    const stored = await upstream.app.inject({
      url: `/v1/manage/samples/pictures/${data.name}`,
      headers: { authorization: desk.reception.token },
    })
    expect([stored.statusCode, stored.body.includes('<script>')]).toEqual([200, false])
  })

  it('does not note a document that nobody checked', async () => {
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    const identity = { name: '从未到场', last4: '0000' }
    await desk.handOut(orderNo, { 1: '4.820' }, { pickupCode, identity })
    const { events } = await desk.open(orderNo)
    expect(JSON.stringify(events)).not.toContain('从未到场')
  })

  it('hides documents from support', async () => {
    const orderNo = await desk.announce()
    await identify(orderNo, desk.second)
    expect(JSON.stringify(await desk.open(orderNo, desk.support))).not.toContain('123X')
    expect(JSON.stringify(await desk.open(orderNo))).toContain('123X')
  })

  it('stores one order for forms with one key that arrive at once', async () => {
    const body = { ref: `twice-${clock}-000000`, phone: '139 1111 0000' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => visit(body)))
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(answers.map(({ data }) => data.orderNo)).size).toBe(1)
    expect(answers.filter(({ data }) => data.code !== null)).toHaveLength(1)
  })

  it('counts a telephone number once, however it is written, and its forms at once', async () => {
    const answers = []
    for (const phone of [
      '13922220000',
      '139 2222 0000',
      '139-2222-0000',
      '+13922220000',
      ' 13922220000',
      '1392222 0000',
    ])
      answers.push(await visit({ phone }))
    expect(answers.map(({ code }) => code).filter((code) => code !== 200)).toHaveLength(1)
    const crowd = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => visit({ phone: '13933330000' }, `198.51.101.${nth}`)),
    )
    expect(crowd.filter(({ code }) => code === 200)).toHaveLength(5)
  })

  it('mails an address that a stranger typed a few times at most', async () => {
    const answers = []
    for (let nth = 0; nth < 15; nth += 1) {
      const answer = await visit(
        { phone: `1394444${String(nth).padStart(4, '0')}`, email: 'victim@example.test' },
        `198.51.102.${nth}`,
      )
      answers.push(answer.code)
      if (answer.code !== 200) continue
      await ask(upstream, 'POST /v1/orders/cancel', { body: { orderNo: answer.data.orderNo, code: answer.data.code } })
    }
    expect(answers.filter((code) => code === 200).length).toBeLessThanOrEqual(5)
  })

  it('survives NUL, surrogates, formulas and writing directions in every text', async () => {
    for (const text of ['a\u0000b', 'a\ud800b', '=HYPERLINK("//x")', '\u202Eevil', '<img src=x onerror=alert(1)>']) {
      const more = { customerName: text, collectors: [text], wayBack: 'courier', address: text, phone: '139 5555 0000' }
      const [item] = form().items
      const answer = await visit({ ...more, items: [{ ...item, statedName: text, care: text, reference: text }] })
      expect(answer.status).toBeLessThan(500)
    }
    const orderNo = await desk.announce()
    const { sampleNo, revision } = await desk.findItem(orderNo, 1)
    const received = await desk.reception.ask(`POST /v1/manage/samples/${sampleNo}/receive`, {
      revision,
      massG: '4.820',
      divisionG: '0.001',
      count: 1,
      marks: ['完好'],
      note: 'a\u0000b',
    })
    const asked = await desk.step(orderNo, 1, 'ask', desk.reception, {
      text: '问题\u0000问题',
      choices: [{ text: 'a\u0000', cents: 0, days: 0 }],
    })
    const paid = await desk.reception.ask(`POST /v1/manage/orders/${orderNo}/payments`, {
      cents: 1,
      way: 'cash',
      day: '2026-11-20',
      voucher: 'a\u0000b',
      ref: 'nul-payment-00001',
    })
    for (const one of [received, asked, paid]) expect(one.status).toBeLessThan(500)
  })

  it('takes 500 items, and no more', async () => {
    const [item] = form().items
    const items = Array.from({ length: 500 }, (_, nth) => ({
      ...item,
      statedName: '名'.repeat(60),
      care: '慎'.repeat(200),
      reference: `${'号'.repeat(36)}${nth}`,
    }))
    const answer = await visit({ items, totalCents: 500 * 12_000, phone: '139 6666 0000' })
    expect(answer.code).toBe(200)
    expect((await visit({ items: [...items, item], phone: '139 6666 0001' })).code).not.toBe(200)
  })

  it('keeps sums of money exact, and one person from striking or refunding twice at once', async () => {
    const orderNo = await desk.announce()
    const pay = (cents: number, ref: string) =>
      desk.reception.ask(`POST /v1/manage/orders/${orderNo}/payments`, { cents, way: 'cash', day: '2026-11-20', ref })
    const at = await Promise.all(Array.from({ length: 8 }, () => pay(10_000_000_000, 'same-payment-0001')))
    expect(at.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await desk.open(orderNo)).payments).toHaveLength(1)
    await pay(-10_000_000_000, 'back-payment-0001')
    expect(await desk.open(orderNo)).toMatchObject({ payment: 'unpaid' })
    expect((await pay(1e15, 'huge-payment-0001')).code).not.toBe(200)
    const [{ id }] = (await desk.open(orderNo)).payments
    const strikes = await Promise.all(
      Array.from({ length: 5 }, () =>
        desk.owner.ask(`POST /v1/manage/orders/${orderNo}/payments/${id}/strike`, { reason: '误记的款项' }),
      ),
    )
    expect(strikes.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  it('gives each item once, to one of many hand-outs at once, and never twice in one', async () => {
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.handOut(orderNo, MASSES, { pickupCode })))
    expect(answers.filter(({ code }: Loose) => code === 200)).toHaveLength(1)
    const { events } = await desk.open(orderNo)
    expect(events.filter(({ kind }: Loose) => kind === 'handOut')).toHaveLength(2)
    const other = await desk.announce()
    const code = await desk.makeReady(other)
    const { sampleNo, revision } = await desk.findItem(other, 1)
    const item = { sampleNo, massG: '4.820', divisionG: '0.001' }
    for (const second of [revision, revision + 1]) {
      const items = [
        { ...item, revision },
        { ...item, revision: second },
      ]
      const twice = await post(desk.reception, other, 'hand-out', { items, pickupCode: code, unpaidReason: UNPAID })
      expect(twice.code).not.toBe(200)
    }
    expect(await desk.findItem(other, 1)).toMatchObject({ place: 'reception' })
  })

  it('shows a stranger and the four cases of not found nothing, byte for byte', async () => {
    const stranger = await join(upstream, '路人')
    const orderNo = await desk.announce()
    expect((await stranger.ask(`GET /v1/orders/${orderNo}`)).message).toMatch('没有查到')
    expect((await stranger.ask('POST /v1/orders/cancel', { orderNo })).message).toMatch('没有查到')
    const { data } = await visit({ phone: '139 7777 0000' })
    const expired = data.orderNo
    await ask(upstream, 'POST /v1/orders/cancel', { body: { orderNo: expired, code: data.code } })
    const read = async (number: string, code: string) => {
      const payload = { orderNo: number, code }
      return (await upstream.app.inject({ method: 'POST', url: '/v1/orders/progress', payload })).body
    }
    clock += 200 * DAY_MS
    const bodies = [
      await read('WT20261120999998', 'AAAAAA'),
      await read(orderNo, 'AAAAAA'),
      await read(expired, data.code),
    ]
    clock -= 200 * DAY_MS
    expect(new Set(bodies).size).toBe(1)
  })

  it('keeps no name of a visitor in the custody chain of an order that never arrived', async () => {
    await visit({ customerName: '钱不来', phone: '139 8888 0000' })
    const rows = await upstream.db.selectFrom('order_events').select(['by_name', 'detail']).execute()
    expect(JSON.stringify(rows)).not.toContain('钱不来')
  })

  it('tells the bench, notices, audit log and process log neither person nor value', async () => {
    const { tester, support, reception } = desk
    const secrets = {
      customerName: '盲样人甲',
      phone: '136 1234 9876',
      email: 'blind@example.test',
      address: '盲样路 9 号',
    }
    const item = { category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: 9_876_543 }
    const more = {
      ...secrets,
      wayBack: 'courier',
      collectors: ['代领乙'],
      items: [{ ...item, statedName: '盲样名称' }],
    }
    const orderNo = await desk.announce({ ...more, totalCents: 12_000 })
    await desk.receive(orderNo, 1, '58.310')
    await desk.step(orderNo, 1, 'take', tester)
    const { sampleNo, revision } = await desk.findItem(orderNo, 1)
    const drafted = await tester.ask(`POST /v1/manage/samples/${sampleNo}/draft`, { revision })
    const { certificateNo } = drafted.data
    await post(reception, orderNo, 'payments', {
      cents: 100,
      way: 'cash',
      day: '2026-11-20',
      ref: 'blind-payment-0001',
    })
    const read: Loose[] = [drafted]
    const calls = [
      'bench',
      'trays',
      `certificates/${certificateNo}`,
      'certificates?q=盲样',
      'audit',
      'overview',
      'health',
      'order-statistics?from=2026-11-20&to=2026-12-20',
    ]
    for (const call of calls) read.push(await tester.ask(`GET ${encodeURI(`/v1/manage/${call}`)}`))
    for (const call of [`orders/${orderNo}`, 'orders?q=盲样'])
      expect((await tester.ask(`GET ${encodeURI(`/v1/manage/${call}`)}`)).code).toBe(403)
    read.push(await desk.step(orderNo, 1, 'ask', reception, { text: '要不要加做？' }), upstream.logs)
    for (const table of ['audit_log', 'notices', 'order_events', 'certificate_events'] as const)
      read.push(await upstream.db.selectFrom(table).selectAll().execute())
    const hidden = [...Object.values(secrets), '代领乙', '盲样名称', '9876543']
    for (const text of hidden) expect(JSON.stringify(read)).not.toContain(text)
    const ofSupport = JSON.stringify(await desk.open(orderNo, support))
    const disputed = JSON.stringify(await post(support, orderNo, 'dispute', { text: '委托方来电' }))
    expect(disputed).toContain('*** 9876')
    for (const text of [secrets.phone, secrets.email, secrets.address]) expect(ofSupport + disputed).not.toContain(text)
    await upstream.db.updateTable('orders').set({ phone: '' }).where('order_no', '=', orderNo).execute()
    expect(await desk.open(orderNo, support)).toMatchObject({ phone: '' })
  })

  it('opens an order whose member left to the holder of its code alone, and never pictures or masses', async () => {
    const orderNo = await desk.announce({ customerName: '注销人', email: 'left@example.test' })
    const { code } = (await post(desk.reception, orderNo, 'code')).data
    await upstream.db.updateTable('orders').set({ user_id: null }).where('order_no', '=', orderNo).execute()
    expect((await desk.customer.ask(`GET /v1/orders/${orderNo}`)).message).toMatch('没有查到')
    expect((await desk.customer.ask('POST /v1/orders/cancel', { orderNo })).message).toMatch('没有查到')
    await desk.receive(orderNo, 1, '4.820')
    const seen = JSON.stringify(await ask(upstream, 'POST /v1/orders/progress', { body: { orderNo, code } }))
    for (const text of ['注销人', '138 0000', 'left@', '4.820', '2600000', '王代领']) expect(seen).not.toContain(text)
    expect((await ask(upstream, `GET /v1/orders/${orderNo}`)).code).not.toBe(200)
    expect((await ask(upstream, `GET /v1/manage/samples/pictures/${'0'.repeat(32)}.jpg`)).code).not.toBe(200)
  })

  it('finds an event that was altered, added or taken away behind the site', async () => {
    const { db } = upstream
    const orderNo = await desk.announce()
    const pickupCode = await desk.makeReady(orderNo)
    await desk.handOut(orderNo, { 1: '4.700' }, { pickupCode })
    await identify(orderNo, desk.second)
    expect(await findEventFault(db)).toBeNull()
    const isSqlite = upstream.config.databaseUrl.startsWith('sqlite:')
    const triggers = isSqlite
      ? ['order_events_no_update', 'order_events_no_delete']
      : ['order_events_no_change on order_events']
    for (const name of triggers) await sql.raw(`drop trigger ${name}`).execute(db)
    const find = async (kind: string) =>
      await db
        .selectFrom('order_events')
        .selectAll()
        .where('order_no', '=', orderNo)
        .where('kind', '=', kind)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
    const received = await find('receive')
    const detail = received.detail.replace('4.820', '4.700')
    const change = async (set: { detail: string; sha256: string }) =>
      await db.updateTable('order_events').set(set).where('id', '=', received.id).execute()
    await change({ detail, sha256: received.sha256 })
    expect(await findEventFault(db)).toEqual({ kind: 'event', at: received.id })
    const { sample_no: sampleNo, kind, by_id, by_name } = received
    const event = {
      orderNo,
      sampleNo,
      kind,
      at: Number(received.at),
      by: { id: by_id, name: by_name },
      detail: JSON.parse(detail),
    }
    await change({ detail, sha256: hashOrderEvent(event) })
    expect(await findEventFault(db)).toEqual({ kind: 'event', at: received.id })
    await change(received)

    const forged = {
      orderNo,
      sampleNo: null,
      kind: 'identify',
      at: clock,
      by: { id: desk.owner.id, name: '沈所有' },
      detail: {},
    }
    await addOrderEvent(db, forged)
    expect(await findEventFault(db)).toMatchObject({ kind: 'event' })
    await db.deleteFrom('order_events').where('by_name', '=', '沈所有').where('order_no', '=', orderNo).execute()
    expect(await findEventFault(db)).toBeNull()

    for (const lost of ['massAlarm', 'identify', 'receive']) {
      const { id, ...row } = await find(lost)
      await db.deleteFrom('order_events').where('id', '=', id).execute()
      expect(await findEventFault(db)).toMatchObject({ kind: 'lostEvent' })
      await db
        .insertInto('order_events')
        .values({ id, ...row })
        .execute()
    }
    expect(await findEventFault(db)).toBeNull()
    expect((await desk.owner.ask('POST /v1/manage/audit/check')).data.check.fault).toBeNull()
    await change({ detail, sha256: received.sha256 })
    expect((await desk.owner.ask('POST /v1/manage/audit/check')).data.check.fault).toMatchObject({ kind: 'event' })
  })
})
