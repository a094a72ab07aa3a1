// @vitest-environment node
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { inlineScripts, render, shell } from '#entry-server.tsx'
import { answering, bad, good } from '#testing/answering.ts'
import type { Manifest } from './asset-tags.ts'

const INFO = 'GET /v1/article/info'
const COMMENTS = { 'GET /v1/comment/': good('GET /v1/comment/', { records: [], pages: 0 }) }
const manifest: Manifest = {
  'style.css': { file: 'assets/style-4.css' },
  'src/entry-client.tsx': { file: 'assets/entry-1.js', imports: ['_ui.js'] },
  '_ui.js': { file: 'assets/ui-2.js' },
  'src/app/article-with-comments.tsx': {
    file: 'assets/article-3.js',
    imports: ['src/entry-client.tsx'],
  },
}
const origin = 'https://www.example.cn'
const evil = '</script><script>alert(1)</script>'

const open = (path: string, answers = {}) =>
  render(new Request(origin + path), { fetch: answering({ ...COMMENTS, ...answers }), manifest, origin })

it('renders a page as one document, with the style sheet and its own scripts', async () => {
  const { status, html } = await open('/news-article/7', {
    [INFO]: good(INFO, { id: 7, title: '折射率 <读法>', content: '<p>正文</p>' }),
  })
  expect(status).toBe(200)
  expect(html).toContain('<html lang="zh-CN" data-theme="light">')
  expect(html).toContain('<title>折射率 &lt;读法&gt; - 石衡珠宝玉石检测中心</title>')
  expect(html).toMatch(/<link rel="canonical" href="https:\/\/www\.example\.cn\/[a-z-]+\/7">/)
  expect([...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map((match) => match[1])).toEqual([
    '/assets/style-4.css',
  ])
  // The start script loads these files after the first paint.
  expect(html).toContain('<script data-files="/assets/entry-1.js /assets/ui-2.js /assets/article-3.js">')
  expect(html).toContain('<p>正文</p>')
})

it('contains no inline style and only the exported inline scripts', async () => {
  const { html } = await open('/nothing-here')
  expect(html).not.toMatch(/\sstyle="|<style/)
  const inline = [...html.matchAll(/<script(?: data-files="[^"]*")?>(.*?)<\/script>/g)].map((match) => match[1])
  expect(inline).toEqual(inlineScripts)
  expect(
    createHash('sha256')
      .update(inlineScripts[0] ?? '')
      .digest('base64'),
  ).toHaveLength(44)
})

const readJsonLd = (html: string) => {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1]
  return json === undefined ? undefined : (JSON.parse(json) as { '@graph': Record<string, unknown>[] })
}

it('describes organisation, site and page as JSON-LD with absolute addresses', async () => {
  const archive = good('GET /v1/article/archive', [{ time: '2026-11', list: [{ id: 7, title: evil }] }], { total: 1 })
  const { html } = await open('/archive', { 'GET /v1/article/archive': archive })
  const graph = readJsonLd(html)?.['@graph'] ?? []
  expect(graph.map((node) => node['@type'])).toEqual(['Organization', 'WebSite', 'BreadcrumbList'])
  expect(graph[0]).toMatchObject({ '@id': `${origin}/#organization`, name: '石衡珠宝玉石检测中心', url: `${origin}/` })
  expect(graph[2]).toMatchObject({ itemListElement: [{ item: `${origin}/` }, { name: '文章归档' }] })
})

it('escapes the organisation’s name in JSON-LD', async () => {
  const { html } = await open('/archive', {
    'GET /v1/webSiteInfo': good('GET /v1/webSiteInfo', { name: evil }),
    'GET /v1/article/archive': good('GET /v1/article/archive', []),
  })
  expect(html).not.toContain(evil)
  expect(readJsonLd(html)?.['@graph'][0]).toMatchObject({ name: evil })
})

it('names the page’s own picture for sharing, or the site’s', async () => {
  const cover = 'https://pictures.example/a.jpg'
  const own = await open('/article/7', { [INFO]: good(INFO, { id: 7, title: '折射率', avatar: cover }) })
  expect(own.html).toContain(`<meta property="og:image" content="${cover}">`)
  expect(own.html).not.toContain('og:image:width')
  const plain = await open('/article/7', { [INFO]: good(INFO, { id: 7, title: '折射率' }) })
  expect(plain.html).toContain(`<meta property="og:image" content="${origin}/og.png">`)
  expect(plain.html).toContain('<meta property="og:image:width" content="1200">')
  expect(plain.html).toContain('<meta name="twitter:card" content="summary_large_image">')
  const drawn = await open('/article/7', {
    [INFO]: good(INFO, { id: 7, title: '放大镜', avatar: '/file/img/loupe.svg' }),
  })
  expect(drawn.html).toContain(`<meta property="og:image" content="${origin}/og.png">`)
})

it('names the author and the date of an article', async () => {
  const facts = { id: 7, title: '折射率', createTime: '2026-11-12 09:30:00', nickname: '周观澜' }
  const { html } = await open('/article/7', { [INFO]: good(INFO, facts) })
  expect(html).toContain('<meta property="article:published_time" content="2026-11-12T01:30:00.000Z">')
  expect(html).toContain('<meta property="article:author" content="周观澜">')
  expect((await open('/search')).html).not.toContain('property="article:')
})

it('keeps iOS and Baidu from rewriting the page', async () => {
  const { html } = await open('/nothing-here')
  expect(html).toContain('<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">')
  expect(html).toContain('<meta http-equiv="Cache-Control" content="no-transform">')
})

it('links the feeds', async () => {
  const { html } = await open('/nothing-here')
  const feeds = [...html.matchAll(/<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="([^"]+)">/g)]
  expect(feeds.map((match) => match[1])).toEqual(['/feed.xml', '/feed/32.xml', '/feed/33.xml'])
})

it('marks search results as noindex', async () => {
  const { status, html } = await open('/search')
  expect(status).toBe(200)
  expect(html).toContain('<title>搜索新闻 - 石衡珠宝玉石检测中心</title>')
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toContain('rel="canonical"')
  expect(readJsonLd(html)).toBeUndefined()
})

it.each([
  ['/news', '/tags?categoryId=32'],
  ['/inspection', '/rangeDetail'],
])('redirects the old address %s to %s permanently', async (from, to) => {
  expect(await open(from)).toMatchObject({ status: 301, redirect: to })
})

it('escapes article content in the hydration data', async () => {
  const { html } = await open('/article/7', { [INFO]: good(INFO, { id: 7, title: evil }) })
  expect(html).not.toContain(evil)
  const json = /<script type="application\/json" id="hydration">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(JSON.stringify(JSON.parse(json))).toContain('alert(1)')
})

it.each([
  ['/nothing-here', 404, '此页未见记录'],
  ['/article/0', 404, '此页未见记录'],
])('renders %s with status %i', async (path, status, words) => {
  const page = await open(path)
  expect(page.status).toBe(status)
  expect(page.html).toContain(words)
  expect(page.html).toContain('<meta name="robots" content="noindex">')
})

it('derives the status of a page from its failed call, and shows the reason', async () => {
  const { status, html } = await open('/article/7', { [INFO]: bad(504, '上游没有及时答复') })
  expect(status).toBe(504)
  expect(html).toContain('上游没有及时答复')
})

it('reports an unexpected error without showing it', async () => {
  const faults: unknown[] = []
  const fetch = answering({ ...COMMENTS, [INFO]: () => Promise.reject(new Error('secret of the house')) })
  const options = { fetch, manifest, origin, onError: (fault: unknown) => faults.push(fault) }
  const { status, html } = await render(new Request(`${origin}/article/7`), options)
  expect(status).toBe(500)
  expect(html).not.toContain('secret of the house')
  expect(String(faults[0])).toContain('secret of the house')
})

it('aborts with the request', async () => {
  const controller = new AbortController()
  const request = new Request(`${origin}/article/7`, { signal: controller.signal })
  const fetch = answering({ ...COMMENTS, [INFO]: new Promise<never>(() => {}) })
  const page = render(request, { fetch, manifest, origin })
  controller.abort()
  await expect(page).rejects.toBeDefined()
})

it('renders a shell without a page', () => {
  const html = shell({ manifest, origin })
  expect(html).toContain('loading...')
  expect(html).toContain('src="/assets/entry-1.js"')
  expect(html).not.toContain('id="hydration"')
})

it('renders a page in English with its language, styles and both translations', async () => {
  const answers = { 'GET /bff/certificates': { code: 200, data: { isOpen: true, officialOrigin: origin, keys: [] } } }
  const { html } = await open('/en/certificate-check', answers)
  expect(html).toContain('<html lang="en" data-theme="light">')
  expect(html).toContain('<title>Certificate check - Shiheng Gem Laboratory</title>')
  const info = { code: 200, data: { name: '滇池宝石检测所', nameEn: 'Dianchi Gem Institute' } }
  const own = await open('/en/certificate-check', { ...answers, 'GET /v1/webSiteInfo': info })
  expect(own.html).toContain('<title>Certificate check - Dianchi Gem Institute</title>')
  expect(html).toContain('<link rel="stylesheet" href="/english.css">')
  expect(html).toContain(`<link rel="canonical" href="${origin}/en/certificate-check">`)
  const translations = [
    `<link rel="alternate" hreflang="zh-CN" href="${origin}/certificate-check">`,
    `<link rel="alternate" hreflang="en" href="${origin}/en/certificate-check">`,
  ].join('')
  expect(html).toContain(translations)
  expect(JSON.stringify(readJsonLd(html))).toContain('"name":"Home"')
  const chinese = (await open('/certificate-check', answers)).html
  expect(chinese).toContain(translations)
  expect(chinese).not.toContain('english.css')
})
