import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

/** More than a page, and enough to make a tag a frequent one. */
const ARTICLES = 1100
const AT = Date.parse('2026-11-20T02:00:00Z')

describeDatabases('the list of articles', (make) => {
  let upstream: TestUpstream
  let editor: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none' })
    editor = await join(upstream, '周观澜', 'editor')
    const [one, other] = [await join(upstream, '同名'), await join(upstream, '同名')]
    const { db } = upstream
    await db
      .insertInto('tags')
      .values([1, 2].map((id) => ({ id, name: `标签${id}`, sort: id, created_at: 0 })))
      .execute()
    const articles = Array.from({ length: ARTICLES }, (_none, at) => ({
      id: at + 1,
      category_id: 33,
      title: at === 500 ? 'FTIR 谱图' : `铁线 ${at}`,
      summary: null,
      cover: null,
      author_id: [one.id, other.id, editor.id, editor.id][at % 4] ?? '',
      author_name: at % 4 === 2 ? '同名' : null,
      keywords: null,
      is_publish: at % 2,
      is_original: 1,
      original_url: null,
      read_type: 0,
      is_stick: 0,
      is_recommend: 0,
      is_carousel: 0,
      link_url: null,
      quantity: 0,
      created_at: AT + at,
      updated_at: null,
      submitted_at: null,
      published_at: null,
    }))
    for (const part of [articles.slice(0, 500), articles.slice(500)]) {
      await db.insertInto('articles').values(part).execute()
      const tags = part.flatMap(({ id }) => [
        { article_id: id, tag_id: 1, position: 0 },
        ...(id % 10 === 0 ? [{ article_id: id, tag_id: 2, position: 1 }] : []),
      ])
      await db.insertInto('article_tags').values(tags).execute()
    }
  })
  afterAll(() => upstream.close())

  interface Page {
    records: { id: number }[]
    next: string | null
  }
  /** Lists the numbers of all articles of a filter, page after page. */
  async function listIds(filter: Record<string, string>): Promise<number[]> {
    const ids: number[] = []
    let after: string | null = ''
    while (after !== null) {
      const query = new URLSearchParams({ ...filter, ...(after && { after }) })
      const page: Page = (await editor.ask(`GET /v1/manage/articles?${query}`)).data
      ids.push(...page.records.map(({ id }) => id))
      after = page.next
    }
    return ids
  }
  const listNewestFirst = (isIn: (id: number) => boolean) =>
    Array.from({ length: ARTICLES }, (_none, at) => ARTICLES - at).filter(isIn)

  it('has all writers of one nickname and imported articles of that name, newest first, each once', async () => {
    expect(await listIds({ author: '同名' })).toEqual(listNewestFirst((id) => id % 4 !== 0))
    expect(await listIds({ author: '同名', view: 'draft' })).toEqual([])
    expect(await listIds({ author: '无此人' })).toEqual([])
  })

  it('has the articles of a frequent and of a rare tag', async () => {
    expect(await listIds({ tagId: '1' })).toEqual(listNewestFirst(() => true))
    expect(await listIds({ tagId: '1', author: '周观澜' })).toEqual(
      listNewestFirst((id) => id % 4 === 3 || id % 4 === 0),
    )
    expect(await listIds({ tagId: '2' })).toEqual(listNewestFirst((id) => id % 10 === 0))
  })

  it('finds words of the title in any case, and numbers', async () => {
    expect(await listIds({ keyword: 'ftir' })).toEqual([501])
    expect(await listIds({ keyword: '线 10' })).toHaveLength(111)
    expect(await listIds({ keyword: '%' })).toEqual([])
    expect(await listIds({ keyword: '1001' })).toEqual([1002, 1001])
  })
})
