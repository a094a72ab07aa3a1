import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilHydrated } from '../browser.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'
import { findFaults } from './manage-tour.ts'

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

const fetchTitles = async () => {
  const html = await (await fetch(site.url, { headers: { accept: 'text/html' } })).text()
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? ''
  return [...main.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gs)].map(([, title = '']) => title.replace(/<[^>]*>/g, ''))
}

it('the owner words and orders the front page beside a live preview, without a mouse', async () => {
  expect((await fetchTitles()).slice(0, 3)).toEqual(['一石一证，有据可查', '检测业务', '新闻资讯'])
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/home')
  const preview = page.frameLocator('iframe[title="首页预览"]')
  await preview.getByRole('heading', { level: 1, name: '一石一证' }).waitFor()

  await page.getByRole('button', { name: '编辑：检测业务' }).press('Enter')
  await page.getByRole('textbox', { name: '说明' }).fill('送样前请看检测流程。')
  await preview.getByText('送样前请看检测流程。').waitFor()
  await page.getByRole('button', { name: '编辑：宝石百科' }).press('Alt+ArrowUp')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('编辑：宝石百科')
  await page.getByRole('switch', { name: '显示：品牌周边' }).press('Space')
  await preview.getByText('站点设置，2 处改动尚未保存').waitFor()
  await preview.getByRole('heading', { name: '品牌周边' }).waitFor({ state: 'hidden' })
  // The bar at the top covered a part of the field.
  await page
    .getByRole('textbox', { name: '绿松石：名称' })
    .evaluate((field) => field.scrollIntoView({ block: 'center' }))
  expect(await findFaults(page)).toEqual([])

  // A click in the preview opens the fields of its section.
  await preview.getByRole('heading', { level: 1 }).click()
  await page.getByRole('textbox', { name: '大标题第一行' }).waitFor()

  // The paragraph is written as readers see it.
  await page.getByRole('button', { name: '编辑：自由段落' }).press('Enter')
  const paragraph = page.getByRole('textbox', { name: '正文' })
  await paragraph.click()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('请带身份证')
  await preview.locator('strong', { hasText: '请带身份证' }).waitFor()
  expect(await findFaults(page)).toEqual([])

  await page.keyboard.press('Control+s')
  await page.getByText('已保存为版本 1').waitFor()
  expect(await (await fetch(site.url, { headers: { accept: 'text/html' } })).text()).toContain(
    '<strong>请带身份证</strong>',
  )
  const titles = await fetchTitles()
  expect(titles.slice(0, 4)).toEqual(['一石一证，有据可查', '检测业务', '宝石百科', '新闻资讯'])
  expect(titles).not.toContain('品牌周边')
  await page.getByRole('button', { name: '撤回此次保存' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退回', exact: true }).click()
  await page.getByText('已保存为版本 2').waitFor()
  expect(await fetchTitles()).toContain('品牌周边')
  expect(complaints).toEqual([])
})

it('a file of the library is shown as a qualification, and readers open it', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/media')
  const buffer = await page.screenshot({ type: 'png' })
  await page.getByLabel('选择文件').setInputFiles({ name: '资质认定证书.png', mimeType: 'image/png', buffer })
  await page
    .getByRole('link', { name: /资质认定证书/ })
    .first()
    .waitFor()
  await page.goto(`${site.url}/manage/home`)
  await page.getByRole('button', { name: '编辑：资质' }).click()
  await page.getByRole('button', { name: '从图片库选择图片或 PDF' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '资质认定证书.png' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: /：编号/ }).fill('附能力附表')
  const preview = page.frameLocator('iframe[title="首页预览"]')
  await preview.getByText('附能力附表').waitFor()
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await page
    .getByText(/^已保存为版本/)
    .first()
    .waitFor()
  expect(await fetchTitles()).toContain('资质')
  await page.goto(site.url)
  const link = page.getByRole('link', { name: /资质认定证书/ })
  const viewer = page.getByRole('dialog', { name: '图片：资质认定证书' })
  // A click before the section is hydrated downloads the picture.
  await untilHydrated(link)
  await link.click()
  await viewer.getByRole('img').waitFor()
  expect(complaints).toEqual([])
})
