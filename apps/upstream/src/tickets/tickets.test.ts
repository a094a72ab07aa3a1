import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { forgetDeletedComments } from './reported-comments.ts'

const FROM_VISITOR = {
  type: 2,
  title: '重量与实物不符',
  content: '证书 SH20261103001285 写 12.36 g',
  email: 'li@example.test',
}
/** A Friday. */
const START = toInstantMs('2026-11-20 10:00') ?? 0

describeDatabases('tickets', (make) => {
  let upstream: TestUpstream
  let clock = START
  let support: Member
  let colleague: Member
  let jade: Member
  let mails: Mail[] = []
  let mailFault: Error | null = null
  let visitors = 0

  const mailer = {
    async send(mail: Mail) {
      if (mailFault) throw mailFault
      mails.unshift(mail)
    },
  }
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock, mailer, env: { SITE_URL: 'https://lab.example.test' } })
    support = await join(upstream, '林知微', 'editor')
    colleague = await join(upstream, '周观澜', 'editor')
    jade = await join(upstream, '江疏影')
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += 7 * DAY_MS - ((clock - START) % (7 * DAY_MS))
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 365 * DAY_MS })
      .execute()
    await upstream.db.deleteFrom('tickets').execute()
    await upstream.db.deleteFrom('feedback').execute()
    ;[mails, mailFault] = [[], null]
  })

  const send = async (body: Loose = FROM_VISITOR) => {
    visitors += 1
    const from = `203.0.${visitors >> 8}.${visitors & 255}`
    expect(await ask(upstream, 'POST /v1/feedback/visitor', { from, body: { ...body } })).toMatchObject({ code: 200 })
    return (await list('new')).at(-1)
  }
  const list = async (view = 'all', more = '', who = support): Promise<Loose[]> =>
    (await who.ask(`GET /v1/manage/tickets?view=${view}${more}`)).data.records
  const open = async (id: number, who = support): Promise<Loose> => (await who.ask(`GET /v1/manage/tickets/${id}`)).data
  const put = (ticket: Loose, body: Loose, who = support) =>
    who.ask(`PUT /v1/manage/tickets/${ticket.id}`, { version: ticket.version, ...body })
  let refs = 0
  const answer = (ticket: Loose, more: Loose = {}) => {
    refs += 1
    const body = { version: ticket.version, content: '请补一张带扣的照片', state: 'waiting', ref: `ref-number-${refs}` }
    return support.ask(`POST /v1/manage/tickets/${ticket.id}/answers`, { ...body, ...more })
  }
  /** Waits until no mail is being sent. */
  const waitUntilSettled = async (id: number) => {
    for (;;) {
      const { entries } = await open(id)
      if (!entries.some(({ mail }: Loose) => mail?.state === 'queued')) return await open(id)
    }
  }
  const parseKey = (mail: Mail | undefined) => /\/conversation\?key=([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? ''
  const customer = (call: string, body: Loose) => ask(upstream, `POST /v1/feedback/conversation${call}`, { body })

  it('begin with feedback, due in two working days', async () => {
    const { id } = (await send()) as Loose
    expect(await open(id)).toMatchObject({
      kind: 'feedback',
      state: 'new',
      title: FROM_VISITOR.title,
      content: FROM_VISITOR.content,
      version: 1,
      leftMs: 16 * HOUR_MS,
      allowedMs: 16 * HOUR_MS,
      isStopped: false,
      channel: 'mail',
      email: 'li@example.test',
      certificateNo: 'SH20261103001285',
      entries: [],
      otherTickets: 0,
      assigneeId: null,
      dueTime: expect.stringContaining(' 10:00:00'),
    })
    clock += 5 * DAY_MS
    expect(await open(id)).toMatchObject({ leftMs: -8 * HOUR_MS })
    expect((await support.ask('GET /v1/manage/tickets/counts')).data).toMatchObject({
      new: 1,
      all: 1,
      mine: 0,
      late: 1,
    })
  })

  it('are due after the days that the site promises', async () => {
    const promise = (value: string) =>
      upstream.db.insertInto('site_settings').values({ name: 'answerDays', value }).execute()
    const withdraw = () => upstream.db.deleteFrom('site_settings').where('name', '=', 'answerDays').execute()
    await promise('5')
    const { id } = (await send()) as Loose
    expect(await open(id)).toMatchObject({ allowedMs: 40 * HOUR_MS, leftMs: 40 * HOUR_MS })
    expect((await support.ask('GET /v1/manage/tickets/times')).data).toMatchObject({ allowedMs: 40 * HOUR_MS })
    await withdraw()
    await promise('null')
    await send({ ...FROM_VISITOR, title: '另一件' })
    const { id: other } = (await list('new')).find(({ title }) => title === '另一件') as Loose
    expect(await open(other)).toMatchObject({ allowedMs: 16 * HOUR_MS })
    expect(await open(id)).toMatchObject({ allowedMs: 40 * HOUR_MS })
    await withdraw()
  })

  it('follow the opening hours that are set', async () => {
    const morning = [['9:00', '12:00']]
    const value = JSON.stringify([morning, morning, morning, morning, morning, [], []])
    await upstream.db.insertInto('site_settings').values({ name: 'weekHours', value }).execute()
    const { id } = (await send()) as Loose
    expect(await open(id)).toMatchObject({ allowedMs: 6 * HOUR_MS, dueTime: expect.stringContaining(' 10:00:00') })
    await upstream.db.deleteFrom('site_settings').where('name', '=', 'weekHours').execute()
  })

  it('are taken over, noted on and moved; a lost update is refused with what is stored', async () => {
    const ticket = (await send()) as Loose
    const seen = await open(ticket.id)
    expect(await put(seen, { assigneeId: support.id })).toMatchObject({
      data: { state: 'open', assigneeName: '林知微' },
    })
    expect(await put(seen, { state: 'closed' }, colleague)).toMatchObject({
      code: 409,
      message: '内容已被他人修改',
      extra: { current: { state: 'open', assigneeId: support.id } },
    })
    expect(await put(await open(ticket.id), { assigneeId: jade.id })).toMatchObject({ code: 400 })
    const past = '2026-01-05 10:00'
    expect(await put(await open(ticket.id), { dueTime: past })).toMatchObject({ message: '时限须在今后 90 天内' })
    await colleague.ask(`POST /v1/manage/tickets/${ticket.id}/notes`, { content: '天平已校准' })
    const now = await open(ticket.id)
    expect(now.entries.map(({ kind, name, content, change }: Loose) => [kind, name, content ?? change.member])).toEqual(
      [
        ['event', '林知微', 'assignee'],
        ['event', '林知微', 'state'],
        ['note', '周观澜', '天平已校准'],
      ],
    )
    expect((await list('mine')).map(({ id }) => id)).toEqual([ticket.id])
    expect(await list('mine', '', colleague)).toEqual([])
  })

  it('are answered by mail; the link leads to the conversation, and a reply starts the clock again', async () => {
    const ticket = (await send()) as Loose
    clock += HOUR_MS
    const seen = await open(ticket.id)
    expect(await answer(seen)).toMatchObject({ code: 200, data: { state: 'waiting', isStopped: true } })
    expect(await waitUntilSettled(ticket.id)).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ kind: 'answer', name: '林知微', mail: expect.objectContaining({ state: 'sent' }) }),
      ]),
    })
    const key = parseKey(mails[0])
    expect(mails[0]).toMatchObject({ to: 'li@example.test', subject: '关于《重量与实物不符》的答复' })
    await support.ask(`POST /v1/manage/tickets/${ticket.id}/notes`, { content: '内部：可能未去皮' })

    clock += 3 * DAY_MS
    const read = await customer('', { key })
    expect(read.data).toMatchObject({ title: FROM_VISITOR.title, state: 'waiting', isOpen: true })
    expect(read.data.messages.map(({ isOwn, content }: Loose) => [isOwn, content])).toEqual([
      [true, FROM_VISITOR.content],
      [false, '请补一张带扣的照片'],
    ])
    expect(JSON.stringify(read.data)).not.toContain('未去皮')
    expect(await customer('/reply', { key, content: '带扣是 12.3 g' })).toMatchObject({ code: 200 })
    expect(await open(ticket.id)).toMatchObject({ state: 'open', leftMs: 15 * HOUR_MS, isStopped: false })
    // The colleague's page does not show the reply yet.
    expect(await answer(seen)).toMatchObject({ code: 409 })
    const row = await upstream.db.selectFrom('ticket_links').selectAll().executeTakeFirstOrThrow()
    expect(row.token_hash).not.toContain(key)
  })

  it('send an answer once, even if the page repeats it', async () => {
    const ticket = (await send()) as Loose
    const seen = await open(ticket.id)
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await answer(seen, { ref: 'the-same-ref', state: 'closed' })).toMatchObject({ code: 200 })
    }
    const now = await waitUntilSettled(ticket.id)
    expect(now.entries.filter(({ kind }: Loose) => kind === 'answer')).toHaveLength(1)
    expect(mails).toHaveLength(1)
    expect((await support.ask('GET /v1/review/feedback?status=1')).data.records).toHaveLength(1)
  })

  it('show a failed mail with its reason and open again; it can be sent again', async () => {
    mailFault = Object.assign(new Error('550 no such mailbox'), { responseCode: 550 })
    const ticket = (await send()) as Loose
    await answer(await open(ticket.id), { state: 'closed' })
    const failed = await waitUntilSettled(ticket.id)
    expect(failed).toMatchObject({ state: 'open', hasFailedMail: true })
    const { mail } = failed.entries.find(({ kind }: Loose) => kind === 'answer')
    expect(mail).toMatchObject({ state: 'failed', reason: '550 no such mailbox' })
    mailFault = null
    const resendMail = () => support.ask(`POST /v1/manage/tickets/${ticket.id}/mails`, { mailId: mail.id })
    expect(await resendMail()).toMatchObject({ code: 200 })
    expect(await waitUntilSettled(ticket.id)).toMatchObject({ hasFailedMail: false })
    expect(await resendMail()).toMatchObject({ message: '这封邮件没有失败，不需要重发' })
    expect(mails).toHaveLength(1)
  })

  it('reach a member as a notice; only he may reply, for thirty days after the end', async () => {
    await jade.ask('POST /v1/feedback/', { type: 1, title: '南红', content: '收费标准里没有南红' })
    const [ticket] = (await list('new')) as [Loose]
    expect(await open(ticket.id)).toMatchObject({ channel: 'notice', customer: '江疏影', customerId: jade.id })
    await answer(await open(ticket.id), { content: '已补上', state: 'closed' })
    const { records } = (await jade.ask('GET /v1/im/getMessageNotice?type=0')).data
    expect(records[0].content).toContain(`已补上<br>如需补充，请点开本通知（留言 T-${ticket.id}）`)
    const addReply = (who: Member) =>
      who.ask('POST /v1/feedback/conversation/reply', { ticket: ticket.id, content: '还差一种' })
    expect(await addReply(colleague)).toMatchObject({ message: '链接已失效，或不是您的留言' })
    clock += 30 * DAY_MS
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    expect(await addReply(jade)).toMatchObject({ code: 200 })
    expect(await open(ticket.id)).toMatchObject({ state: 'open', allowedMs: 16 * HOUR_MS })
    await put(await open(ticket.id), { state: 'closed' })
    clock += 30 * DAY_MS + 1
    expect(await addReply(jade)).toMatchObject({ message: '这件留言办结已久，请在“联系我们”重新留言' })
  })

  it('accept a mailed link for ninety days and no other token', async () => {
    const ticket = (await send()) as Loose
    await answer(await open(ticket.id))
    await waitUntilSettled(ticket.id)
    const key = parseKey(mails[0])
    const goneError = { message: '链接已失效，或不是您的留言' }
    expect(await customer('', { key: 'A'.repeat(43) })).toMatchObject(goneError)
    expect(await customer('', { ticket: ticket.id })).toMatchObject(goneError)
    expect(await customer('', {})).toMatchObject(goneError)
    clock += 90 * DAY_MS - MINUTE_MS
    expect(await customer('', { key })).toMatchObject({ code: 200 })
    clock += MINUTE_MS
    expect(await customer('', { key })).toMatchObject(goneError)
  })

  it('contain reported comments, which are kept or removed from there', async () => {
    const published = upstream.db.selectFrom('articles').select('id').where('is_publish', '=', 1)
    const { id: article } = await published.executeTakeFirstOrThrow()
    const addComment = async () => {
      await jade.ask('POST /v1/comment/', { articleId: article, content: '加微信看货' })
      const query = upstream.db.selectFrom('comments').select('id').orderBy('id', 'desc')
      return (await query.executeTakeFirstOrThrow()).id
    }
    const report = (id: number) => colleague.ask('POST /v1/comment/report', { id, reason: '广告' })
    const decide = async (id: number, decision: string) =>
      support.ask(`POST /v1/manage/tickets/${id}/comment`, { version: (await open(id)).version, decision })

    const [kept, removed] = [await addComment(), await addComment()]
    for (const id of [kept, removed]) expect(await report(id)).toMatchObject({ code: 200 })
    const [first, second] = (await list('new', '&kind=comment')) as [Loose, Loose]
    expect(first).toMatchObject({ kind: 'comment', customer: '江疏影', reports: 1 })
    expect(await open(first.id)).toMatchObject({ comment: { id: kept, reasons: ['广告'] }, channel: null })
    expect(await decide(first.id, 'keep')).toMatchObject({ data: { state: 'closed', reports: 0 } })
    const evidence = {
      id: null,
      nickname: '江疏影',
      userId: jade.id,
      content: '加微信看货',
      articleId: article,
      reasons: ['广告'],
    }
    expect(await decide(second.id, 'remove')).toMatchObject({
      data: { state: 'closed', customer: '江疏影', comment: evidence },
    })
    expect((await support.ask('GET /v1/review/comments')).data.records).toEqual([])
    const countViews = async () => {
      const views = upstream.db.selectFrom('audit_log').select(['target_id', 'actor_id'])
      return (await views.where('action', '=', 'comment.view').execute()).map((row) => [row.target_id, row.actor_id])
    }
    expect(await countViews()).toEqual([])
    expect((await open(first.id)).comment).toMatchObject({ id: kept })
    expect((await open(second.id)).comment).toMatchObject(evidence)
    expect(await countViews()).toEqual([[String(second.id), support.id]])
    await forgetDeletedComments(upstream.db, clock)
    expect((await open(second.id)).comment).toMatchObject(evidence)
    await forgetDeletedComments(upstream.db, clock + 1)
    expect(await open(second.id)).toMatchObject({ state: 'closed', comment: null })
    const left = await upstream.db.selectFrom('comments').select('id').where('id', '=', removed).execute()
    expect(left).toEqual([])
    // A new report reopens the ticket.
    await report(kept)
    expect(await open(first.id)).toMatchObject({ state: 'new', leftMs: 16 * HOUR_MS })
    await support.ask('POST /v1/review/comment', { id: kept, decision: 'remove' })
    expect(await open(first.id)).toMatchObject({ state: 'closed' })
  })

  it('keep text, writer and reasons of a reported comment that its writer or the end of its article deletes', async () => {
    const published = upstream.db.selectFrom('articles').selectAll().where('is_publish', '=', 1)
    const { id: _id, ...like } = await published.executeTakeFirstOrThrow()
    const { id: articleId } = await upstream.db
      .insertInto('articles')
      .values({ ...like, title: '一篇要删的文章' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const post = async (content: string) => {
      const { data } = await jade.ask('POST /v1/comment/', { articleId, content })
      await colleague.ask('POST /v1/comment/report', { id: data.id, reason: '广告' })
      return data.id
    }
    const ownReport = await post('加微信甲看货')
    await post('加微信乙看货')
    await jade.ask(`DELETE /v1/comment/?id=${ownReport}`)
    await upstream.db.deleteFrom('articles').where('id', '=', articleId).execute()
    const kept = (await list('all', '&kind=comment')).filter(({ title }) => title === '一篇要删的文章')
    expect(kept.map(({ customer }) => customer)).toEqual(['江疏影', '江疏影'])
    const found = await Promise.all(kept.map(async ({ id }) => (await open(id)).comment))
    expect(found.map(({ id, content, userId, reasons }) => [id, content, userId, ...reasons]).sort()).toEqual([
      [null, '加微信乙看货', jade.id, '广告'],
      [null, '加微信甲看货', jade.id, '广告'],
    ])
  })

  it('answer a report without an account where its follow link leads', async () => {
    const report = async (contact?: string) => {
      visitors += 1
      const body = { kind: 'certificate', text: '网店出售的假证书', ...(contact && { contact }) }
      const { data } = await ask(upstream, 'POST /v1/certificate/report', { from: `203.2.0.${visitors}`, body })
      return data as { ticket: number; key: string }
    }
    const { ticket, key } = await report('微信 guke2')
    const seen = await open(ticket)
    expect(seen).toMatchObject({ channel: 'link', email: null, contactEmail: null })
    expect(await answer(seen, { content: '已核实，是假证书' })).toMatchObject({ code: 200, data: { state: 'waiting' } })
    expect((await customer('', { key })).data.messages.at(-1)).toMatchObject({ content: '已核实，是假证书' })
    expect(mails).toEqual([])
    // The link has expired, so no message may be stored that the customer could not read.
    clock += 90 * DAY_MS
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    const lateTicket = await open(ticket)
    expect(lateTicket).toMatchObject({ channel: null })
    expect(await answer(lateTicket)).toMatchObject({ message: '答复送不到对方：没有可用的邮箱或跟进链接' })
    expect((await open(ticket)).entries).toEqual(lateTicket.entries)
  })

  it('mail the answer to an address in the contact field of a report only after staff chose it', async () => {
    const report = async (contact: string) => {
      visitors += 1
      const body = { kind: 'certificate', text: '网店出售的假证书', contact }
      const { data } = await ask(upstream, 'POST /v1/certificate/report', { from: `203.2.0.${visitors}`, body })
      return data as { ticket: number; key: string }
    }
    const { ticket } = await report('电话 13800001234，邮箱Guke2@Mail.example')
    expect(await open(ticket)).toMatchObject({ channel: 'link', email: null, contactEmail: 'guke2@mail.example' })
    await answer(await open(ticket), { content: '第一次答复' })
    expect(await put(await open(ticket), { usesContactEmail: true }, jade)).toMatchObject({ code: 403 })
    clock += MINUTE_MS
    const chosen = await put(await open(ticket), { usesContactEmail: true })
    expect(chosen.data).toMatchObject({ channel: 'mail', email: 'guke2@mail.example', isMailLinked: true })
    expect(chosen.data.entries.at(-1)).toMatchObject({ change: { member: 'email', after: 'g***@mail.example' } })
    expect(mails).toEqual([])
    await answer(await open(ticket), { content: '第二次答复' })
    await waitUntilSettled(ticket)
    expect(mails.map(({ to }) => to)).toEqual(['guke2@mail.example'])
    await put(await open(ticket), { usesContactEmail: false })
    expect(await open(ticket)).toMatchObject({ channel: 'link', email: null })
    for (const contact of ['13800001234', 'a@b.example 或 c@d.example', 'a@b.example'.repeat(3)]) {
      const { ticket: other } = await report(contact)
      expect(await open(other)).toMatchObject({ contactEmail: null })
      const refusal = await put(await open(other), { usesContactEmail: true })
      expect(refusal).toMatchObject({ message: '联系方式中没有邮箱' })
    }
  })

  it('answer the report of a member by notice, whatever address its contact field has', async () => {
    const body = { kind: 'certificate', text: '网店出售的假证书', contact: 'jade@mail.example' }
    const { data } = await jade.ask('POST /v1/certificate/report', body)
    expect(await open(data.ticket)).toMatchObject({ channel: 'notice', email: null, contactEmail: null })
  })

  it('are visible to others by their duties', async () => {
    const certifier = await join(upstream, '制证')
    await setDuties(upstream.db, certifier.id, ['certify'], { by: null, at: 0 })
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    const feedback = (await send()) as Loose
    visitors += 1
    const from = `203.1.0.${visitors}`
    await ask(upstream, 'POST /v1/certificate/report', { from, body: { kind: 'site', text: '假网站' } })
    expect((await list('all', '', certifier)).map(({ kind }) => kind)).toEqual(['forgery'])
    expect(await list('all', '&kind=feedback', certifier)).toEqual([])
    expect((await certifier.ask('GET /v1/manage/tickets/counts')).data).toMatchObject({ all: 1 })
    expect(await certifier.ask(`GET /v1/manage/tickets/${feedback.id}`)).toMatchObject({ code: 403 })
    expect(await put(feedback, { version: 1, state: 'closed' }, certifier)).toMatchObject({ code: 403 })
    await put({ ...feedback, version: 1 }, { assigneeId: certifier.id })
    expect(await list('mine', '', certifier)).toHaveLength(1)
    expect(await open(feedback.id, certifier)).toMatchObject({ email: 'l***@example.test' })
  })

  it('are paged by position, searched, counted and exported', async () => {
    for (let nth = 0; nth < 60; nth += 1) {
      clock += MINUTE_MS
      await send({ ...FROM_VISITOR, title: nth % 2 ? `甲 100% ${nth}` : `乙 ${nth}` })
    }
    const page = (await support.ask('GET /v1/manage/tickets?view=new')).data
    const nextPage = (await support.ask(`GET /v1/manage/tickets?view=new&after=${page.next}`)).data
    expect([page.records.length, nextPage.records.length, nextPage.next]).toEqual([50, 10, null])
    expect(new Set([...page.records, ...nextPage.records].map(({ id }) => id)).size).toBe(60)
    expect(page.records[0].title).toBe('乙 0')
    expect(await list('all', `&q=${encodeURIComponent('100%')}`)).toHaveLength(30)
    expect(await list('all', `&q=T-${page.records[3].id}`)).toHaveLength(1)
    expect((await support.ask('GET /v1/manage/tickets/counts')).data).toMatchObject({ new: 60, all: 60 })
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    const csv = await upstream.app.inject({
      url: '/v1/manage/tickets/export?view=new',
      headers: { authorization: support.token },
    })
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(61)
    expect(csv.headers['content-disposition']).toContain('tickets.csv')
  })

  it('have a figure of how long first answers took, in working time', async () => {
    for (const hours of [1, 2, 3, 30]) {
      const ticket = (await send({ ...FROM_VISITOR, email: `a${hours}@example.test` })) as Loose
      clock += hours === 30 ? 4 * DAY_MS : hours * HOUR_MS
      await answer(await open(ticket.id), { state: 'closed' })
      await waitUntilSettled(ticket.id)
      clock += DAY_MS - ((clock - START) % DAY_MS)
      while (new Date(clock).getUTCDay() % 6 === 0) clock += DAY_MS
    }
    expect((await support.ask('GET /v1/manage/tickets/times')).data).toMatchObject({
      answered: 4,
      medianMs: 2 * HOUR_MS,
      allowedMs: 16 * HOUR_MS,
    })
  })
})
