import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tables } from '#platform/db/tables.ts'
import { splitWords } from '#platform/search/terms.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases, describePostgres } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { createSearchRepository } from './search-repository.ts'

const PAGE = { number: 1, size: 500, offset: 0 }

describeDatabases('searching articles', (make) => {
  let upstream: TestUpstream

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
  })
  afterAll(() => upstream.close())

  async function search(keyword: string, paging = '') {
    const query = `keyword=${encodeURIComponent(keyword)}${paging}`
    const { code, data } = await ask(upstream, `GET /v1/article/search?${query}`)
    expect(code).toBe(200)
    return data
  }
  const getPlainTitles = (data: { records: { title: string }[] }) =>
    data.records.map(({ title }) => title.replaceAll('<em class="hit">', '').replaceAll('</em>', ''))

  it('shows articles with the word in the title first, then the newest', async () => {
    const data = await search('翡翠')
    expect(getPlainTitles(data)).toEqual(['翡翠', '十倍放大镜', '钻石'])
    expect(data).toMatchObject({ total: 3, pages: 1 })
    expect(data.records[0].title).toBe('<em class="hit">翡翠</em>')
  })

  it('finds a longer word only as a whole', async () => {
    expect(getPlainTitles(await search('翡翠手镯'))).toEqual(['翡翠'])
  })

  it('finds two separate words', async () => {
    expect(getPlainTitles(await search('翡翠 手镯'))).toEqual(['钻石', '翡翠'])
  })

  it('finds a character, a prefix of a word, a number and an emoji', async () => {
    expect(getPlainTitles(await search('翡'))).toContain('翡翠')
    expect(getPlainTitles(await search('RAM'))).toEqual(['绿松石注胶的红外特征'])
    expect(getPlainTitles(await search('1.66'))).toEqual(['翡翠'])
    expect(getPlainTitles(await search('🎉'))).toEqual(['春节收样安排'])
  })

  it('treats characters of SQL, patterns and HTML literally', async () => {
    for (const keyword of ['(', '%', '_', "'", '\\', '[', '*', '"; drop table articles; --']) {
      expect((await search(keyword)).records).toEqual([])
    }
    expect(getPlainTitles(await search('(不确定度)怎么算'))).toEqual(['开放日：来看(不确定度)怎么算'])
    expect(getPlainTitles(await search('50%_中位数'))).toEqual(['开放日：来看(不确定度)怎么算'])
    const script = await search('<script>')
    expect(script.records).toHaveLength(1)
    expect(script.records[0].summary).toContain('&lt;<em class="hit">script</em>&gt;')
    expect(JSON.stringify(script)).not.toContain('<script>')
  })

  it('requires every word of a long keyword', async () => {
    const many = '翡翠 手镯 每年 检查 一次 有无 新裂 437 nm 吸收线 特征线 硬玉 集合体 折射率 1.66 点测 密度'
    expect(getPlainTitles(await search(many))).toEqual(['翡翠'])
    expect((await search(`${many} 拉曼`)).records).toEqual([])
  })

  it('finds the articles whose text has each word, those with all of them in the title first', async () => {
    const repository = createSearchRepository({ db: upstream.db })
    const articles = await upstream.db
      .selectFrom('article_texts')
      .innerJoin('articles', 'articles.id', 'article_texts.article_id')
      .select(['articles.id', 'title_folded as title', 'folded'])
      .where('is_publish', '=', PUBLISH_STATE.published)
      .orderBy('articles.created_at', 'desc')
      .orderBy('articles.id', 'desc')
      .execute()
    const listPairs = (text: string) => text.match(/\p{Script=Han}{2}/gu) ?? []
    const listPhrases = (text: string) => text.match(/\p{Script=Han}{7}/gu) ?? []
    const other = listPairs(articles[0]?.folded ?? '').at(-1)
    for (const { title, folded } of articles) {
      const pairs = listPairs(folded)
      const pick = (count: number) =>
        Array.from({ length: count }, (_, at) => pairs[Math.floor((at * pairs.length) / count)])
      const keywords = [
        pick(2),
        pick(5),
        pick(9),
        [...pick(5), other],
        [listPhrases(folded).at(-1), other],
        listPairs(title),
      ]
      for (const keyword of keywords) {
        const words = keyword.filter((word) => word !== undefined)
        const hasAll = (text: string) => words.length > 0 && words.every((word) => text.includes(word))
        const hits = articles.filter((one) => hasAll(one.folded))
        const expected = [...hits.filter((one) => hasAll(one.title)), ...hits.filter((one) => !hasAll(one.title))]
        const found = await repository.find({ words: splitWords(words.join(' ')), categoryId: undefined }, PAGE)
        expect(found, words.join(' ')).toEqual({ ids: expected.map(({ id }) => id), total: hits.length })
      }
    }
  })

  it('finds nothing for a blank or missing keyword', async () => {
    expect(await search('  ')).toMatchObject({ records: [], total: 0, pages: 0 })
    expect((await ask(upstream, 'GET /v1/article/search')).data.records).toEqual([])
  })

  it('finds no drafts, no articles in review and no gated text', async () => {
    expect((await search('绿豆汤')).records).toEqual([])
    expect((await search('白玉菩提')).records).toEqual([])
    expect((await search('静水称重')).records).toHaveLength(1)
  })

  it('pages through hits in titles and texts without duplicates', async () => {
    const seen = []
    expect(getPlainTitles(await search('钻石'))).toEqual(['钻石', '翡翠'])
    for (const pageNo of [1, 2, 3, 4])
      seen.push(...getPlainTitles(await search('翡翠', `&pageNo=${pageNo}&pageSize=1`)))
    expect(seen).toEqual(['翡翠', '十倍放大镜', '钻石'])
  })

  it('restricts the hits and their number to a category', async () => {
    const all = await search('翡翠')
    const categories = all.records.map(({ categoryId }: { categoryId: string }) => categoryId)
    expect(new Set(categories).size).toBeGreaterThan(1)
    for (const categoryId of new Set<string>(categories)) {
      const found = await search('翡翠', `&categoryId=${categoryId}`)
      expect(found.total).toBe(categories.filter((id: string) => id === categoryId).length)
      expect(found.records.every((record: { categoryId: string }) => record.categoryId === categoryId)).toBe(true)
    }
    expect(await search('翡翠', '&categoryId=99')).toMatchObject({ records: [], total: 0 })
    const code = (await ask(upstream, 'GET /v1/article/search?keyword=a&categoryId=x')).code
    expect(code).not.toBe(200)
  })

  it('returns the link of a result', async () => {
    const [record] = (await search('外部报道')).records
    expect(record).toMatchObject({ isLinkFlag: true, linkUrl: 'https://news.example.test/report', categoryId: '32' })
  })
})

describePostgres('a search for many words', (make) => {
  it('is planned with two joins at most, because the time of planning grows with their number', async () => {
    const { url, drop } = await make('migrated')
    const pool = new pg.Pool({ connectionString: url })
    // A connection that still closes may report that the database was dropped.
    pool.on('error', () => {})
    const statements: { sql: string; parameters: readonly unknown[] }[] = []
    const log = ({ query }: LogEvent) => {
      statements.push(query)
    }
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log })
    const words = splitWords('红宝 蓝宝 祖母 碧玺 尖晶 石榴 欧泊 珍珠 琥珀 珊瑚 青金 复检显微镜可见生长纹理')
    await createSearchRepository({ db }).find({ words, categoryId: undefined }, PAGE)
    const joins = []
    for (const { sql, parameters } of statements) {
      const { rows } = await pool.query(`explain ${sql}`, [...parameters])
      joins.push(rows.filter((row) => /(Nested Loop|Join) .*cost/.test(row['QUERY PLAN'])).length)
    }
    await db.destroy()
    await drop()
    expect(Math.max(...joins)).toBe(2)
  })
})
