import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWordpress } from '../../../apps/upstream/src/testing/exports.ts'
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

const EXPORT = makeWordpress([
  {
    id: 7,
    title: '翡翠的折射率',
    link: 'https://old.example.cn/2019/jadeite/',
    content:
      '<!-- wp:table --><table><tr><td>品种</td><td>点测</td></tr><tr><td>翡翠</td><td>1.66</td></tr></table>[gallery ids="1"]',
  },
  { id: 8, title: '关于旧站', type: 'page', categories: [] },
])

it('an owner imports a WordPress export, and finds its texts in the editor', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/imports')
  const choose = (name: string, text: string) =>
    page.getByLabel('选择文件').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  await choose('坏.xml', EXPORT.slice(0, -60))
  await page.getByText('没有导入“坏.xml”').waitFor()
  await choose('旧站.xml', EXPORT)
  await page.getByText('WordPress，https://old.example.cn').waitFor()
  await page.getByText('gallery 1 篇').waitFor()
  await page.getByRole('combobox', { name: '新闻' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: '导入 2 篇为草稿' }).click()
  await page.getByText('导入完毕').waitFor()
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载报告' }).click(),
  ])
  expect(report.suggestedFilename()).toBe('import-report.csv')

  await page.getByRole('link', { name: '看草稿' }).click()
  await page.getByRole('link', { name: '翡翠的折射率' }).click()
  await page.getByRole('cell', { name: '1.66' }).waitFor()
  expect(complaints).toEqual([])
})
