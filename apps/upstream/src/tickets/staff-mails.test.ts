import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { type Bureau, openBureau } from '#testing/staff/bureau.ts'
import { createStaffMails } from './staff-mails.ts'

/** Tuesday, 10:00 in UTC+8. */
const TUESDAY_TEN = Date.parse('2025-03-11T10:00:00+08:00')
const OFF = { newTickets: 'none', due: false, overdue: false, comments: false }

describeDatabases('mails to staff', (make) => {
  let bureau: Bureau
  let clock: number
  let fails: Error | null
  let mails: { to: string; subject: string; text: string }[]
  let support: Member
  beforeEach(async () => {
    clock = TUESDAY_TEN
    mails = []
    fails = null
    const mailer = {
      async send(mail: { to: string; subject: string; text: string }) {
        if (fails) throw fails
        mails.push(mail)
      },
    }
    bureau = await openBureau(make, { now: () => clock, mailer })
    support = await bureau.hire('support')
  })
  afterEach(() => bureau.close())

  const choose = (person: Member, choices: Partial<typeof OFF>) =>
    bureau.done(person, 'PUT /v1/manage/staffMail', { ...OFF, ...choices })
  const readAddress = async ({ id }: Member) =>
    (await bureau.upstream.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
  const makeHandler = () => {
    const site = { readSettings: async () => ({ name: '石衡' }) } as never
    const mailer = { send: async (mail: (typeof mails)[number]) => void mails.push(mail) }
    return createStaffMails({ db: bureau.upstream.db, now: () => clock, mailer, site, manageOrigin: 'https://a.test' })
  }
  /** Runs the due jobs of the kind, as the queue does. */
  async function runJobs() {
    const handler = makeHandler()
    await handler.sweep()
    for (;;) {
      const query = bureau.upstream.db.selectFrom('jobs').selectAll().where('kind', '=', 'staffMail').orderBy('id')
      const job = await query.executeTakeFirst()
      if (!job) return
      await bureau.upstream.db.deleteFrom('jobs').where('id', '=', job.id).execute()
      await handler.run({ ...job, kind: 'staffMail' } as never, {} as never)
    }
  }

  it('are sent to nobody who has not chosen them', async () => {
    await bureau.ticket()
    clock += 3 * DAY_MS
    await runJobs()
    expect(mails).toEqual([])
    expect(await bureau.done(support, 'GET /v1/manage/staffMail')).toMatchObject(OFF)
  })

  it('tell of a new ticket at once, by its number and without a word of the customer', async () => {
    const editor = await bureau.hire('edit')
    for (const person of [support, editor]) await choose(person, { newTickets: 'once' })
    const id = await bureau.ticket()
    await runJobs()
    // Editors see reported comments alone.
    expect(mails).toEqual([
      {
        to: await readAddress(support),
        subject: `石衡：新的反馈 T-${id}`,
        text: expect.stringContaining(`https://a.test/manage/tickets/${id}`),
      },
    ])
    expect(JSON.stringify(mails)).not.toMatch(/重量|实物|12\.36/)
    const reported = await bureau.commentTicket()
    await runJobs()
    expect(mails.slice(1).map(({ to, subject }) => [to, subject])).toEqual(
      (await Promise.all([support, editor].map(readAddress))).map((to) => [to, `石衡：新的评论举报 T-${reported}`]),
    )
    expect(JSON.stringify(mails)).not.toContain('加微信')
  })

  it('tell once of a ticket that is due within four working hours, its assignee alone if it has one', async () => {
    const colleague = await bureau.hire('support')
    for (const person of [support, colleague]) await choose(person, { due: true })
    const id = await bureau.ticket()
    await runJobs()
    expect(mails).toEqual([])
    clock = Date.parse('2025-03-13T08:30:00+08:00')
    await runJobs()
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill(`石衡：反馈 T-${id} 即将到时`))
    await runJobs()
    expect(mails).toHaveLength(2)
    clock = TUESDAY_TEN + 7 * DAY_MS
    const second = await bureau.ticket()
    const { db } = bureau.upstream
    await db.updateTable('tickets').set({ assignee_id: colleague.id }).where('id', '=', second).execute()
    clock = Date.parse('2025-03-20T08:30:00+08:00')
    await runJobs()
    expect(mails.slice(2).map(({ to }) => to)).toEqual([await readAddress(colleague)])
  })

  it('sum up at nine what is new, overdue and waits, once a day, and only when there is something', async () => {
    await choose(support, { newTickets: 'daily', overdue: true, comments: true })
    await bureau.ticket()
    const published = bureau.upstream.db.selectFrom('articles').select('id').where('is_publish', '=', 1)
    const { id: articleId } = await published.executeTakeFirstOrThrow()
    const { version } = await bureau.done(bureau.owner, 'GET /v1/manage/site')
    await bureau.done(bureau.owner, 'PUT /v1/manage/site', {
      version,
      settings: { comments: { commentPolicy: 'all' } },
    })
    await bureau.done(await bureau.hire(), 'POST /v1/comment/', { articleId, content: '密语' })
    await runJobs()
    expect(mails).toEqual([])
    clock = Date.parse('2025-03-12T08:59:00+08:00')
    await runJobs()
    expect(mails).toEqual([])
    clock = Date.parse('2025-03-12T10:30:00+08:00')
    await runJobs()
    await runJobs()
    expect(mails.map(({ subject, text }) => [subject, text.split('\n').slice(0, -4)])).toEqual([
      ['石衡：待办汇总', ['新工单 1 件', '等待审核超过 24 小时的评论 1 条']],
    ])
    clock = Date.parse('2025-03-14T09:05:00+08:00')
    await runJobs()
    expect(mails[1]?.text).toContain('超时的工单 1 件\n等待审核超过 24 小时的评论 1 条')
    expect(mails[1]?.text).not.toContain('新工单')
    expect(JSON.stringify(mails)).not.toContain('密语')
  })

  it('stop when the person is disabled, has no duty, or chooses none', async () => {
    const others = [await bureau.hire('support'), await bureau.hire('support')]
    for (const person of [support, ...others]) await choose(person, { newTickets: 'once' })
    const { db } = bureau.upstream
    await db.updateTable('users').set({ status: 0 }).where('id', '=', support.id).execute()
    await db
      .deleteFrom('duties')
      .where('user_id', '=', others[0]?.id ?? '')
      .execute()
    await choose(others[1] as Member, {})
    await bureau.ticket()
    await runJobs()
    expect(mails).toEqual([])
  })

  const TEST = 'POST /v1/manage/staffMail/test'

  it('are tested by anyone of the staff, at the own address and a few times an hour', async () => {
    const email = await readAddress(support)
    expect(await bureau.done(support, TEST)).toEqual({ email, isSent: false })
    expect(mails).toMatchObject([{ to: email, subject: expect.stringContaining('测试邮件') }])
    expect((await (await bureau.hire()).ask(TEST)).code).not.toBe(200)
    for (let nth = 0; nth < 4; nth += 1) await bureau.done(support, TEST)
    expect((await support.ask(TEST)).message).toMatch(/^测试邮件发得太多/)
    await bureau.done(bureau.owner, TEST)
    clock += HOUR_MS
    await bureau.done(support, TEST)
  })

  it('go to the verified address of the login, whatever the profile says', async () => {
    await bureau.upstream.db
      .updateTable('users')
      .set({ account_name: 'login@a.test', email: 'profile@b.test' })
      .where('id', '=', support.id)
      .execute()
    expect(await bureau.done(support, TEST)).toMatchObject({ email: 'login@a.test' })
    expect(mails).toMatchObject([{ to: 'login@a.test' }])
  })

  it.each([
    ['EAUTH', '邮件服务器不接受账号或密码'],
    ['ECONNREFUSED', '连不上邮件服务器'],
    ['EENVELOPE', '邮件服务器拒收'],
    ['ENOTSETUP', '本站没有设置邮件服务器，请运维人员设置'],
    [undefined, '邮件服务器报错，详见日志'],
  ])('say and record why a test failed (%s), without the words of the mail server', async (code, reason) => {
    fails = Object.assign(new Error('535 user mailer:hunter2 at smtp.internal'), { code })
    const refused = await support.ask(TEST)
    expect(refused.message).toBe(`测试邮件没有寄出：${reason}`)
    const { records } = await bureau.done(bureau.owner, 'GET /v1/manage/audit?action=staffMail')
    expect(records).toMatchObject([{ action: 'staffMail.test', outcome: 'refused', reason: refused.message }])
    expect(JSON.stringify([refused, records])).not.toMatch(/hunter2|internal|535 user/)
  })
})
