import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('the address of an article', (make) => {
  let upstream: TestUpstream
  let editor: Member
  let id: number
  let other: number
  beforeEach(async () => {
    upstream = await makeUpstreamOn(make, { now: () => Date.parse('2026-11-20T02:00:00Z') })
    editor = await join(upstream, '沈砚秋', 'editor')
    const rows = await upstream.db
      .selectFrom('articles')
      .select('id')
      .where('is_publish', '=', 1)
      .where('category_id', '!=', 36)
      .where('published_at', 'is not', null)
      .orderBy('id')
      .limit(2)
      .execute()
    ;[id, other] = rows.map((row) => row.id) as [number, number]
  })
  afterEach(() => upstream.close())

  const change = (slug: string | null, article = id, by = editor) =>
    by.ask(`PUT /v1/manage/articles/${article}/address`, { slug })
  const find = async (slug: string) => (await editor.ask(`GET /v1/article/slug?slug=${slug}`)).data?.id ?? null
  const listMoves = async () =>
    (await editor.ask('GET /v1/site/redirects')).data.map(({ from, to }: Record<string, string>) => `${from} → ${to}`)

  it('is its slug, in every answer with links', async () => {
    expect(await change('turquoise-ir')).toMatchObject({ code: 200, data: { isRedirected: false } })
    expect(await find('turquoise-ir')).toBe(id)
    const { data, extra } = await editor.ask(`GET /v1/article/info?id=${other}`)
    expect(data).not.toHaveProperty('slug')
    expect((await editor.ask(`GET /v1/article/info?id=${id}`)).data.slug).toBe('turquoise-ir')
    const { records } = (await editor.ask('GET /v1/article/?pageNo=1&pageSize=100')).data
    const slugs = Object.fromEntries(records.map((row: Record<string, unknown>) => [row.id, row.slug ?? null]))
    expect([slugs[id], slugs[other]]).toEqual(['turquoise-ir', null])
    const months = (await editor.ask('GET /v1/article/archive')).data
    const archived = months.flatMap(({ list }: { list: { id: number }[] }) => list)
    expect(archived.find((row: { id: number }) => row.id === id)).toMatchObject({ slug: 'turquoise-ir' })
    expect((await editor.ask(`GET /v1/manage/articles/${id}`)).data.slug).toBe('turquoise-ir')
    expect(Object.keys(extra)).toContain('related')
  })

  it('redirects from every former one, and an address that returns is free again', async () => {
    await change('a1')
    expect(await listMoves()).toEqual([])
    expect(await change('b1')).toMatchObject({ data: { isRedirected: true } })
    expect(await listMoves()).toEqual(['/article/a1 → /article/b1'])
    await change('c1')
    expect(await listMoves()).toEqual(['/article/a1 → /article/c1', '/article/b1 → /article/c1'])
    await change('a1')
    expect(await listMoves()).toEqual(['/article/b1 → /article/a1', '/article/c1 → /article/a1'])
    for (const slug of ['b1', 'a1', 'b1', 'a1']) await change(slug)
    expect(await listMoves()).toEqual(['/article/b1 → /article/a1', '/article/c1 → /article/a1'])
    await change(null)
    expect((await listMoves()).sort()).toEqual([
      `/article/a1 → /article/${id}`,
      `/article/b1 → /article/${id}`,
      `/article/c1 → /article/${id}`,
    ])
    expect(await find('a1')).toBeNull()
  })

  it('may be the former one of another article, which no longer gets its readers', async () => {
    await change('a1')
    await change('b1')
    expect(await change('a1', other)).toMatchObject({ code: 200 })
    expect(await listMoves()).toEqual([])
    expect([await find('a1'), await find('b1')]).toEqual([other, id])
  })

  it('of a draft leaves no redirect and leads nowhere', async () => {
    await upstream.db.updateTable('articles').set({ is_publish: 3, published_at: null }).where('id', '=', id).execute()
    await change('a1')
    expect(await change('b1')).toMatchObject({ data: { isRedirected: false } })
    expect(await listMoves()).toEqual([])
    expect(await find('b1')).toBeNull()
  })

  it.each([
    ['收费', /小写字母.*page/],
    ['New', /小写字母.*new-2/],
    ['2026', /数字.*page-2026/],
    ['admin', /由网站使用/],
    ['a/../b', /小写字母/],
    ['a'.repeat(61), /2–60/],
    ['a\u0000b', /./],
  ])('is refused as %j, with a valid proposal', async (slug, message) => {
    expect(await change(slug)).toMatchObject({ code: 400, message: expect.stringMatching(message) })
    expect((await editor.ask(`GET /v1/manage/articles/${id}`)).data.slug).toBeNull()
  })

  it('is refused when another article has it, or when the article is a page or missing', async () => {
    await change('a1')
    expect(await change('a1', other)).toMatchObject({ code: 400, message: expect.stringContaining('a1-2') })
    await upstream.db.updateTable('articles').set({ category_id: 36 }).where('id', '=', other).execute()
    for (const one of [other, 999_999]) expect((await change('x1', one)).code).not.toBe(200)
    expect(await find('x1')).toBeNull()
  })

  it('cannot be redirected by staff while it is live', async () => {
    await change('a1')
    const add = (from: string) => editor.ask('POST /v1/manage/redirects', { rows: [{ from, to: '/about' }] })
    expect(await add('/article/a1')).toMatchObject({ code: 400, message: expect.stringContaining('在用') })
    expect(await add('/p/a1')).toMatchObject({ code: 200 })
  })

  it('is changed by editors only, and recorded with both values', async () => {
    const member = await join(upstream, '林知微', 'user')
    expect(await change('a1', id, member)).toMatchObject({ code: 403 })
    await change('a1')
    const owner = await join(upstream, '顾怀瑾', 'owner')
    const { records } = (await owner.ask('GET /v1/manage/audit?action=article.address')).data
    expect(records[0]).toMatchObject({ action: 'article.address', outcome: 'done', targetId: String(id) })
    expect(records[0].changes).toEqual([
      expect.objectContaining({ member: 'slug', before: `/article/${id}`, after: '/article/a1' }),
    ])
  })
})
