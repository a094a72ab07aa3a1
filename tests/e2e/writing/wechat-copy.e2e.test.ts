import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { locateText, openAs, startWritingSite, type WritingSite } from '../writing-site.ts'

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

it('an article is copied for WeChat with inline styles, from one click', async () => {
  const token = await site.fetchSetUpToken()
  const contentMd =
    '## 依据\n\n见[国标](https://a.cn/x)，**24 件**。\n\n| 样品 | 密度 |\n| --- | ---: |\n| TQ-01 | 2.71 |'
  await site.ask('POST', '/v1/article/', { title: '推文', categoryId: 33, isPublish: 3, contentMd, tagList: [] }, token)
  const { records } = await site.ask<{ records: { id: number; title: string }[] }>(
    'GET',
    '/v1/manage/articles',
    undefined,
    token,
  )
  const id = records.find(({ title }) => title === '推文')?.id
  const { page, complaints } = await openAs(pages, site, 'owner', `/manage/articles/${id}`)
  await locateText(page).waitFor()
  await page.getByRole('button', { name: '复制到公众号' }).click()
  const dialog = page.getByRole('dialog', { name: '复制到公众号' })
  await dialog.getByText('1 个链接：').waitFor()
  await dialog.getByRole('button', { name: '复制', exact: true }).click()
  await page.getByText('已复制，请到公众号后台粘贴').waitFor()
  // Pages of the site may not read the clipboard, so it is pasted.
  await page.evaluate(() => {
    addEventListener(
      'paste',
      (event) => {
        const { clipboardData } = event as ClipboardEvent
        Object.assign(window, {
          pasted: [clipboardData?.getData('text/html'), clipboardData?.getData('text/plain')],
        })
      },
      { capture: true, once: true },
    )
  })
  await locateText(page).focus()
  await page.keyboard.press('Control+v')
  const [html, text] = await page.evaluate(() => (window as unknown as { pasted: [string, string] }).pasted)
  expect(html).toMatch(/<h2 style="[^"]*font-size: ?20px[^"]*">依据<\/h2>/)
  expect(html).toMatch(/<td style="[^"]*text-align: ?right[^"]*">2\.71<\/td>/)
  expect(html).toMatch(/国标<sup[^>]*>\[1\]<\/sup>/)
  expect(html).not.toMatch(/class=|<a /)
  expect(text).toContain('依据\n见国标[1]，24 件。\n样品\t密度\nTQ-01\t2.71\n参考链接\n[1] https://a.cn/x')
  expect(complaints).toEqual([])
})
