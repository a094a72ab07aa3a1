import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Mail } from '#platform/mail/mailer.ts'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { readAnswerTimes } from './answer-times.ts'

/** A Friday. */
const START = toInstantMs('2026-11-20 16:00') ?? 0
const WEEK_MS = 7 * DAY_MS

describeDatabases('work on tickets', (make) => {
  let upstream: TestUpstream
  let support: Member
  let photo: Buffer
  let clock = START
  let mails: Mail[] = []
  let refs = 0

  beforeAll(async () => {
    const mailer = { send: async (mail: Mail) => void mails.push(mail) }
    upstream = await makeUpstreamOn(make, { now: () => clock, mailer, env: { SITE_URL: 'https://lab.example.test' } })
    support = await join(upstream, '林知微', 'editor')
    photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b33' } })
      .withExifMerge({ IFD0: { Make: 'SECRETCAM' } })
      .jpeg()
      .toBuffer()
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += WEEK_MS - ((clock - START) % WEEK_MS)
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 365 * DAY_MS })
      .execute()
    for (const table of ['tickets', 'feedback', 'report_pictures', 'saved_replies'] as const) {
      await upstream.db.deleteFrom(table).execute()
    }
    mails = []
  })

  const REGISTERED = { source: 'phone', type: 2, name: '顾客李', title: '证书重量', content: '秤得 11.9 g' }
  const register = (more: Loose = {}, who = support) => who.ask('POST /v1/manage/tickets', { ...REGISTERED, ...more })
  const open = async (id: number): Promise<Loose> => (await support.ask(`GET /v1/manage/tickets/${id}`)).data
  const answer = async (id: number, content = '请补一张照片') => {
    refs += 1
    const { version } = await open(id)
    const body = { version, content, state: 'waiting', ref: `work-number-${refs}` }
    return support.ask(`POST /v1/manage/tickets/${id}/answers`, body)
  }
  const readAudited = async (action: string): Promise<Loose[]> =>
    upstream.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id', 'desc').execute()
  let clients = 0
  const upload = async (): Promise<string> => {
    clients += 1
    const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.jpg"\r\n\r\n'
    const { data } = (
      await upstream.app.inject({
        method: 'POST',
        url: '/v1/certificate/report/picture',
        headers: { 'x-forwarded-for': `198.51.100.${clients}`, 'content-type': 'multipart/form-data; boundary=b' },
        payload: Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n--b--\r\n')]),
      })
    ).json()
    return String(data)
  }
  /** Finds the key in the link that was mailed to the customer. */
  const readMailedKey = async () => {
    await expect.poll(() => mails.length).toBeGreaterThan(0)
    return /conversation\?key=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const askAsCustomer = (call: string, body: Loose) => ask(upstream, `POST /v1/feedback/conversation${call}`, { body })

  it('registers a ticket for a customer who phoned, and mails the answer to the address that was given', async () => {
    const certificateNo = 'SH20261103001285'
    const { data } = await register({ phone: '13800001234', email: ' Li@Example.test ', certificateNo })
    expect(data).toMatchObject({
      kind: 'feedback',
      state: 'new',
      source: 'phone',
      customer: '顾客李',
      phone: '13800001234',
      channel: 'mail',
      customerId: null,
      certificateNo,
      content: `秤得 11.9 g\n证书编号：${certificateNo}`,
      entries: [{ kind: 'event', name: '林知微', change: { member: 'source', after: 'phone' } }],
    })
    const [{ target_name, actor_name }] = (await readAudited('ticket.register')) as [Loose]
    expect([target_name, actor_name]).toEqual([`T-${data.id} 证书重量`, '林知微'])
    expect(await answer(data.id)).toMatchObject({ code: 200 })
    await readMailedKey()
    expect(mails[0]?.to).toMatch(/^li@example\.test$/i)
    expect(mails[0]?.text).toContain('来电反映的《证书重量》')
  })

  it('keeps on record what was answered to a customer without an address', async () => {
    const { data } = await register({ source: 'visit', type: 3 })
    expect(data).toMatchObject({ kind: 'forgery', channel: 'phone', source: 'visit' })
    expect((await answer(data.id, '已当面说明')).data).toMatchObject({
      state: 'waiting',
      entries: expect.arrayContaining([expect.objectContaining({ kind: 'answer', content: '已当面说明', mail: null })]),
    })
    expect(mails).toEqual([])
  })

  it.each([
    ['a blank name', { name: ' ' }, { code: 400, message: '请填写称呼、标题和内容' }],
    ['a wrong mail address', { email: 'abc' }, { code: 10024 }],
    ['an unknown source', { source: 'site' }, { code: 400 }],
  ])('refuses a registered ticket with %s', async (_title, more, refusal) => {
    expect(await register(more)).toMatchObject(refusal)
    expect(await upstream.db.selectFrom('tickets').select('id').execute()).toEqual([])
  })

  it('shows the pictures of a reply to staff, without metadata, and erases them with the ticket', async () => {
    const { data } = await register({ email: 'li@example.test' })
    await answer(data.id)
    const key = await readMailedKey()
    clock += HOUR_MS
    const names = [await upload(), await upload()]
    expect(await askAsCustomer('/reply', { key, content: '', pictures: names })).toMatchObject({ code: 200 })
    const ticket = await open(data.id)
    const reply = ticket.entries.find(({ kind }: Loose) => kind === 'customer')
    expect([...reply.pictureNames].sort()).toEqual([...names].sort())
    expect(ticket).toMatchObject({ state: 'open', pictureNames: [], pictures: 2 })
    const url = `/v1/review/reportPicture/${names[0]}`
    const shown = await upstream.app.inject({ url, headers: { authorization: support.token } })
    expect(shown.statusCode).toBe(200)
    expect(shown.rawPayload.toString('latin1')).not.toContain('SECRETCAM')
    expect((await askAsCustomer('', { key })).data.messages.at(-1)).toMatchObject({
      isOwn: true,
      content: '',
      pictures: 2,
    })

    await upstream.db.deleteFrom('feedback').execute()
    expect(await upstream.db.selectFrom('report_pictures').select('name').execute()).toEqual([])
  })

  it('stores nothing of a reply whose pictures are used, too old or too many', async () => {
    const { data } = await register({ email: 'li@example.test' })
    await answer(data.id)
    const key = await readMailedKey()
    const [used, old] = [await upload(), await upload()]
    expect(await askAsCustomer('/reply', { key, content: '一', pictures: [used] })).toMatchObject({ code: 200 })
    const goneError = { code: 400, message: '图片已超过一小时或不存在，请移除后重新添加' }
    expect(await askAsCustomer('/reply', { key, content: '二', pictures: [used] })).toMatchObject(goneError)
    clock += HOUR_MS
    expect(await askAsCustomer('/reply', { key, content: '二', pictures: [old] })).toMatchObject(goneError)
    expect(await askAsCustomer('/reply', { key, content: '二', pictures: Array(4).fill('a.webp') })).toMatchObject({
      code: 400,
    })
    expect(await askAsCustomer('/reply', { key, content: ' ' })).toMatchObject({ message: '请填写内容' })
    expect((await askAsCustomer('', { key })).data.messages).toHaveLength(3)
  })

  it('keeps saved replies with versions; a lost update gets the stored one', async () => {
    const text = { title: '补照片', content: '{称呼}，您好：请就 {工单号} 补一张照片。' }
    const { data } = await support.ask('POST /v1/manage/tickets/replies', text)
    expect(data).toMatchObject({ ...text, version: 1 })
    const put = (more: Loose) =>
      support.ask(`PUT /v1/manage/tickets/replies/${data.id}`, { version: 1, ...text, ...more })
    expect(await put({ title: '请补照片' })).toMatchObject({ data: { version: 2, title: '请补照片' } })
    expect(await put({ title: '另一个' })).toMatchObject({
      code: 409,
      extra: { current: { title: '请补照片', version: 2 } },
    })
    expect(await put({ version: 2, content: '{姓名}您好' })).toMatchObject({
      code: 400,
      message: '没有“{姓名}”这样的占位词，可用：{称呼}、{工单号}、{证书编号}',
    })
    expect((await support.ask('GET /v1/manage/tickets/replies')).data).toMatchObject([{ title: '请补照片' }])
    expect((await readAudited('reply.change')).filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    const remove = (version: number) => support.ask(`DELETE /v1/manage/tickets/replies/${data.id}?version=${version}`)
    expect(await remove(1)).toMatchObject({ code: 409 })
    expect(await remove(2)).toMatchObject({ code: 200 })
    expect(await remove(2)).toMatchObject({ message: '这条常用语已被删除' })
  })

  it('counts working hours only until the first answer', async () => {
    // Friday 16:00 to Monday 10:00.
    const { data } = await register({ email: 'li@example.test' })
    clock += 2 * DAY_MS + 18 * HOUR_MS
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    await answer(data.id)
    expect(await readAnswerTimes(upstream.db, clock)).toMatchObject({ answered: 1, medianMs: 2 * HOUR_MS, late: 0 })
  })

  it('gives median, p90 and the late ones of the first answers of thirty days', async () => {
    const makeRow = (hours: number, daysAgo = 1) => ({
      kind: 'feedback' as const,
      title: '题',
      state: 'closed' as const,
      version: 1,
      created_at: 0,
      sort_at: 0,
      allowed_ms: 16 * HOUR_MS,
      first_answer_ms: hours * HOUR_MS,
      first_answer_at: clock - daysAgo * DAY_MS,
    })
    const hours = [17, 3, 1, 9, 5, 2, 8, 4, 7, 6]
    await upstream.db
      .insertInto('tickets')
      .values([...hours.map((one) => makeRow(one)), makeRow(90, 31)])
      .execute()
    expect((await support.ask('GET /v1/manage/tickets/times')).data).toEqual({
      answered: 10,
      medianMs: 5 * HOUR_MS,
      p90Ms: 9 * HOUR_MS,
      longestMs: 17 * HOUR_MS,
      late: 1,
      allowedMs: 16 * HOUR_MS,
    })
  })
})
