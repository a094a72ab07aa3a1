import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toWireDate } from '../../../packages/contract/src/time.ts'
import { findFaults } from '../manage/manage-tour.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** The next month, e.g. `2026-12`. */
function findNextMonth(): string {
  const [year = 0, month = 1] = toWireDate(Date.now()).split('-').map(Number)
  return new Date(Date.UTC(year, month)).toISOString().slice(0, 7)
}

const findDayOfFocus = (page: Page) =>
  page.evaluate(() => (document.activeElement?.closest('[data-day]') as HTMLElement | null)?.dataset.day)

it('an editor moves a scheduled article in the calendar without a mouse, and takes it back', async () => {
  const month = findNextMonth()
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/articles/1')
  await page.getByRole('button', { name: '定时发布' }).click()
  await page.getByLabel('发布时间').fill(`${month}-14T09:00`)
  await page.getByRole('dialog').getByRole('button', { name: '定时发布' }).click()
  await page.locator('#main').getByText(`定于 ${month}-14 09:00 发布`).waitFor()
  const title = await page.getByRole('textbox', { name: '标题' }).inputValue()

  await page.goto(`${site.url}/manage/articles`)
  await page.getByRole('link', { name: '日历' }).press('Enter')
  const grid = page.getByRole('grid')
  await grid.waitFor()
  await grid.locator('[tabindex="0"][role=gridcell]').focus()
  await page.keyboard.press('PageDown')
  await page.getByRole('grid', { name: new RegExp(`${Number(month.slice(5))}月$`) }).waitFor()
  const cell = page.locator(`[data-day="${month}-14"]`)
  await expect.poll(() => cell.innerText()).toContain('09:00 定时更新')
  expect(await findFaults(page)).toEqual([])

  await cell.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByText(`《${title}》改到`).waitFor()
  await expect.poll(() => findDayOfFocus(page)).toBe(`${month}-15`)
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => findDayOfFocus(page)).toBe(`${month}-16`)
  await page.getByRole('button', { name: '撤销' }).press('Enter')
  await expect.poll(() => page.locator(`[data-day="${month}-15"]`).innerText()).toContain(title)

  await page.getByRole('button', { name: `改《${title}》的发布时间` }).press('Enter')
  await page.getByRole('dialog').getByLabel('发布时间').fill(`${month}-20T14:30`)
  await page.getByRole('button', { name: '改到这时' }).press('Enter')
  await expect.poll(() => page.locator(`[data-day="${month}-20"]`).innerText()).toContain('14:30 定时更新')

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('heading', { level: 3, name: new RegExp(`${Number(month.slice(5))}月20日`) }).waitFor()
  expect(await page.getByRole('grid').count()).toBe(0)
  expect(await findFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

const READER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

it('an editor sees how often an article was read, and from where, without anything about the readers', async () => {
  const address = `${site.url}/article/3`
  const referer = 'https://www.zhihu.com/question/42?name=lin'
  for (let nth = 0; nth < 3; nth += 1) {
    const context = await browser.newContext({ userAgent: READER, locale: 'zh-CN' })
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/report')) sent.push(new URL(request.url()).search)
    })
    await page.goto(address, { referer })
    await expect.poll(() => sent).toContain('?article=3&step=open&from=www.zhihu.com')
    if (nth === 0) {
      await page.getByRole('heading', { name: /^评论/ }).scrollIntoViewIfNeeded()
      await expect.poll(() => sent, { timeout: 20_000 }).toContain('?article=3&step=end&from=www.zhihu.com')
      const reported = page.waitForRequest((request) => new URL(request.url()).pathname === '/v1/report')
      await page.reload()
      await reported
      await page.locator('html[data-live]').waitFor()
      expect(sent.filter((query) => query.includes('step=open'))).toHaveLength(1)
    }
    expect(await context.cookies()).toEqual([])
    await context.close()
  }

  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/articles/3')
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('img', { name: /^近 30 天浏览/ }).waitFor()
      return await page.getByRole('img', { name: /^近 30 天浏览/ }).getAttribute('aria-label')
    })
    .toMatch(/^近 30 天浏览 3 次，最多：\d\d-\d\d，3 次$/)
  expect(await page.getByRole('table', { name: '从哪里来' }).innerText()).toMatch(/zhihu\.com\s+3/)
  await page.getByText('读完 1 次').waitFor()
  expect(await findFaults(page, 'section:has(table[aria-label="从哪里来"])')).toEqual([])
  expect(complaints).toEqual([])
})
