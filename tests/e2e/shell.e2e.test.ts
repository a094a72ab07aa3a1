import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWatchedPage, untilLive, type WatchedPage } from './browser.ts'
import { connectBrowser } from './shared-browser.ts'

const siteUrl = inject('siteUrl')

let browser: Browser
/** A tab shared by cases that start with a page load and store nothing in the browser. */
let tab: WatchedPage
let scriptless: WatchedPage
beforeAll(async () => {
  browser = await connectBrowser()
  tab = await openWatchedPage(browser)
  scriptless = await openWatchedPage(browser, { isScripted: false })
})
afterAll(() => browser.close())

const MENU = '主导航'
/** `PREFETCH_TTL_MS` of web's `lib/warmed-pages.ts`, minus a margin. */
const PREFETCH_TTL_MS = 4_000

describe('navigation', () => {
  it('prefetches the next page once while the pointer is on its link', async () => {
    const { page } = tab
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/v1/article')) calls.push(pathname + search)
    })
    // A prefetch is valid for a few seconds; on a machine that stalls for longer the page is fetched again.
    let askedAgain: string[]
    let tookMs: number
    do {
      await page.goto(siteUrl, { waitUntil: 'networkidle' })
      calls.length = 0
      const link = page.getByRole('navigation', { name: MENU }).getByRole('link', { name: '研究' })
      const startedMs = performance.now()
      const answered = page.waitForResponse((response) => response.url().includes('/v1/article'))
      await link.hover()
      await answered
      await link.click()
      await page.waitForURL('**/tags?categoryId=33')
      await page.locator('main h2 a[href^="/article/"]').first().waitFor()
      tookMs = performance.now() - startedMs
      askedAgain = calls.filter((call, place) => calls.indexOf(call) !== place)
    } while (askedAgain.length > 0 && tookMs > PREFETCH_TTL_MS)
    expect(askedAgain).toEqual([])
  })

  it('restores the scroll position on going back', async () => {
    const { page } = tab
    await page.goto(`${siteUrl}/tags?categoryId=33`, { waitUntil: 'networkidle' })
    const link = page.locator('main h2 a[href^="/article/"]').nth(5)
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(0)
    await link.click()
    await page.waitForURL('**/article/*')
    await page.locator('article h1').waitFor()
    await page.waitForFunction(() => scrollY === 0)
    await page.goBack()
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 4, before)
    await page.goForward()
    await page.waitForFunction(() => scrollY === 0)
  })

  it('scrolls to the target of a link within the page, activated by a reader or a script, and back', async () => {
    const { page } = tab
    const link = page.getByRole('navigation', { name: '问题分类' }).getByRole('link', { name: '结论与用语' })
    const isAtTarget = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
      return target !== null && Math.abs(target.getBoundingClientRect().top - 200) < 150
    }
    for (const activate of [() => link.click(), () => link.evaluate((element: HTMLElement) => element.click())]) {
      await page.goto(`${siteUrl}/question`)
      await untilLive(page)
      await activate()
      // Set in the commit in which the router scrolls.
      await page.locator('html[data-scroll="smooth"]').waitFor()
      await page.waitForFunction(isAtTarget)
      // The same link works again after scrolling on.
      await page.evaluate(() => scrollBy({ top: 900, behavior: 'instant' }))
      await page.waitForFunction(() => scrollY > 1200)
      await activate()
      await page.waitForFunction(isAtTarget)
      await page.goBack()
      await page.waitForFunction(() => scrollY === 0)
    }
  })
})

it.each([1440, 390])('keeps the focused element visible when tabbing backwards at %i px', async (widthPx) => {
  const { page } = tab
  await page.setViewportSize({ width: widthPx, height: 900 })
  await page.goto(`${siteUrl}/tags?categoryId=33`, { waitUntil: 'networkidle' })
  await page.getByRole('contentinfo').getByRole('link', { name: '常见问题' }).focus()
  for (let step = 0; step < 24; step += 1) {
    await page.keyboard.press('Shift+Tab')
    const hiddenPx = await page.evaluate(async () => {
      // Waits for scrolling to the new focus, and for the sliding header.
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      const sliding = document.querySelector('header')?.getAnimations() ?? []
      await Promise.allSettled(sliding.map(({ finished }) => finished))
      const focused = document.activeElement
      const header = document.querySelector('header')
      if (!focused || !header || header.contains(focused)) return 0
      return header.getBoundingClientRect().bottom - focused.getBoundingClientRect().top
    })
    expect(hiddenPx).toBeLessThanOrEqual(0)
  }
})

it('keeps the focused element clear of the toolbar when tabbing on a phone', async () => {
  const { page } = tab
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(`${siteUrl}/article/72`, { waitUntil: 'networkidle' })
  await page.getByRole('contentinfo').getByRole('link', { name: '证书查询' }).focus()
  await page.locator('aside[data-shown]').waitFor()
  const covered: (string | null)[] = []
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      const focused = document.activeElement
      const bar = document.querySelector('aside[data-shown]')
      if (!focused || !bar || bar.contains(focused)) return null
      const hiddenPx = focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top
      return hiddenPx > 0 ? focused.textContent : null
    })
    if (name) covered.push(name)
  }
  expect(covered).toEqual([])
})

it('loads its scripts after the first paint with content, not after that of the background', async () => {
  const { page, context } = await openWatchedPage(browser)
  await page.addInitScript(() => {
    window.PerformanceObserver = class {
      constructor(report: (list: { getEntriesByName: (name: string) => string[] }) => void) {
        const paint = (entry: string) => report({ getEntriesByName: (name) => (name === entry ? [entry] : []) })
        addEventListener('paint', ({ detail }: CustomEventInit<string>) => paint(detail ?? ''))
      }
      observe() {
        document.documentElement.dataset.observed = ''
      }
    } as never
    // Browsers without paint entries load after half a second.
    const { setTimeout: wait } = window
    window.setTimeout = ((...[run, ms, ...rest]: Parameters<typeof wait>) =>
      ms === 500 ? 0 : wait(run, ms, ...rest)) as typeof wait
  })
  await page.goto(siteUrl, { waitUntil: 'domcontentloaded' })
  await page.locator('html[data-observed]').waitFor()
  const paint = (name: string) =>
    page.evaluate((detail) => {
      dispatchEvent(new CustomEvent('paint', { detail }))
      return document.querySelectorAll('link[rel=modulepreload]').length
    }, name)
  expect(await paint('first-paint')).toBe(0)
  expect(await paint('first-contentful-paint')).toBeGreaterThan(3)
  await page.locator('html[data-live]').waitFor()
  await context.close()
})

describe('before its scripts have loaded, a page', () => {
  async function openWithoutScripts(address: string) {
    const opened = await openWatchedPage(browser)
    let letThrough = () => {}
    const isPressed = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await opened.page.route('**/assets/entry-client-*.js', async (route) => {
      await isPressed
      await route.continue()
    })
    await opened.page.goto(siteUrl + address, { waitUntil: 'domcontentloaded' })
    return { ...opened, letThrough }
  }

  it.each([
    ['in its header', '/', '登录'],
    ['far below the view', '/article/72', /^举报/],
    ['of an address within the page', '/article/72#comments', /^举报/],
  ])('takes a click on a button %s', async (_place, address, name) => {
    const { page, context, complaints, letThrough } = await openWithoutScripts(address)
    await page.getByRole('button', { name, exact: true }).first().click()
    letThrough()
    await page.getByRole('dialog', { name: '账号密码登录' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('takes the text of a comment', async () => {
    const { page, context, letThrough } = await openWithoutScripts('/article/72')
    const field = page.getByRole('textbox', { name: '写评论' })
    await field.fill('密度偏高')
    letThrough()
    await untilLive(page)
    await page.getByRole('button', { name: '登录后发表' }).and(page.locator(':enabled')).waitFor()
    expect(await field.inputValue()).toBe('密度偏高')
    await context.close()
  })

  it('takes the gems ticked for a comparison', async () => {
    const { page, context, letThrough } = await openWithoutScripts('/gem')
    await page.getByRole('checkbox', { name: '对比红宝石' }).check()
    letThrough()
    await page.getByRole('button', { name: '不再对比红宝石' }).waitFor()
    expect(await page.getByRole('checkbox', { name: '对比红宝石' }).isChecked()).toBe(true)
    await context.close()
  })
})

it('pauses the announcement while the pointer is on it', async () => {
  const { page, context } = await openWatchedPage(browser, { hasMotion: true })
  await page.goto(siteUrl)
  await untilLive(page)
  const text = page.getByRole('region', { name: '公告' }).getByText('证书查询服务不受影响')
  const waitForState = async (wanted: AnimationPlayState) =>
    await expect
      .poll(() =>
        page.evaluate(
          () => document.querySelector('[aria-label="公告"]')?.getAnimations({ subtree: true })[0]?.playState,
        ),
      )
      .toBe(wanted)
  await page.mouse.move(700, 600)
  await waitForState('running')
  await text.hover({ force: true })
  await waitForState('paused')
  await page.mouse.move(700, 600)
  await waitForState('running')
  await context.close()
})

/** Clicks a link of the menu by script: without a pointer over it, nothing is prefetched. */
async function openResearch(page: Page) {
  const menu = page.getByRole('navigation', { name: MENU })
  await menu.getByRole('link', { name: '研究' }).evaluate((link: HTMLElement) => link.click())
}

describe('a new release under an open page', () => {
  it('reloads the page once when a script is missing', async () => {
    const { page, context } = await openWatchedPage(browser)
    await page.goto(siteUrl, { waitUntil: 'networkidle' })
    await page.route('**/assets/article-list-page*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
    const again = page.waitForEvent('load')
    await openResearch(page)
    await again
    await page.getByRole('heading', { level: 1, name: '一石一证' }).waitFor()
    await context.close()
  })

  it('reloads the page when its style sheet is missing', async () => {
    const { page, context } = await openWatchedPage(browser)
    await page.goto(siteUrl, { waitUntil: 'networkidle' })
    let isOld = true
    await page.route('**/tags?*', async (route) => {
      if (route.request().resourceType() === 'document') isOld = false
      await route.continue()
    })
    await page.route('**/assets/articles-*.css', (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
    const again = page.waitForEvent('load')
    await openResearch(page)
    await again
    expect(isOld).toBe(false)
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))
    expect(sheets).toContainEqual(expect.stringContaining('/assets/articles-'))
    await context.close()
  })

  it('asks for confirmation when a field has been filled, and keeps the text', async () => {
    const { page, context } = await openWatchedPage(browser)
    await page.goto(siteUrl, { waitUntil: 'networkidle' })
    const field = page.getByPlaceholder('请输入证书编号')
    await field.fill('GD20250001')
    await page.route('**/assets/article-list-page*.js', (route) => route.fulfill({ status: 404 }))
    await openResearch(page)
    const refresh = page.getByRole('button', { name: '刷新页面' })
    await refresh.waitFor()
    expect(await field.inputValue()).toBe('GD20250001')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.unroute('**/assets/article-list-page*.js')
    await Promise.all([page.waitForEvent('load'), refresh.click()])
    await context.close()
  })
})

describe('the shell without JavaScript', () => {
  it('opens menus on hover and focus, and links to the search page', async () => {
    const { page } = scriptless
    await page.goto(siteUrl)
    const menu = page.getByRole('navigation', { name: MENU })
    const link = menu.getByRole('link', { name: /仪器与方法/ })
    expect(await link.isVisible()).toBe(false)
    await menu.getByRole('button', { name: '检测业务' }).hover()
    await link.waitFor()
    await page.mouse.move(0, 600)
    await link.waitFor({ state: 'hidden' })
    await menu.getByRole('button', { name: '检测业务' }).focus()
    await link.waitFor()
    expect(await page.getByRole('link', { name: /搜索新闻/ }).getAttribute('href')).toBe('/search')
  })

  it('shows the links of the drawer in the header on a phone', async () => {
    const { page } = scriptless
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(siteUrl)
    await page.getByRole('banner').getByRole('link', { name: '证书查询' }).waitFor()
  })
})

describe('the elder mode', () => {
  it.each([1440, 390])(
    'keeps what is being read, and its switch in the footer, where they are at %i px',
    async (widthPx) => {
      const { page } = tab
      await page.setViewportSize({ width: widthPx, height: 900 })
      await page.goto(`${siteUrl}/article/72`, { waitUntil: 'networkidle' })
      const read = page.getByRole('heading', { name: '建议的判别顺序', level: 2 })
      await read.evaluate((heading) => scrollBy(0, heading.getBoundingClientRect().top - 200))
      const inToolbar = page.getByRole('complementary').getByRole('button', { name: '长辈版' })
      const inFooter = page.getByRole('contentinfo').getByRole('button', { name: '长辈版' })
      await page.locator('aside[data-shown]').waitFor()
      for (const [button, place] of [
        [inToolbar, read],
        [inToolbar, read],
        [inFooter, inFooter],
      ] as const) {
        await place.scrollIntoViewIfNeeded()
        const before = await place.boundingBox()
        await button.click()
        const after = await place.boundingBox()
        // The first line in the window stays; those between it and the heading grow.
        expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(100)
      }
      await inFooter.click()
    },
  )

  it('stays for the session, with large text and targets and no animations, in both themes', async () => {
    const { page, context, complaints } = await openWatchedPage(browser, { widthPx: 390, hasMotion: true })
    await page.goto(siteUrl, { waitUntil: 'networkidle' })
    await page.getByRole('contentinfo').getByRole('button', { name: '长辈版' }).click()
    await page.locator('html[data-elder=on]').waitFor()
    await page.goto(`${siteUrl}/tags?categoryId=33`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.body !== null)
    expect(await page.locator('html').getAttribute('data-elder')).toBe('on')

    await page.goto(siteUrl, { waitUntil: 'networkidle' })
    const toolbar = page.getByRole('complementary', { name: '快捷工具' })
    // Visible without scrolling, with targets of at least 48 px.
    for (const name of ['通知', '切换深色主题', '长辈版', '回到顶部']) {
      const box = await toolbar.getByRole('button', { name }).boundingBox()
      expect([name, (box?.height ?? 0) >= 48, (box?.width ?? 0) >= 48]).toEqual([name, true, true])
    }
    const found = await page.evaluate(() => ({
      fontSize: getComputedStyle(document.querySelector('main p') ?? document.body).fontSize,
      moving: document.getAnimations().length,
    }))
    expect(Number.parseFloat(found.fontSize)).toBeGreaterThanOrEqual(20)
    expect(found.moving).toBe(0)
    await toolbar.getByRole('button', { name: '切换深色主题' }).click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await toolbar.getByRole('button', { name: '长辈版' }).click()
    expect(await page.locator('html').getAttribute('data-elder')).toBeNull()
    expect(complaints).toEqual([])
    await context.close()
  })
})
