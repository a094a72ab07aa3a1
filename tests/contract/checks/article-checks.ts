import { HOUR_MS } from '../../../packages/contract/src/constants.ts'
import { WIRE_TEXT } from '../../../packages/contract/src/errors.ts'
import { toInstantMs } from '../../../packages/contract/src/time.ts'
import type { Loose } from '../browser.ts'
import { type Bench, type CallCheck, check } from '../call-check.ts'
import { CheckEnded } from '../findings.ts'

const NOBODYS_ARTICLE = 999_999_999

/** Returns the newest listed article that is not a link to another site. */
export async function findNewestArticle({ visitor }: Pick<Bench, 'visitor'>): Promise<Loose> {
  const { data } = await visitor().ask('GET /v1/article/')
  const found = data?.records?.find(({ isLinkFlag }: Loose) => !isLinkFlag)
  if (!found) throw new CheckEnded()
  return found
}

const stripped = (html: string) => html.replace(/<[^>]*>/g, '')
const readTime = (row: Loose) => toInstantMs(row.createTime) ?? 0

/** Whether rows are sorted by these keys, greatest first. */
function isSorted(rows: readonly Loose[], ...keys: ((row: Loose) => number)[]): boolean {
  return rows.slice(1).every((row, index) => {
    const before = rows[index]
    const key = keys.find((one) => one(row) !== one(before))
    return key === undefined || key(before) > key(row)
  })
}

export const articleChecks: readonly CallCheck[] = [
  check('GET /v1/article/', 'without pageNo: page 1 of size 10, pageSize ignored', 'visitor', async (bench) => {
    const { data } = await bench.visitor().ask('GET /v1/article/', { query: { pageSize: 3 } })
    bench.that(data.records.length === Math.min(10, data.total ?? 10), `data.records has ${data.records.length} rows`)
    bench.see(data.current ?? 1, 1, 'data.current')
  }),

  check(
    'GET /v1/article/',
    'limits pageSize to 100 and treats a pageNo below 1 as page 1',
    'visitor',
    async (bench) => {
      const { data } = await bench.visitor().ask('GET /v1/article/', { query: { pageNo: 0, pageSize: 500 } })
      bench.see(data.size ?? 100, 100, 'data.size')
      bench.see(data.current ?? 1, 1, 'data.current')
    },
  ),

  check(
    'GET /v1/article/',
    'beyond the last page: no rows, the same page count',
    'visitor',
    async ({ visitor, see }) => {
      const first = await visitor().ask('GET /v1/article/', { query: { pageNo: 1, pageSize: 10 } })
      const { data } = await visitor().ask('GET /v1/article/', { query: { pageNo: 9999, pageSize: 10 } })
      see(data, { records: [], pages: first.data.pages }, 'data')
    },
  ),

  check(
    'GET /v1/article/',
    'returns sticky rows first, then the newest or the most read',
    'visitor',
    async ({ visitor, that }) => {
      const ask = (query: Loose) => visitor().ask('GET /v1/article/', { query: { pageNo: 1, pageSize: 30, ...query } })
      const sticky = (row: Loose) => row.isStick ?? 0
      const newest = (await ask({})).data.records
      that(isSorted(newest, sticky, readTime), 'rows are in another order')
      const hottest = (await ask({ orderByDescColumn: 'quantity' })).data.records
      that(
        isSorted(hottest, sticky, (row) => row.quantity ?? 0),
        'rows by quantity are in another order',
      )
    },
  ),

  check('GET /v1/article/', 'returns categoryId as text, content and isPublish as null', 'visitor', async (bench) => {
    const row = await findNewestArticle(bench)
    bench.that(typeof row.categoryId === 'string', `categoryId is ${JSON.stringify(row.categoryId)}`)
    bench.see(
      { content: row.content ?? null, isPublish: row.isPublish ?? null },
      { content: null, isPublish: null },
      'row',
    )
  }),

  check(
    'GET /v1/article/category',
    'returns the articles of one category only',
    'visitor',
    async ({ visitor, that }) => {
      const query = { categoryId: 33, pageNo: 1, pageSize: 10 }
      const { data } = await visitor().ask('GET /v1/article/category', { query })
      const others = data.records.filter(({ categoryId }: Loose) => Number(categoryId) !== 33)
      that(others.length === 0, `${others.length} rows are of another category`)
    },
  ),

  check('GET /v1/article/info', 'for a visitor: not liked, collected or followed', 'visitor', async (bench) => {
    const row = await findNewestArticle(bench)
    const { code, data } = await bench.visitor().ask('GET /v1/article/info', { query: { id: row.id } })
    bench.see(code, 200, 'code')
    bench.see(data, { id: row.id, title: row.title }, 'data')
    bench.that(Number(data.isLike) === 0, `data.isLike is ${data.isLike}`)
    bench.see(data, { isCollect: 0, isFollowed: 0 }, 'data')
  }),

  check('GET /v1/article/info', 'an unknown article: code 500 and its text', 'visitor', async ({ visitor, see }) => {
    const answer = await visitor().ask('GET /v1/article/info', { query: { id: NOBODYS_ARTICLE } })
    see(answer, { code: 500, message: WIRE_TEXT.articleMissing, data: null })
  }),

  check(
    'GET /v1/article/info',
    'returns a draft to its author only; others: code 500 and its text',
    'reference',
    async ({ see, visitor, reference }) => {
      const { browser } = await reference.join()
      const body = { title: '未完', categoryId: 33, contentMd: '待写', isPublish: 3 }
      const { extra } = await browser.ask('POST /v1/article/', { body })
      const query = { id: extra.id }
      see(await visitor().ask('GET /v1/article/info', { query }), { code: 500, message: WIRE_TEXT.articleMissing })
      see(await browser.ask('GET /v1/article/info', { query }), { code: 200, data: { title: '未完' } })
    },
  ),

  check('GET /v1/article/search', 'finds words of titles and marks them there', 'visitor', async (bench) => {
    const { title } = await findNewestArticle(bench)
    const keyword = title.slice(0, 3)
    const query = { keyword, pageNo: 1, pageSize: 10 }
    const { data } = await bench.visitor().ask('GET /v1/article/search', { query })
    const hit = data.records.find((row: Loose) => stripped(row.title) === title)
    bench.that(hit !== undefined, `«${keyword}» does not find «${title}»`)
    bench.that(hit === undefined || hit.title !== title, 'the hit is not marked')
  }),

  check(
    'GET /v1/article/search',
    'returns nothing without a keyword, and accepts special characters',
    'visitor',
    async ({ visitor, see }) => {
      see(await visitor().ask('GET /v1/article/search'), { code: 200, data: { records: [] } })
      see(await visitor().ask('GET /v1/article/search', { query: { keyword: "(['%" } }), { code: 200 })
    },
  ),

  check(
    'GET /v1/article/slug',
    'null for an address without an article (ours)',
    'reference',
    async ({ visitor, see }) => {
      see(await visitor().ask('GET /v1/article/slug', { query: { slug: 'no-such-article' } }), {
        code: 200,
        data: null,
      })
    },
  ),

  check(
    'GET /v1/article/archive',
    'returns the newest month first, and the count of all articles in extra.total',
    'visitor',
    async ({ visitor, see, that }) => {
      const { data, extra } = await visitor().ask('GET /v1/article/archive')
      const months = data.map(({ time }: Loose) => time)
      that(months.join() === [...months].sort().reverse().join(), 'months are in another order')
      see(
        extra.total,
        data.reduce((sum: number, { list }: Loose) => sum + list.length, 0),
        'extra.total',
      )
      see(data[0]?.list[0]?.formatTime ?? '01-01', /^\d\d-\d\d$/, 'formatTime')
    },
  ),

  check('GET /v1/article/like', 'toggles the like of the caller; data null', 'account', async (bench) => {
    const { id } = await findNewestArticle(bench)
    const browser = await bench.member()
    const isLiked = async () => {
      const { data } = await browser.ask('GET /v1/article/info', { query: { id } })
      return Boolean(Number(data.isLike))
    }
    const toggle = () => browser.ask('GET /v1/article/like', { query: { articleId: id } })
    const before = await isLiked()
    bench.see(await toggle(), { code: 200, data: null })
    bench.see(await isLiked(), !before, 'isLike after one call')
    bench.see(await toggle(), { code: 200, data: null })
    bench.see(await isLiked(), before, 'isLike after two calls')
  }),

  check('GET /v1/article/like', 'an unknown article: code 500', 'reference', async ({ member, see }) => {
    const answer = await (await member()).ask('GET /v1/article/like', { query: { articleId: NOBODYS_ARTICLE } })
    see(answer, { code: 500, message: WIRE_TEXT.articleMissing, data: null })
  }),

  check('GET /v1/article/checkCode', 'a wrong code: code 500 and its text', 'visitor', async ({ visitor, see }) => {
    const answer = await visitor().ask('GET /v1/article/checkCode', { query: { code: '000000' } })
    see(answer, { code: 500, message: WIRE_TEXT.codeWrong, data: null })
  }),

  check(
    'GET /v1/article/checkCode',
    'opens gated articles with a code, once; before that the text is cut',
    'reference',
    async (bench) => {
      const { visitor, reference, see, that } = bench
      const { id } = await findNewestArticle(bench)
      const set = (read_type: number) =>
        reference.upstream.db.updateTable('articles').set({ read_type }).where('id', '=', id).execute()
      await set(3)
      bench.later(HOUR_MS)
      const browser = visitor()
      const read = async () => (await browser.ask('GET /v1/article/info', { query: { id } })).data
      const closed = await read()
      see(closed, { readType: 3, activeReadType: false, contentMd: null }, 'data')
      const code = /(?<!\d)\d{6}(?!\d)/.exec((await reference.writeToAccount('验证码')).text)?.[0] ?? ''
      const check = (by = browser) => by.ask('GET /v1/article/checkCode', { query: { code } })
      see(await check(), { code: 200, data: WIRE_TEXT.codeAccepted })
      const open = await read()
      see(open.activeReadType, true, 'data.activeReadType')
      that(open.content.length > closed.content.length, 'the text is as short as before')
      see(await check(visitor()), { code: 500, message: WIRE_TEXT.codeWrong })
      await set(0)
    },
  ),

  check(
    'GET /v1/article/selectArticleByUserId',
    'without userId: the caller’s articles, filtered by state',
    'account',
    async ({ member, that }) => {
      const { data } = await (await member()).ask('GET /v1/article/selectArticleByUserId', { query: { type: 3 } })
      const others = data.records.filter(({ isPublish }: Loose) => isPublish !== 3)
      that(others.length === 0, `${others.length} rows are no drafts`)
    },
  ),

  check(
    'GET /v1/article/selectArticleByUserId',
    'for another user: published articles only',
    'reference',
    async ({ see, that, reference }) => {
      const [writer, reader] = [await reference.join(), await reference.join()]
      for (const isPublish of [2, 3]) {
        const body = { title: `状态 ${isPublish}`, categoryId: 33, contentMd: '正文', isPublish }
        await writer.browser.ask('POST /v1/article/', { body })
      }
      const query = { userId: writer.id }
      const seen = await reader.browser.ask('GET /v1/article/selectArticleByUserId', { query })
      see(seen.data, { records: [] }, 'data')
      const own = await writer.browser.ask('GET /v1/article/selectArticleByUserId')
      that(own.data.records.length === 2, `the writer sees ${own.data.records.length} of 2`)
    },
  ),
]
