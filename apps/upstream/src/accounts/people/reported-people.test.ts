import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('reported people and the export', (make) => {
  let upstream: TestUpstream
  let [owner, desk, loud, mild, past]: Member[] = []
  const at = Date.parse('2026-11-20T02:00:00Z')

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
    owner = await join(upstream, '负责人', 'owner')
    desk = await join(upstream, '前台')
    await setDuties(upstream.db, getId(desk), ['support'], { by: null, at })
    ;[loud, mild, past] = [
      await join(upstream, '=HYPERLINK("x")'),
      await join(upstream, '江疏影'),
      await join(upstream, '石上清泉'),
    ]
    for (const [who, state] of [
      [past, 'closed'],
      [mild, 'new'],
      [loud, 'open'],
      [loud, 'waiting'],
      [loud, 'closed'],
    ] as const) {
      await report(getId(who), state)
    }
  })
  afterAll(() => upstream.close())

  const getId = (member: Member | undefined) => (member as Member).id
  const askOwner = (call: string, body?: Record<string, unknown>) => (owner as Member).ask(call, body)

  /** A reported comment with its ticket. */
  async function report(userId: string, state: 'new' | 'open' | 'waiting' | 'closed') {
    const { db } = upstream
    const { id: articleId } = await db.selectFrom('articles').select('id').executeTakeFirstOrThrow()
    const comment = await db
      .insertInto('comments')
      .values({ article_id: articleId, user_id: userId, content: '<p>加微信</p>', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const reported = { comment_id: comment.id, user_id: getId(desk), reason: '广告', created_at: at }
    await db.insertInto('comment_reports').values(reported).execute()
    const ticket = { kind: 'comment' as const, comment_id: comment.id, title: '绿松石', state, version: 1 }
    await db
      .insertInto('tickets')
      .values({ ...ticket, allowed_ms: 1, sort_at: at, created_at: at })
      .execute()
  }

  it('are listed with most open reports first, and counted while a report is open', async () => {
    const { records, hasMore } = (await (desk as Member).ask('GET /v1/manage/users?view=reported')).data
    expect(hasMore).toBe(false)
    expect(records.map((row: { id: string; openReports: number }) => [row.id, row.openReports])).toEqual([
      [getId(loud), 2],
      [getId(mild), 1],
      [getId(past), 0],
    ])
    const nextPage = (await askOwner(`GET /v1/manage/users?view=reported&after=${getId(loud)}`)).data.records
    expect(nextPage.map((row: { id: string }) => row.id)).toEqual([getId(mild), getId(past)])
    expect((await askOwner('GET /v1/manage/users/counts')).data.reported).toBe(2)
    expect((await askOwner(`GET /v1/manage/users/${getId(loud)}`)).data.openReports).toBe(2)
  })

  it('show each report with its ticket', async () => {
    const { records } = (await askOwner(`GET /v1/manage/users/${getId(mild)}/writings?kind=reportsAbout`)).data
    expect(records).toEqual([
      expect.objectContaining({ text: '加微信', state: '广告', ticket: { id: expect.any(Number), state: 'new' } }),
    ])
  })

  it('are exported by owners as a CSV file without formulas, which is recorded', async () => {
    const get = (token: string) =>
      upstream.app.inject({ url: '/v1/manage/users/export?view=reported', headers: { authorization: token } })
    const answer = await get((owner as Member).token)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeff编号,昵称,邮箱,职责,状态,停用至,两步验证,注册时间,最近登录')
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(lines).toHaveLength(4)
    const [entry] = (await askOwner('GET /v1/manage/audit?action=user.export')).data.records
    expect(entry).toMatchObject({ outcome: 'done', targetKind: 'export', targetId: 'reported' })
    expect((await get((desk as Member).token)).json().code).toBe(403)
  })

  it('are exported completely, in chunks', async () => {
    const many = Array.from({ length: 1100 }, (_none, nth) => ({
      id: String(nth).padStart(32, 'a'),
      nickname: `会员${nth}`,
      avatar: '',
      status: 1 as const,
      created_at: at + (nth % 7),
      account_name: null,
    }))
    for (let from = 0; from < many.length; from += 500) {
      await upstream.db
        .insertInto('users')
        .values(many.slice(from, from + 500))
        .execute()
    }
    const answer = await upstream.app.inject({
      url: '/v1/manage/users/export',
      headers: { authorization: (owner as Member).token },
    })
    const ids = answer.body.split('\r\n').map((line) => line.split(',')[0])
    expect(new Set(ids.filter((one) => one?.startsWith('aaaa'))).size).toBe(1100)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('show both sides of two changes at once: who changed the duties, and to which', async () => {
    const other = await join(upstream, '另一位负责人', 'owner')
    const path = `PUT /v1/manage/users/${getId(mild)}/duties`
    const { version } = (await askOwner(`GET /v1/manage/users/${getId(mild)}`)).data
    expect((await other.ask(path, { duties: ['edit'], version })).code).toBe(200)
    expect(await askOwner(path, { duties: ['support'], version })).toMatchObject({
      code: 409,
      extra: {
        current: {
          version: expect.any(Number),
          duties: ['edit'],
          savedBy: '另一位负责人',
          savedAt: expect.any(String),
        },
      },
    })
  })
})
