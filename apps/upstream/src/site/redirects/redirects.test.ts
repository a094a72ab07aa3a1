import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('redirects', (make) => {
  let upstream: TestUpstream
  let editor: Member
  beforeEach(async () => {
    upstream = await makeUpstreamOn(make, { now: () => Date.parse('2026-11-20T02:00:00Z') })
    editor = await join(upstream, '沈砚秋', 'editor')
  })
  afterEach(() => upstream.close())

  const add = (...rows: { from: string; to: string }[]) => editor.ask('POST /v1/manage/redirects', { rows })
  const list = async () => (await editor.ask('GET /v1/site/redirects')).data
  const readRevision = async () => (await editor.ask('GET /v1/content/revision')).data.revision

  it('are added, listed with their author, recorded and removed', async () => {
    const before = await readRevision()
    expect(await add({ from: '/Wenti.html/', to: '/question' })).toMatchObject({ code: 200, data: { added: 1 } })
    expect(await list()).toEqual([{ from: '/wenti.html', to: '/question' }])
    expect((await editor.ask('GET /v1/manage/redirects')).data).toEqual([
      { from: '/wenti.html', to: '/question', time: '2026-11-20 10:00:00', savedBy: '沈砚秋', times: 0 },
    ])
    expect(await readRevision()).toBeGreaterThan(before)
    expect((await editor.ask('DELETE /v1/manage/redirects?from=/wenti.html')).data).toEqual({ removed: 1 })
    expect((await editor.ask('DELETE /v1/manage/redirects?from=/wenti.html')).data).toEqual({ removed: 0 })
    expect(await list()).toEqual([])
    const owner = await join(upstream, '顾怀瑾', 'owner')
    const { records } = (await owner.ask('GET /v1/manage/audit?action=redirect')).data
    expect(records.map(({ action, targetName }: Record<string, string>) => [action, targetName])).toEqual([
      ['redirect.remove', '/wenti.html'],
      ['redirect.remove', '/wenti.html → /question'],
      ['redirect.add', '/wenti.html → /question'],
    ])
  })

  it('are removed by the stored address, which may contain an escape', async () => {
    await add({ from: '/%2561', to: '/question' }, { from: '/a', to: '/about' })
    const [{ from }] = await list()
    expect((await editor.ask(`DELETE /v1/manage/redirects?from=${encodeURIComponent(from)}`)).data).toEqual({
      removed: 1,
    })
    expect(await list()).toEqual([{ from: '/a', to: '/about' }])
  })

  it('have a path instead of a whole address of this site', async () => {
    const origin = upstream.config.manageOrigin
    await add({ from: '/a', to: `${origin}/about?b=1` }, { from: '/b', to: origin.toUpperCase() })
    expect(await list()).toEqual([
      { from: '/a', to: '/about?b=1' },
      { from: '/b', to: '/' },
    ])
    expect((await add({ from: '/d', to: `${origin}/d` })).message).toBe('会绕成一圈：/d → /d')
  })

  it('lead stored ones to the new end of a chain, and keep who added them', async () => {
    await add({ from: '/a', to: '/b' })
    const other = await join(upstream, '林知微', 'editor')
    await other.ask('POST /v1/manage/redirects', { rows: [{ from: '/b', to: '/about' }] })
    const rows = (await editor.ask('GET /v1/manage/redirects')).data
    expect(rows.map(({ from, to, savedBy }: Record<string, string>) => [from, to, savedBy])).toEqual([
      ['/a', '/about', '沈砚秋'],
      ['/b', '/about', '林知微'],
    ])
  })

  it('are refused for the address of a published article, and accepted when it is gone', async () => {
    const { id } = await upstream.db
      .selectFrom('articles')
      .select('id')
      .where('is_publish', '=', 1)
      .limit(1)
      .executeTakeFirstOrThrow()
    const row = { from: `/article/${id}`, to: '/about' }
    expect(await add(row)).toMatchObject({ code: 400, message: `/article/${id} 有文章或页面在用，不能跳转` })
    await upstream.db.updateTable('articles').set({ is_publish: 0 }).where('id', '=', id).execute()
    expect(await add(row)).toMatchObject({ code: 200 })
  })

  it.each([
    [[{ from: '/a', to: '/a' }], /绕成一圈/],
    [[{ from: '/a', to: 'javascript:alert(1)' }], /https/],
    [[{ from: '/a', to: '//evil.example' }], /https/],
    [[{ from: '/v1/x', to: '/about' }], /由网站使用/],
    [[{ from: '/about', to: '/question' }], /在用/],
    [
      [
        { from: '/a', to: '/b' },
        { from: '/b', to: '/a' },
      ],
      /第 [12] 行：会绕成一圈/,
    ],
  ])('refuse %j and store nothing', async (rows, message) => {
    const refusal = await add(...rows)
    expect(refusal).toMatchObject({ code: 400, message: expect.stringMatching(message) })
    expect(await list()).toEqual([])
  })

  it('take 5000 rows at once, and no more', async () => {
    const rows = Array.from({ length: 5000 }, (_one, at) => ({ from: `/old-${at}`, to: '/about' }))
    expect(await add(...rows)).toMatchObject({ data: { added: 5000 } })
    expect(await add({ from: '/one-more', to: '/about' })).toMatchObject({ code: 400, message: '最多 5000 条' })
  })
})
