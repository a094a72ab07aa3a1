import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { countRows } from '#platform/db/queries.ts'
import { ask, type TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('mails that staff cause', (make) => {
  let upstream: TestUpstream
  let support: Member
  let owner: Member
  let clock = Date.parse('2026-11-20T02:00:00Z')
  let nth = 0
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock, mailer: { send: async () => undefined } })
    support = await join(upstream, '林知微')
    owner = await join(upstream, '石衡')
    await setDuties(upstream.db, support.id, ['support'], { by: null, at: 0 })
    await setDuties(upstream.db, owner.id, ['owner'], { by: null, at: 0 })
  })
  afterAll(() => upstream.close())

  const answer = (id: number, version: number): Promise<TestAnswer> => {
    nth += 1
    const body = { version, content: '请带扣再称', state: 'waiting', ref: `limited-mail-${nth}` }
    return support.ask(`POST /v1/manage/tickets/${id}/answers`, body)
  }
  async function answerRegistered(email: string): Promise<TestAnswer> {
    const customer = { source: 'phone', type: 2, name: '李女士', title: '重量', content: '与实物不符', email }
    const { id, version } = (await support.ask('POST /v1/manage/tickets', customer)).data
    return await answer(id, version)
  }
  const queryOwnersNotices = () =>
    countRows(
      upstream.db
        .selectFrom('notices')
        .where('user_id', '=', owner.id)
        .where('content', 'like', '%林知微一小时内已发出 60 封%'),
    )

  it('go to a registered address three times a day, whatever ticket they answer', async () => {
    for (const _ of [1, 2, 3]) expect(await answerRegistered('li@example.test')).toMatchObject({ code: 200 })
    const message = '24 小时内已给 li@example.test 发过 3 封答复，请改日再发，或电话联系客户'
    expect(await answerRegistered('li@example.test')).toMatchObject({ message, data: null })
    expect(await answerRegistered('wang@example.test')).toMatchObject({ code: 200 })
    clock += DAY_MS
    expect(await answerRegistered('li@example.test')).toMatchObject({ code: 200 })
  })

  it('are limited to sixty an hour for each account, also concurrently; owners get one notice', async () => {
    clock += HOUR_MS
    const countMails = () => countRows(upstream.db.selectFrom('ticket_mails').where('created_at', '=', clock))
    const visitor = { type: 2, title: '颜色', content: '与实物不符', email: 'zhao@example.test' }
    await ask(upstream, 'POST /v1/feedback/visitor', { from: '203.0.113.7', body: visitor })
    const { records } = (await support.ask('GET /v1/manage/tickets?view=new')).data
    const { id } = records.find(({ title }: { title: string }) => title === '颜色')
    for (let version = 1; (await countMails()) < 58; ) {
      const { message, data } = await answer(id, version)
      expect(message).toBe('成功')
      version = data.version
    }
    expect(await queryOwnersNotices()).toBe(0)
    const addresses = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.test`)
    const answers = await Promise.all(addresses.map(answerRegistered))
    const refusal = answers.filter(({ code }) => code !== 200).map(({ message }) => message)
    expect(refusal).toEqual(Array(2).fill('您一小时内已发出 60 封答复邮件，请稍后再发'))
    expect([await countMails(), await queryOwnersNotices()]).toEqual([60, 1])
    clock += HOUR_MS
    expect(await answerRegistered('e@example.test')).toMatchObject({ code: 200 })
  })
})
