import { DAY_MS, MINUTE_MS, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { createDailyCounts } from '#platform/figures/daily-counts.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; rv:115.0) Gecko/20100101 Firefox/115.0'

describeDatabases('views of an article', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let articleId = 0
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
    const published = upstream.db.selectFrom('articles').select('id').where('is_publish', '=', PUBLISH_STATE.published)
    articleId = (await published.executeTakeFirstOrThrow()).id
    editor = await join(upstream, 'editor', 'user')
    await setDuties(upstream.db, editor.id, ['edit'], { by: null, at: 0 })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    await upstream.db.deleteFrom('daily_counts').execute()
    clockMs += 2 * MINUTE_MS
  })

  const read = async (who = editor, id: number = articleId) =>
    (await who.ask(`GET /v1/manage/articles/${id}/views`)).data
  const report = (query: string, agent = AGENT, from = '192.0.2.1') =>
    ask(upstream, `GET /v1/report?${query}`, { from, headers: { 'user-agent': agent } })
  const open = (from = '', times = 1) =>
    Promise.all(Array.from({ length: times }, () => report(`article=${articleId}&from=${from}`)))
  const readTotal = async () => (await read()).views.at(-1)

  it('counts openings by source and readers who reached the end, and no page view besides', async () => {
    await open('self', 2)
    await open('www.zhihu.com', 4)
    await open('www.baidu.com')
    await open()
    await report(`article=${articleId}&step=end&from=self`)
    await expect.poll(readTotal).toBe(8)
    const { days, ends, sources } = await read()
    expect([days.length, days.at(-1)]).toEqual([30, toWireDate(clockMs)])
    expect(ends.at(-1)).toBe(1)
    expect(sources).toEqual([
      { name: 'zhihu.com', times: 4 },
      { name: 'self', times: 2 },
      { name: 'none', times: 1 },
      { name: 'search', times: 1 },
    ])
    const kinds = await upstream.db.selectFrom('daily_counts').select('kind').distinct().execute()
    expect(kinds).toEqual([{ kind: `read.${articleId}` }])
  })

  it('names no host with fewer than three views of a day, and no robot', async () => {
    await open('blog.example', 2)
    await report(`article=${articleId}&from=forum.example`, 'Baiduspider-render/2.0')
    await expect.poll(readTotal).toBe(2)
    expect((await read()).sources).toEqual([{ name: 'other', times: 2 }])
  })

  it('names fifteen hosts, and adds up the others', async () => {
    const day = toWireDate(clockMs)
    const rows = Array.from({ length: 20 }, (_none, nth) => ({ key: `h${nth}.example`, times: 100 - nth }))
    const kind = `read.${articleId}` as const
    await upstream.db
      .insertInto('daily_counts')
      .values(rows.map((row) => ({ ...row, kind, day })))
      .execute()
    const { sources } = await read()
    expect(sources).toHaveLength(16)
    expect(sources[0]).toEqual({ name: 'other', times: 85 + 84 + 83 + 82 + 81 })
    expect(sources.at(-1)).toEqual({ name: 'h14.example', times: 86 })
  })

  it('stores a limited number of hosts of a day, and every view', async () => {
    for (let nth = 0; nth < 80; nth += 1)
      await report(`article=${articleId}&from=h${nth}.example`, AGENT, `192.0.2.${nth}`)
    await report(`article=${articleId}&from=self`, AGENT, '192.0.2.200')
    await expect.poll(readTotal).toBe(81)
    const rows = await upstream.db.selectFrom('daily_counts').select(['key', 'times']).execute()
    expect(rows.length).toBeLessThanOrEqual(42)
    expect(rows).toContainEqual({ key: 'self', times: 1 })
    expect(rows.find(({ key }) => key === 'other')?.times).toBe(40)
  })

  it('counts published articles only, and sixty reports of a client in a minute', async () => {
    const hidden = upstream.db
      .updateTable('articles')
      .set({ is_publish: PUBLISH_STATE.draft })
      .where('id', '=', articleId)
    await hidden.execute()
    await open('self')
    await report('article=999999')
    await upstream.db
      .updateTable('articles')
      .set({ is_publish: PUBLISH_STATE.published })
      .where('id', '=', articleId)
      .execute()
    await open('self', 70)
    await expect.poll(readTotal).toBe(58)
    expect(await upstream.db.selectFrom('daily_counts').select('key').execute()).toHaveLength(1)
  })

  it.each(['article=0', 'article=x', 'article=1&step=half', 'article=1&from=https://a.example/path'])(
    'refuses %s',
    async (query) => {
      expect(await report(query)).toMatchObject({ code: 400 })
    },
  )

  it('is read by editors, customer service and owners, and deleted after 400 days', async () => {
    const people = await Promise.all(
      (['support', 'certify', 'owner'] as const).map(async (duty) => {
        const person = await join(upstream, duty, 'user')
        await setDuties(upstream.db, person.id, [duty], { by: null, at: 0 })
        return (await person.ask(`GET /v1/manage/articles/${articleId}/views`)).code
      }),
    )
    expect(people[0]).toBe(200)
    expect(people[1]).not.toBe(200)
    expect(people[2]).toBe(200)
    expect((await editor.ask('GET /v1/manage/articles/999999/views')).code).not.toBe(200)
    const values = [400, 401].map((days) => ({
      kind: `read.${articleId}` as const,
      day: toWireDate(clockMs - days * DAY_MS),
      key: 'self',
      times: 1,
    }))
    await upstream.db.insertInto('daily_counts').values(values).execute()
    await createDailyCounts({ db: upstream.db, now: () => clockMs, flushMs: 1, onError: () => {} }).sweep()
    expect(await upstream.db.selectFrom('daily_counts').select('day').execute()).toEqual([{ day: values[0]?.day }])
  })
})
