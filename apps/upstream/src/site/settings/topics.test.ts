import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

interface ListedTopic {
  id: number
  name: string
  version: number
  articles: number
}

describeDatabases('categories and tags', (make) => {
  let upstream: TestUpstream
  let owner: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
    owner = await join(upstream, 'owner', 'owner')
  })
  afterAll(() => upstream.close())

  const listCategories = async (): Promise<ListedTopic[]> => (await owner.ask('GET /v1/manage/categories')).data.records
  const listTags = async (query = ''): Promise<ListedTopic[]> =>
    (await owner.ask(`GET /v1/manage/tags?${query}`)).data.records
  const tagNamed = async (name: string) => (await listTags()).find((tag) => tag.name === name) as ListedTopic
  const getNames = (rows: readonly ListedTopic[]) => rows.map(({ name }) => name)

  it('are added, renamed and ordered', async () => {
    const { data } = await owner.ask('POST /v1/manage/topics', { kind: 'category', name: '科普' })
    expect(data.id).toBe(37)
    expect(getNames(await listCategories())).toEqual(['新闻资讯', '研究', '宝石百科', '品牌周边', '科普'])
    await owner.ask('POST /v1/manage/topics/37/move', { kind: 'category', before: 33 })
    await owner.ask('POST /v1/manage/topics/32/move', { kind: 'category' })
    expect(getNames(await listCategories())).toEqual(['科普', '研究', '宝石百科', '品牌周边', '新闻资讯'])
    expect(await owner.ask('PUT /v1/manage/topics/37', { kind: 'category', version: 0, name: '知识' })).toMatchObject({
      code: 200,
    })
    const stale = await owner.ask('PUT /v1/manage/topics/37', { kind: 'category', version: 0, name: '常识' })
    expect(stale).toMatchObject({ code: 409, extra: { current: { name: '知识', version: 1 } } })
    expect((await owner.ask('GET /v1/manage/audit?action=topic.rename')).data.records).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'done', targetKind: 'category', targetId: '37', changes: [{ before: '科普', after: '知识' }] },
    ])
  })

  it('are added by editors only when they are tags', async () => {
    const editor = await join(upstream, '添标签的编辑', 'editor')
    expect(await editor.ask('POST /v1/manage/topics', { kind: 'tag', name: '奇石日' })).toMatchObject({ code: 200 })
    expect(await editor.ask('POST /v1/manage/topics', { kind: 'category', name: '活动' })).toMatchObject({
      code: 400,
      message: '栏目由负责人添加',
    })
  })

  it('refuse a name that another request takes at the same time', async () => {
    const add = () => owner.ask('POST /v1/manage/topics', { kind: 'tag', name: '同名' })
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400])
    expect((await listTags()).filter(({ name }) => name === '同名')).toHaveLength(1)
  })

  it('keep the names of the header’s categories and refuse a name twice', async () => {
    expect(await owner.ask('PUT /v1/manage/topics/32', { kind: 'category', version: 0, name: '新闻' })).toMatchObject({
      code: 500,
    })
    expect(await owner.ask('POST /v1/manage/topics', { kind: 'category', name: ' 研究 ' })).toMatchObject({ code: 400 })
    expect(await owner.ask('PUT /v1/manage/topics/36', { kind: 'category', version: 0, name: '页面' })).toMatchObject({
      code: 500,
    })
  })

  it('merge with all articles, and old addresses lead to the other', async () => {
    const [from, into] = [await tagNamed('公告'), (await listTags()).find(({ name }) => name !== '公告') as ListedTopic]
    const articles = async (id: number) => (await owner.ask(`GET /v1/article/?tagId=${id}&pageSize=100`)).data.records
    const ids = async (id: number) => (await articles(id)).map((article: { id: number }) => article.id)
    const all = new Set([...(await ids(from.id)), ...(await ids(into.id))])
    const body = { kind: 'tag', version: from.version, into: into.id }
    expect(await owner.ask(`POST /v1/manage/topics/${from.id}/merge`, body)).toMatchObject({
      code: 200,
      data: { articles: expect.any(Number) },
    })
    expect(new Set(await ids(into.id))).toEqual(all)
    expect((await owner.ask('GET /v1/tag/')).extra.merged).toEqual([{ from: from.id, into: into.id }])
    expect(await tagNamed('公告')).toBeUndefined()
    expect(await owner.ask(`POST /v1/manage/topics/${from.id}/merge`, body)).toMatchObject({ code: 500 })
    // When the target of a merge is merged itself, the old id leads to the final one.
    const last = (await listTags()).find(({ id }) => id !== into.id) as ListedTopic
    await owner.ask(`POST /v1/manage/topics/${into.id}/merge`, { kind: 'tag', version: into.version, into: last.id })
    expect((await owner.ask('GET /v1/tag/')).extra.merged).toEqual(
      expect.arrayContaining([
        { from: from.id, into: last.id },
        { from: into.id, into: last.id },
      ]),
    )
  })

  it('move a category’s articles, with their counts', async () => {
    const research = (await listCategories()).find(({ id }) => id === 33)?.articles ?? 0
    await upstream.db.updateTable('articles').set({ category_id: 37 }).where('category_id', '=', 32).execute()
    const moved = (await listCategories()).find(({ id }) => id === 37) as ListedTopic
    expect(moved.articles).toBe(3)
    await owner.ask('POST /v1/manage/topics/37/merge', { kind: 'category', version: moved.version, into: 33 })
    expect((await listCategories()).find(({ id }) => id === 33)?.articles).toBe(research + 3)
    const { data, extra } = await owner.ask('GET /v1/category/')
    expect(data.map(({ id }: ListedTopic) => id)).not.toContain(37)
    expect(extra.merged).toEqual([{ from: 37, into: 33 }])
    expect((await owner.ask('POST /v1/manage/topics', { kind: 'category', name: '新栏目' })).data.id).toBe(38)
  })

  it('are listed 50 a page, found by a part of their name', async () => {
    const rows = Array.from({ length: 120 }, (_none, at) => ({ name: `批${at}%`, sort: 900 + (at % 3), created_at: 0 }))
    await upstream.db.insertInto('tags').values(rows).execute()
    const seen: string[] = []
    for (let after: number | undefined, hasMore = true; hasMore; ) {
      const { data } = await owner.ask(`GET /v1/manage/tags?keyword=${encodeURIComponent('%')}&after=${after ?? ''}`)
      seen.push(...getNames(data.records))
      hasMore = data.hasMore
      after = data.records.at(-1).id
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    const [first, last] = [seen[0] as string, seen[119] as string]
    const ids = new Map(
      (await upstream.db.selectFrom('tags').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
    )
    await owner.ask(`POST /v1/manage/topics/${ids.get(last)}/move`, { kind: 'tag', before: ids.get(first) })
    expect(getNames(await listTags('keyword=%25')).slice(0, 2)).toEqual([last, first])
  })
})
