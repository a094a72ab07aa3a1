import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilHydrated, untilLive } from '../browser.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { findViolations } from '../page-tour.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'
import { setFeeSheet } from './fee-sheet.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  await setFeeSheet(site)
})
afterAll(async () => {
  await pages.release()
  await browser.close()
  await site.close()
})

const HEAD = '货号,名称,类别,项目,件数,约重（g）,声明价值（元）,须留意'

/** Makes a file of 40 samples, three of which are wrong. */
function makeFile(): string {
  const rows = Array.from({ length: 40 }, (_, at) => `A-${at + 1},翡翠手镯,玉石,玉石定名,1,58.3,45000,`)
  rows[4] = 'A-5,翡翠手镯,翡翠,玉石定名,1,58.3,45000,'
  rows[11] = 'A-12,翡翠手镯,玉石,玉石定名,1,"58,3",45000,'
  rows[39] = 'A-1,绿松石戒面,绿松石,TQ,1,,未声明,'
  return [HEAD, ...rows].join('\r\n')
}

it('a merchant’s file of 40 samples is mended, announced, and packed', async () => {
  const { page, complaints } = await openAs(pages, site, 'writer', '/orders/new')
  await untilLive(page)
  await untilHydrated(page.locator('main form'))
  await page.getByRole('button', { name: '从表格导入' }).click()
  const dialog = page.getByRole('dialog', { name: '从表格导入样品' })
  expect(await findViolations(page)).toEqual([])
  const upload = async (name: string, content: string) =>
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  await upload('送检.xlsx', '%PDF-1.7')
  await dialog.getByRole('alert').filter({ hasText: 'PDF' }).waitFor()
  await upload('送检.csv', makeFile())

  const box = page.getByRole('region', { name: '表格中的样品' })
  await box.getByText('4 件有错').waitFor()
  expect(await findViolations(page)).toEqual([])
  for (const [label, value] of [
    ['第 41 行 货号', 'A-40'],
    ['第 6 行 类别', '玉石'],
    ['第 13 行 约重（g）', '58.3'],
  ] as const) {
    const field = box.getByRole('textbox', { name: label })
    await field.fill(value)
    await field.press('Enter')
  }
  await box.getByText('没有错误').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: '下一步：送样与领取' }).click()
  await page.getByRole('textbox', { name: '姓名或单位' }).fill('商家林')
  await page.getByRole('textbox', { name: '手机或电话' }).fill('138 0000 0031')
  await page.getByRole('button', { name: '下一步：核对' }).click()
  await page.getByRole('checkbox', { name: '已阅读并同意送检须知' }).check()
  await page.getByRole('button', { name: '提交委托单' }).click()
  await page.getByRole('heading', { name: '委托单已提交' }).waitFor()

  // A real dialog would hold the page.
  await page.evaluate(() => Object.assign(globalThis, { print: () => document.body.setAttribute('data-printed', '') }))
  await page.getByRole('button', { name: '打印装箱单' }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /YP\d{17}/ })
      .count(),
  ).toBe(40)
  expect(await page.getByRole('listitem').last().innerText()).toContain('A-40')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))

  const asOwner = await site.fetchSetUpToken()
  const { orderNo } = (
    await site.ask<{ orderNo: string }[]>('GET', '/v1/orders', undefined, await site.fetchToken(site.writer))
  )[0] ?? { orderNo: '' }
  const stored = await site.ask<{ items: unknown[] }>('GET', `/v1/manage/orders/${orderNo}`, undefined, asOwner)
  expect(stored.items).toHaveLength(40)
  expect(complaints).toEqual([])
})
