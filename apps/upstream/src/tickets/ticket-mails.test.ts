import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createJobs } from '#platform/jobs/jobs.ts'
import { type Mail, noMailer } from '#platform/mail/mailer.ts'
import { createSiteRepository } from '#platform/settings/site-repository.ts'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { createTicketMails } from './ticket-mails.ts'

const REFUSED = Object.assign(new Error('550 no such mailbox'), { code: 'EENVELOPE', responseCode: 550 })
const BUSY = Object.assign(new Error('451 try again later'), { code: 'EENVELOPE', responseCode: 451 })
const NO_LOGIN = Object.assign(new Error('535 login refused'), { code: 'EAUTH', responseCode: 535 })
const LOST = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })

describeDatabases('mails of answers', (make) => {
  let upstream: TestUpstream
  let support: Member
  let clock = Date.UTC(2026, 10, 20, 2)
  let sent: Mail[] = []
  let fault: Error | null = null
  let visitors = 0

  const mailer = {
    async send(mail: Mail) {
      if (fault) throw fault
      sent.push(mail)
    },
  }
  /** Makes another sender, as after a restart or in another instance. */
  const createInstance = () => {
    const options = { db: upstream.db, now: () => clock }
    const site = createSiteRepository(options)
    const ticketMail = createTicketMails({ ...options, mailer, site, siteUrl: null })
    return createJobs({ ...options, handlers: { ticketMail }, onError: () => undefined })
  }
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock, mailer, jobTickMs: HOUR_MS })
    support = await join(upstream, '林知微', 'editor')
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += DAY_MS
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 365 * DAY_MS })
      .execute()
    await upstream.db.deleteFrom('tickets').execute()
    ;[sent, fault] = [[], null]
  })

  const open = async (id: number): Promise<Loose> => (await support.ask(`GET /v1/manage/tickets/${id}`)).data
  const findMail = (ticket: Loose): Loose => ticket.entries.find(({ kind }: Loose) => kind === 'answer').mail
  /** Makes an answered ticket, after the first attempt to send the mail. */
  const makeAnswered = async (content = '请带扣再称'): Promise<Loose> => {
    visitors += 1
    const body = { type: 2, title: '重量', content: '与实物不符', email: 'li@example.test' }
    await ask(upstream, 'POST /v1/feedback/visitor', { from: `203.0.113.${visitors}`, body })
    const [{ id }] = (await support.ask('GET /v1/manage/tickets?view=new')).data.records
    const answer = { version: 1, content, state: 'closed', ref: `mail-number-${visitors}` }
    await support.ask(`POST /v1/manage/tickets/${id}/answers`, answer)
    for (;;) {
      const ticket = await open(id)
      const { state, reason } = findMail(ticket)
      if (state !== 'queued' || reason !== null) return ticket
    }
  }

  it('are sent again with growing waits after temporary failures, then given up', async () => {
    fault = BUSY
    const { id } = await makeAnswered()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const ticket = await open(id)
      expect(ticket).toMatchObject({ state: 'closed', hasFailedMail: false })
      expect(findMail(ticket)).toMatchObject({ state: 'queued', reason: BUSY.message, attempts: attempt })
      const { retry_at } = await upstream.db.selectFrom('ticket_mails').select('retry_at').executeTakeFirstOrThrow()
      waits.push(((retry_at ?? 0) - clock) / MINUTE_MS)
      clock = (retry_at ?? 0) - 1
      await createInstance().runDue()
      expect(findMail(await open(id))).toMatchObject({ attempts: attempt, retryTime: expect.any(String) })
      clock += 1
      await createInstance().runDue()
    }
    expect(waits).toEqual([1, 5, 30, 120, 720])
    const ticket = await open(id)
    expect(findMail(ticket)).toMatchObject({ state: 'failed', attempts: 6, retryTime: null })
    expect(ticket).toMatchObject({ state: 'open', hasFailedMail: true })
  })

  it.each([
    ['a mailbox that does not exist', REFUSED, 'failed'],
    ['a refused login of the site', NO_LOGIN, 'queued'],
    ['a lost connection', LOST, 'queued'],
  ])('after %s: %s is %s', async (_title, error, state) => {
    fault = error
    expect(findMail(await makeAnswered())).toMatchObject({ state, attempts: 1, reason: error.message })
  })

  it('are sent after a restart, once among several instances', async () => {
    fault = LOST
    const { id } = await makeAnswered()
    fault = null
    clock += MINUTE_MS
    await Promise.all([createInstance(), createInstance(), createInstance()].map((one) => one.runDue()))
    expect(sent).toHaveLength(1)
    expect(findMail(await open(id))).toMatchObject({ state: 'sent', attempts: 2, reason: null, retryTime: null })
    clock += HOUR_MS
    await createInstance().runDue()
    expect(sent).toHaveLength(1)
  })

  it('are sent by another instance when the first one ended during the delivery', async () => {
    fault = LOST
    const { id } = await makeAnswered()
    fault = null
    await upstream.db.updateTable('ticket_mails').set({ retry_at: null }).execute()
    const leasedJob = { due_at: clock, taken_until: clock + 2 * MINUTE_MS }
    await upstream.db.updateTable('jobs').set(leasedJob).execute()
    await createInstance().runDue()
    expect(sent).toEqual([])
    clock += 2 * MINUTE_MS
    await createInstance().runDue()
    expect(findMail(await open(id))).toMatchObject({ state: 'sent' })
  })

  it.each(['请带扣再称', '您好：请带扣再称', ' 尊敬的李女士，您好！请带扣再称'])(
    'greet the customer once: %s',
    async (content) => {
      await makeAnswered(content)
      expect(sent[0]?.text.match(/您好/g)).toHaveLength(1)
    },
  )

  it('have no link on a site without an address, and the ticket says so before', async () => {
    expect((await makeAnswered()).isMailLinked).toBe(false)
    expect(sent[0]?.text).toContain('在本站“联系我们”页面再次留言')
  })

  it('are sent at once when staff do not want to wait', async () => {
    fault = LOST
    const { id, ...ticket } = await makeAnswered()
    fault = null
    const body = { mailId: findMail(ticket).id }
    const again = await support.ask(`POST /v1/manage/tickets/${id}/mails`, body)
    expect(findMail(again.data)).toMatchObject({ state: 'queued', retryTime: null })
    await expect.poll(() => sent.length).toBe(1)
  })
})

describeDatabases('answers on a site without mail', (make) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { mailer: noMailer })
  })
  afterAll(() => upstream.close())

  it('are shown at the follow link when the visitor chose an address, and no mail is queued', async () => {
    const support = await join(upstream, '林知微', 'editor')
    const body = { kind: 'certificate', text: '网店出售的假证书', contact: 'guke2@mail.example' }
    const { ticket: id } = (await ask(upstream, 'POST /v1/certificate/report', { from: '203.0.113.1', body })).data
    const { data } = await support.ask(`PUT /v1/manage/tickets/${id}`, { version: 1, usesContactEmail: true })
    expect(data).toMatchObject({ channel: 'link', email: 'guke2@mail.example' })
    const answer = { version: data.version, content: '已核实', state: 'closed', ref: 'without-mail-1' }
    expect(await support.ask(`POST /v1/manage/tickets/${id}/answers`, answer)).toMatchObject({ code: 200 })
    expect(await upstream.db.selectFrom('ticket_mails').select('id').execute()).toEqual([])
  })
})
