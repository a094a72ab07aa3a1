import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite } from '#testing/make-site.ts'
import { failure, ok, type SeenRequest, type StubAnswer } from '#testing/stub-upstream.ts'

interface Row {
  id: number
  title: string
  categoryId: string | number
  createTime?: string
  summary?: string
  slug?: string | null
}

const ROWS: Row[] = [
  { id: 7, title: '翡翠 <A> & B', categoryId: '32', createTime: '2026-11-12 09:30:00' },
  { id: 8, title: '红外光谱', categoryId: 33, createTime: '2026-10-02 00:10:00', summary: '要点' },
]

const GIA = { id: 1, name: 'GIA', url: 'https://www.gia.edu' }

let site: TestSite
beforeEach(async () => {
  site = await makeSite()
  site.upstream.answer = createAnswers(ROWS)
})
afterEach(() => site.close())

/** Makes the answers of an upstream with these articles. */
function createAnswers(rows: readonly Row[]): (request: SeenRequest) => StubAnswer {
  return ({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://upstream.test')
    if (pathname === '/v1/category/') return ok([{ id: 40, name: '展会', articleNum: 1 }])
    if (pathname === '/v1/say/getSayList') return ok({ records: [{ id: '1', content: '到样' }], total: 1, pages: 1 })
    if (pathname === '/v1/hot') return ok({ data: [{ keyword: '翡翠' }] })
    if (pathname === '/v1/site/getNavigations') return ok([{ siteClassName: '学会', navigations: [GIA] }])
    if (pathname !== '/v1/article/') return ok({ name: '石衡' })
    const category = searchParams.get('categoryId')
    const found = rows.filter(({ categoryId }) => category === null || String(categoryId) === category)
    const [pageNo, size] = [Number(searchParams.get('pageNo')), Number(searchParams.get('pageSize'))]
    const records = found.slice((pageNo - 1) * size, pageNo * size)
    return ok({ records, pages: Math.ceil(found.length / size) })
  }
}

const OTHER_LISTS = ['/say', '/hot', '/navigation']
const get = (url: string, headers = {}) => site.app.inject({ url, headers })
const readLocations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)

describe('the sitemap', () => {
  it('contains every article under its own path, with its date in China', async () => {
    const { payload, headers } = await get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(payload).toContain(`<url><loc>${OWN_ORIGIN}/news-article/7</loc><lastmod>2026-11-12</lastmod></url>`)
    expect(payload).toContain(`<url><loc>${OWN_ORIGIN}/article/8</loc><lastmod>2026-10-02</lastmod></url>`)
  })

  it('and the feeds link an article by its slug, whose number stays its id', async () => {
    const rows = ROWS.map((row) => ({ ...row, slug: row.id === 7 ? 'jade-certificate' : null }))
    site.upstream.answer = createAnswers(rows)
    const { payload } = await get('/sitemap.xml')
    expect(readLocations(payload)).toContain(`${OWN_ORIGIN}/article/jade-certificate`)
    expect(payload).not.toContain('/news-article/7')
    const feed = (await get('/feed.xml')).payload
    expect(feed).toContain(`<link href="${OWN_ORIGIN}/article/jade-certificate"/>`)
    expect(feed).toContain(`<id>${OWN_ORIGIN}/article/7</id>`)
  })

  it('contains the static pages and the lists, dated by their newest article', async () => {
    const { payload } = await get('/sitemap.xml')
    const found = readLocations(payload)
    for (const path of [
      '/',
      '/certificate-check',
      '/rangeDetail',
      '/question',
      '/archive',
      ...OTHER_LISTS,
      '/developers',
    ]) {
      expect(found).toContain(OWN_ORIGIN + path)
    }
    // A list without an article would lead readers to an empty page.
    expect(found).not.toContain(`${OWN_ORIGIN}/gem`)
    expect(new Set(found).size).toBe(found.length)
    expect(payload).toContain(`<loc>${OWN_ORIGIN}/tags?categoryId=33</loc><lastmod>2026-10-02</lastmod>`)
    expect(payload).toContain(`<loc>${OWN_ORIGIN}/</loc><lastmod>2026-11-12</lastmod>`)
  })

  it('contains no list that is empty, but those of an upstream that does not answer', async () => {
    const [answerArticles, refused] = [createAnswers([]), failure(500, '出错了')]
    for (const [posts, words, sites, paths] of [
      [ok({ records: [], total: 0, pages: 0 }), ok({ data: [] }), ok([{ siteClassName: '学会', navigations: [] }]), []],
      [refused, refused, refused, OTHER_LISTS],
    ] as const) {
      site.upstream.answer = (request) => {
        const { pathname } = new URL(request.url, 'http://upstream.test')
        if (pathname === '/v1/say/getSayList') return posts
        if (pathname === '/v1/hot') return words
        return pathname === '/v1/site/getNavigations' ? sites : answerArticles(request)
      }
      site.clock.nowMs += 25 * 3_600_000
      const found = readLocations((await get('/sitemap.xml')).payload)
      expect(found).toEqual(
        expect.arrayContaining(['/', '/log', '/developers', ...paths].map((path) => OWN_ORIGIN + path)),
      )
      const absent = [...OTHER_LISTS, '/archive', '/category', '/gem'].filter(
        (path) => !paths.some((one) => one === path),
      )
      expect(found.filter((address) => absent.some((path) => address === OWN_ORIGIN + path))).toEqual([])
    }
  })

  it('contains the list of a category that an operator added', async () => {
    site.upstream.answer = createAnswers([
      ...ROWS,
      { id: 9, title: '展会', categoryId: 40, createTime: '2026-11-20 08:00:00' },
    ])
    const { payload } = await get('/sitemap.xml')
    expect(payload).toContain(`<loc>${OWN_ORIGIN}/category?categoryId=40</loc><lastmod>2026-11-20</lastmod>`)
  })

  it('is fetched page by page, once for concurrent and later requests', async () => {
    const many = Array.from({ length: 1_050 }, (_, index) => ({ id: index + 1, title: 'a', categoryId: 33 }))
    site.upstream.answer = createAnswers(many)
    const replies = await Promise.all([get('/sitemap.xml'), get('/sitemap.xml')])
    const found = readLocations(replies[0].payload)
    expect(found.filter((address) => address?.includes('/article/'))).toHaveLength(1_050)
    site.clock.nowMs += 60_000
    expect((await get('/sitemap.xml')).payload).toBe(replies[1].payload)
    expect(site.upstream.seen.filter(({ url }) => url.includes('/v1/article/'))).toHaveLength(11)
  })

  it('and the feeds contain a new article for the first reader after ten minutes', async () => {
    await Promise.all([get('/sitemap.xml'), get('/feed.xml')])
    site.upstream.answer = createAnswers([...ROWS, { id: 9, title: '新文章', categoryId: 33 }])
    site.clock.nowMs += 10 * 60_000
    expect((await get('/sitemap.xml')).payload).toContain(`${OWN_ORIGIN}/article/9`)
    expect((await get('/feed.xml')).payload).toContain('新文章')
  })

  it('stops at 50,000 URLs, the limit of the format', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, title: 'a', categoryId: 33 }))
    site.upstream.answer = ({ url }) => {
      const first = Number(new URL(url, 'http://upstream.test').searchParams.get('pageNo')) * 1_000
      return ok({ records: rows.map((row) => ({ ...row, id: first + row.id })), pages: 9_999 })
    }
    expect(readLocations((await get('/sitemap.xml')).payload)).toHaveLength(50_000)
    expect(site.upstream.seen.filter(({ url }) => url.includes('/v1/article/'))).toHaveLength(500)
  }, 30_000)

  it('contains the published pages alone, and all standing ones of an upstream that does not list them', async () => {
    const answerArticles = createAnswers(ROWS)
    site.upstream.answer = answerArticles
    expect((await get('/sitemap.xml')).payload).toContain(`<loc>${OWN_ORIGIN}/about</loc>`)
    site.clock.nowMs += 25 * 3_600_000
    const page = { path: '/p/song-jian', title: '送检须知', changeTime: '2026-11-19 09:00:00' }
    site.upstream.answer = (request) => (request.url.includes('/v1/page/') ? ok([page]) : answerArticles(request))
    const { payload } = await get('/sitemap.xml')
    expect(payload).toContain(`<loc>${OWN_ORIGIN}/p/song-jian</loc><lastmod>2026-11-19</lastmod>`)
    expect(payload).toContain(`<loc>${OWN_ORIGIN}/contact-us</loc>`)
    expect(payload).not.toContain(`<loc>${OWN_ORIGIN}/about</loc>`)
  })

  it('omits the articles of static pages, which have other URLs', async () => {
    site.upstream.answer = createAnswers([...ROWS, { id: 9, title: '常见问题', categoryId: 36 }])
    expect((await get('/sitemap.xml')).payload).not.toContain('/article/9')
  })

  it('is compressed for a client that accepts it', async () => {
    const reply = await get('/sitemap.xml', { 'accept-encoding': 'gzip' })
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(reply.rawPayload).toString()).toContain('/news-article/7')
  })

  it('is compressed once, and only uncached requests use up the budget', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, title: 'a', categoryId: 33 }))
    site.upstream.answer = ({ url }) => {
      const first = Number(new URL(url, 'http://upstream.test').searchParams.get('pageNo')) * 1_000
      return ok({ records: rows.map((row) => ({ ...row, id: first + row.id })), pages: 500 })
    }
    const xml = (await get('/sitemap.xml')).payload
    await get('/sitemap.xml', { 'accept-encoding': 'gzip' })
    const before = process.cpuUsage()
    gzipSync(xml)
    const once = process.cpuUsage(before)
    // Other suites of this process use the processor too: the cheapest of the requests counts.
    const costs: number[] = []
    for (let times = 0; times < 20; times += 1) {
      const start = process.cpuUsage()
      expect((await get('/sitemap.xml', { 'accept-encoding': 'gzip' })).statusCode).toBe(200)
      costs.push(process.cpuUsage(start).user)
    }
    expect(Math.min(...costs)).toBeLessThan(once.user / 2)

    for (let n = 0; n < 300; n += 1) await get(`/?page=${n}`)
    expect((await get('/sitemap.xml')).statusCode).toBe(200)
    const refused = await get('/feed.xml')
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  }, 60_000)

  it('answers 502 instead of an empty sitemap, and the cached one while upstream is down', async () => {
    site.upstream.answer = () => failure(500, '系统繁忙')
    expect((await get('/sitemap.xml')).statusCode).toBe(502)
    site.upstream.answer = createAnswers(ROWS)
    const { payload } = await get('/sitemap.xml')
    await site.upstream.stop()
    site.clock.nowMs += 3_600_000
    expect((await get('/sitemap.xml')).payload).toBe(payload)
    await site.upstream.start()
  })
})

describe('the feeds', () => {
  it('list the newest articles of the whole site', async () => {
    const { payload, headers } = await get('/feed.xml')
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(payload).toContain('<title>石衡</title>')
    expect(payload).toContain('<title>翡翠 &lt;A&gt; &amp; B</title>')
    expect(payload).toContain(`<link href="${OWN_ORIGIN}/news-article/7"/>`)
    expect(payload).toContain('<published>2026-11-12T01:30:00.000Z</published>')
    expect(payload).toContain(`<link rel="self" type="application/atom+xml" href="${OWN_ORIGIN}/feed.xml"/>`)
  })

  it('list the articles of one category and link to its page', async () => {
    const { payload } = await get('/feed/33.xml')
    expect(payload).toContain('<title>研究 - 石衡</title>')
    expect(payload).toContain(`href="${OWN_ORIGIN}/tags?categoryId=33"`)
    expect(payload).toContain('红外光谱')
    expect(payload).not.toContain('翡翠')
    expect((await get('/feed/40.xml')).payload).toContain('<title>展会 - 石衡</title>')
  })

  it('answer 404 for an unknown category', async () => {
    for (const url of ['/feed/36.xml', '/feed/99.xml', '/feed/0.xml', '/feed/x.xml']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    }
  })

  it('answer 502 instead of an empty feed when upstream fails', async () => {
    site.upstream.answer = () => failure(500, '系统繁忙')
    expect((await get('/feed.xml')).statusCode).toBe(502)
  })
})

describe('robots.txt', () => {
  it('names the sitemap, and disallows pages that need a login and no public ones', async () => {
    const lines = (await get('/robots.txt')).payload.split('\n')
    expect(lines).toContain(`Sitemap: ${OWN_ORIGIN}/sitemap.xml`)
    for (const path of ['/v1/', '/user', '/notice/id', '/newposts', '/newSays']) {
      expect(lines).toContain(`Disallow: ${path}`)
    }
    const closed = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10))
    for (const path of ['/notice/fees', '/news-article/7', '/says', '/search?keyword=a']) {
      expect(closed.filter((prefix) => path.startsWith(prefix))).toEqual([])
    }
  })
})

describe('old URLs', () => {
  it.each([
    ['/news', '/tags?categoryId=32'],
    ['/research', '/tags?categoryId=33'],
    ['/gem-encyclopedia', '/gem'],
    ['/inspection', '/rangeDetail'],
    ['/orders', '/orders/progress'],
    ['/orders?no=WT20261120000425', '/orders/progress?no=WT20261120000425'],
    ['/news?page=2', '/tags?categoryId=32&page=2'],
    ['/research?categoryId=1&from=footer', '/tags?categoryId=33&from=footer'],
    ['/gem-encyclopedia?q=%E7%BF%A1', '/gem?q=%E7%BF%A1'],
  ])('redirect %s to %s permanently', async (from, to) => {
    const { statusCode, headers } = await get(from)
    expect([statusCode, headers.location]).toEqual([301, to])
  })
})
