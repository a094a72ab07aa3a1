import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from './writing-site.ts'

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

it('a file of certificates is checked, corrected in the page by keyboard, and becomes drafts and submitted texts', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/certificates/import')
  const rows = [
    '送检单',
    '类别,检验结论,重量(g),密度,检验依据',
    '绿松石,绿松石,"9,07",2.76,GB/T 16552',
    '绿松石,绿松石,12.5,3.90,GB/T 16552',
    '玉石,,4,3.33,GB/T 16552',
  ]
  const buffer = Buffer.from(rows.join('\n'))
  await page.getByLabel('选择文件').setInputFiles({ name: '送检单.csv', mimeType: 'text/csv', buffer })
  await page.getByText('检查完毕').first().waitFor()
  const store = page.getByRole('button', { name: /^入库/ })
  expect(await store.isDisabled()).toBe(true)

  await page.getByRole('button', { name: '改为 9.07' }).click()
  await page.getByRole('button', { name: '改为 9.07' }).waitFor({ state: 'detached' })
  await page.keyboard.press('F8')
  await page.keyboard.insertText('翡翠')
  await page.keyboard.press('Enter')
  await page.getByText('还有', { exact: false }).waitFor({ state: 'detached' })
  await page.getByLabel('直接提交审批').check()
  // The density of one row, and the missing pictures of each conclusion.
  await page.getByText('还有 3 种警示未答复').waitFor()
  await page.getByLabel('绿松石密度应为').fill('已复测两次，读数无误')
  await page.keyboard.press('Enter')
  for (const left of [2, 1]) {
    await page.getByText(`还有 ${left} 种警示未答复`).waitFor()
    await page
      .getByLabel('缺少图片')
      .nth(left - 1)
      .fill('委托方不要求附图')
    await page.keyboard.press('Enter')
  }
  await page.getByText('种警示未答复', { exact: false }).waitFor({ state: 'detached' })
  await store.click()
  await page.getByText('已全部入库').waitFor()
  await page.getByRole('link', { name: '已提交 3 份' }).click()
  await page.getByRole('link', { name: '翡翠' }).waitFor()
  expect(complaints).toEqual([])
})
