import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { untilHydrated, untilLive } from './browser.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'
import { startWritingSite, type WritingSite } from './writing-site.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
})
afterEach(() => pages.release())
afterAll(async () => {
  await browser.close()
  await site.close()
})

const PHONE_PX = 390
/** Widths on both sides of each breakpoint, and between them. */
const WIDTHS = [PHONE_PX, 1118, 1119, 1120, 1200, 1349, 1350, 1351, 1440]

/** Returns the header controls outside the window or over a neighbour. */
function findHeaderFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways')
    const header = document.querySelector('header')
    const boxes = [...(header?.querySelectorAll('a, button') ?? [])]
      .filter((control) => control.checkVisibility() && !control.closest('[data-align]'))
      .map((control) => ({ name: control.textContent, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 20)
      .sort((one, other) => one.box.left - other.box.left)
    boxes.forEach(({ name, box }, place) => {
      const next = boxes[place + 1]
      if (box.right > innerWidth) faults.push(`${name} leaves the window`)
      if (next && box.right > next.box.left + 1) faults.push(`${name} lies over ${next.name}`)
    })
    return faults
  })
}

describe('the header', () => {
  it('offers the login or the logout at every width, without overlaps', async () => {
    for (const who of ['visitor', 'owner'] as const) {
      const watched = await pages.open()
      const { page } = watched
      if (who === 'owner') await site.logIn(watched, site.owner)
      await page.goto(`${site.url}/about`)
      await untilLive(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const seen = `${who} at ${width} px`
        const header = page.getByRole('banner')
        if (width < 1119) await header.getByRole('button', { name: /打开菜单/ }).click()
        else if (who === 'owner') await header.getByRole('button', { name: '石衡检测' }).hover()
        const place = width < 1119 ? page.getByRole('dialog', { name: '菜单' }) : header
        const wanted = place.getByRole('button', { name: who === 'visitor' ? '登录' : '退出登录', exact: true })
        await wanted.waitFor({ timeout: 10_000 }).catch(() => expect.fail(`nothing for the ${seen}`))
        expect([seen, await findHeaderFaults(page)]).toEqual([seen, []])
        await page.keyboard.press('Escape')
      }
    }
  })

  it('shows the link for staff only to members with a duty', async () => {
    for (const [who, count] of [
      ['owner', 1],
      ['writer', 0],
    ] as const) {
      const watched = await pages.open()
      const { page } = watched
      await site.logIn(watched, site[who])
      await page.goto(`${site.url}/about`)
      const header = page.getByRole('banner')
      await header.getByRole('button', { name: who === 'owner' ? '石衡检测' : '林知微' }).hover()
      await header.getByRole('button', { name: '退出登录' }).waitFor()
      const link = header.getByRole('link', { name: '站点管理' })
      expect(await link.count()).toBe(count)
      if (count > 0) {
        await link.click()
        await page.waitForURL('**/manage')
      }
    }
  })
})

describe('the site on a phone', () => {
  it('has every link of the header in the drawer', async () => {
    const { page } = await pages.open()
    await page.goto(site.url)
    const menu = page.getByRole('navigation', { name: '主导航' })
    const inHeader = await menu.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    await page.setViewportSize({ width: PHONE_PX, height: 844 })
    await untilLive(page)
    await page.getByRole('button', { name: '打开菜单' }).click()
    const links = page.getByRole('dialog', { name: '菜单' }).getByRole('navigation', { name: '菜单' }).locator('a')
    await links.first().waitFor()
    const inDrawer = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(inHeader.length).toBeGreaterThan(9)
    expect(inHeader.filter((href) => !inDrawer.includes(href))).toEqual([])
    await links.filter({ hasText: '品牌周边' }).click()
    await page.waitForURL('**/surrounding')
  })

  it('shows every line whole beside the toolbar, and the last line uncovered', async () => {
    const { page } = await pages.open()
    await page.setViewportSize({ width: PHONE_PX, height: 900 })
    for (const path of [
      '/',
      '/tags?categoryId=33',
      '/question',
      '/certificate-check',
      '/rangeDetail',
      '/privacy',
      '/message',
    ]) {
      await page.goto(site.url + path)
      await untilLive(page)
      for (const part of [0.2, 0.5, 0.8, 1]) {
        const found = await page.evaluate(findLinesAtToolbar, part)
        expect([path, part, found]).toEqual([
          path,
          part,
          { isShown: true, cut: [], below: part === 1 ? [] : found.below },
        ])
      }
    }
  })
})

/**
 * Scrolls down to this part of the page. `cut`: lines that are partly visible beside the toolbar. `below`:
 * lines that end under it.
 */
async function findLinesAtToolbar(part: number): Promise<{ isShown: boolean; cut: string[]; below: string[] }> {
  const end = document.documentElement.scrollHeight - innerHeight
  const toolbar = document.querySelector<HTMLElement>('aside[aria-label="快捷工具"]')
  if (!toolbar) throw new Error('no toolbar')
  const nextFrame = () => new Promise(requestAnimationFrame)
  // Two scroll events are needed: the toolbar is shown while the page is scrolled down.
  for (const y of [part * end - 200, part * end]) {
    scrollTo(0, y)
    await nextFrame()
    await nextFrame()
  }
  for (let frame = 0; frame < 300 && !toolbar.hasAttribute('data-shown'); frame += 1) await nextFrame()
  await Promise.allSettled(toolbar.getAnimations().map(({ finished }) => finished))
  const bar = toolbar.getBoundingClientRect()
  const isCovered = (x: number, y: number) => toolbar.contains(document.elementFromPoint(x, y))
  const cut: string[] = []
  const below: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    if (!text.textContent?.trim() || toolbar.contains(text) || !text.parentElement?.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const isOnScreen = right > 0 && left < innerWidth && top < innerHeight && bottom > 0
      if (!isOnScreen || bottom <= bar.top || top >= bar.bottom) continue
      const y = Math.min(bottom, innerHeight, bar.bottom) - 1
      const ends = [Math.max(left, 0) + 1, Math.min(right, innerWidth) - 1].map((x) => isCovered(x, y))
      const words = text.textContent.trim().slice(0, 20)
      if (ends.some(Boolean)) below.push(words)
      if (ends[0] !== ends[1]) cut.push(words)
    }
  }
  return { isShown: toolbar.checkVisibility({ visibilityProperty: true }), cut, below }
}

describe('the search button', () => {
  it('opens the list filtered by the keyword', async () => {
    const { page, complaints } = await pages.open()
    await page.goto(site.url)
    await untilLive(page)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: '搜索新闻' })
    await dialog.getByRole('searchbox').fill('翡翠')
    await dialog.getByRole('button', { name: '搜索', exact: true }).click()
    await page.waitForURL(`**/tags?categoryId=32&keyword=${encodeURIComponent('翡翠')}`)
    const main = page.getByRole('main')
    await main.getByText('关键词“翡翠”').waitFor()
    const narrowed = await main.locator('article h2').count()
    await main.getByRole('link', { name: '清除关键词' }).click()
    await page.waitForURL('**/tags?categoryId=32')
    await expect.poll(() => main.locator('article h2').count()).toBeGreaterThan(narrowed)
    expect(complaints).toEqual([])

    // The same page is fetched as it is served to browsers that run no scripts.
    const html = await (await fetch(`${site.url}/tags?categoryId=32&keyword=${encodeURIComponent('翡翠')}`)).text()
    expect(html.match(/<article/g)).toHaveLength(narrowed)
    expect(narrowed).toBeGreaterThan(0)
  })
})

it('the footer shows page views and visitors, which no cached page contains', async () => {
  await fetch(`${site.url}/v1/report`, { headers: { 'sec-fetch-site': 'same-origin' } })
  const { page, complaints } = await pages.open()
  await page.goto(`${site.url}/about`)
  await untilLive(page)
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await footer.getByText(/累计浏览 [\d,]+ 次 · 访客 [\d,]+ 人/).waitFor()
  expect(await (await fetch(`${site.url}/about`)).text()).not.toMatch(/累计浏览|siteAccess/)
  expect(complaints).toEqual([])
})

it('the footer loads its code near the window, and its links then open pages without a reload', async () => {
  const { page, complaints } = await pages.open()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto(`${site.url}/article/72`, { waitUntil: 'networkidle' })
  await untilLive(page)
  const isCodeLoaded = () => scripts.some((url) => url.includes('/assets/footer-'))
  expect(isCodeLoaded()).toBe(false)
  const link = page.getByRole('contentinfo').getByRole('link', { name: '常见问题', exact: true })
  await untilHydrated(link)
  expect(isCodeLoaded()).toBe(true)
  await link.click()
  await page.getByRole('heading', { name: '常见问题', level: 1 }).waitFor()
  expect(complaints).toEqual([])
})

it('the list answers 404 for an unknown category and 200 for a known one', async () => {
  expect((await fetch(`${site.url}/tags?categoryId=33`)).status).toBe(200)
  const { page } = await pages.open()
  expect((await page.goto(`${site.url}/tags?categoryId=99`))?.status()).toBe(404)
  await page.getByRole('heading', { name: '此页未见记录' }).waitFor()
})

it('the address of notices of type 2 redirects to the private messages', async () => {
  const answer = await fetch(`${site.url}/notice/id?type=2`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/im'])
})

it('the site serves an icon with three sizes at /favicon.ico', async () => {
  const answer = await fetch(`${site.url}/favicon.ico`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  expect(answer.headers.get('cache-control')).toMatch(/max-age=[1-9]/)
  const icon = Buffer.from(await answer.arrayBuffer())
  // Type 1 is an icon; it contains three sizes.
  expect([icon.readUInt16LE(2), icon.readUInt16LE(4), icon[6], icon[22], icon[38]]).toEqual([1, 3, 16, 32, 48])
})
