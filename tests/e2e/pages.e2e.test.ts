import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWatchedPage, untilLive } from './browser.ts'
import { listPublicPages, type VisitedPage } from './public-pages.ts'
import { connectBrowser } from './shared-browser.ts'

const siteUrl = inject('siteUrl')

let browser: Browser
let articleId: number
beforeAll(async () => {
  browser = await connectBrowser()
  const answer = await fetch(`${siteUrl}/v1/article/?categoryId=33&pageNo=1&pageSize=1`)
  const { data } = (await answer.json()) as { data: { records: { id: number }[] } }
  articleId = data.records[0]?.id ?? 0
})
afterAll(() => browser.close())

/** Routes of the specification whose content needs a login. */
const MEMBER_ROUTES: readonly VisitedPage[] = [
  { path: '/user', title: '个人主页' },
  { path: '/newposts', title: '写文章' },
  { path: '/newSays', title: '发说说' },
  { path: '/im', title: '私信' },
  { path: '/notice/id?type=0', title: '系统通知' },
  { path: '/notice/id?type=1', title: '评论' },
]

/** Address, status, and words that the HTML must contain. */
const pages = () =>
  [
    ['/', 200, ['一石一证', '祖母绿净度改善', '红宝石']],
    ['/tags?categoryId=32', 200, ['新闻资讯', '元旦期间收样']],
    ['/tags?categoryId=33', 200, ['研究', '红外光谱']],
    ['/rangeDetail', 200, ['检测流程与范围', '宝石', '玉石', '绿松石', '贵金属首饰']],
    [`/article/${articleId}`, 200, ['样品']],
    [`/news-article/${articleId}`, 200, ['样品']],
    ['/article/999999', 404, ['未见']],
    ['/no-such-page', 404, ['此页未见记录']],
  ] as const

describe('a page', () => {
  it('is complete in the HTML, with its own title and description', async () => {
    const titles = new Set<string>()
    for (const [address, status, words] of pages()) {
      const answer = await fetch(siteUrl + address)
      const html = await answer.text()
      expect([address, answer.status]).toEqual([address, status])
      for (const word of words) expect([address, word, html.includes(word)]).toEqual([address, word, true])
      titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
      expect(/<meta name="description" content="(.+?)"/.exec(html)?.[1]).toBeTruthy()
      expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
      expect([address, /\sstyle=/.test(html)]).toEqual([address, false])
    }
    // The article has two addresses, and both missing pages have the same title.
    expect(titles.size).toBe(pages().length - 2)
  })

  it('has the title of its route', async () => {
    const addresses = [...(await listPublicPages(siteUrl)), ...MEMBER_ROUTES]
    for (const { path, title, siteName = '石衡珠宝玉石检测中心', status = 200 } of addresses) {
      const answer = await fetch(siteUrl + path, { headers: { accept: 'text/html' } })
      const html = await answer.text()
      const shown = /<title>(.*?)<\/title>/.exec(html)?.[1]
      expect([path, answer.status, shown]).toEqual([path, status, title ? `${title} - ${siteName}` : siteName])
    }
  })

  it.each([1440, 390])(
    'hydrates without warnings, console errors or horizontal scrolling at %i px',
    async (widthPx) => {
      const { page, context, complaints } = await openWatchedPage(browser, { widthPx, hasMotion: true })
      for (const [address, status] of pages()) {
        complaints.length = 0
        await page.goto(siteUrl + address)
        await untilLive(page)
        const real = complaints.filter((text) => !(status === 404 && text.includes('status of 404')))
        expect([address, real]).toEqual([address, []])
        const overflowPx = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect([address, overflowPx]).toEqual([address, 0])
      }
      await context.close()
    },
  )

  it('does not fetch rendered data again, and reports the visit once', async () => {
    const { page, context } = await openWatchedPage(browser)
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/v1/')) calls.push(pathname)
    })
    await page.goto(siteUrl, { waitUntil: 'networkidle' })
    expect(calls).toEqual(['/v1/report'])
    await context.close()
  })

  it('is readable and has working links without JavaScript', async () => {
    const { page, context } = await openWatchedPage(browser, { isScripted: false })
    await page.goto(`${siteUrl}/tags?categoryId=32`)
    await page.locator('main h2 a[href^="/news-article/"]').first().click()
    expect(await page.locator('article').first().innerText()).toMatch(/.{100}/s)
    await context.close()
  })
})

describe('a theme', () => {
  it('is light by default, kept for the session and set before the first paint', async () => {
    const { page, context, complaints } = await openWatchedPage(browser)
    await page.goto(siteUrl)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    await page.getByRole('button', { name: /深色/ }).first().click()
    // A click before hydration is replayed after it.
    await page.locator('html[data-theme=dark]').waitFor()
    await page.goto(`${siteUrl}/tags?categoryId=33`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.body !== null)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(complaints).toEqual([])
    await context.close()
  })
})
