import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openWatchedPage } from '../browser.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import {
  insertPicture,
  locateText,
  locateTitle,
  openEditor,
  publishAsOwner,
  startWritingSite,
  typeText,
  type WritingSite,
} from '../writing-site.ts'

/** A picture of one grey pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
const TEXT = '## 什么是铁线\n\n铁线是绿松石中**褐铁矿**或炭质充填的细脉，常呈网状。\n\n> 形态比颜色更能说明成因。\n\n'

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

describe('an article', () => {
  it('with pictures is submitted, published by an editor, and renders the same HTML as its preview', async () => {
    const { page, complaints } = await openEditor(pages, site, 'writer')
    await page.getByRole('radio', { name: '并排' }).check()
    await page.locator('.cm-content').waitFor()
    const title = '绿松石铁线的形态与成因'
    await locateTitle(page).fill(title)
    await typeText(page, TEXT)
    await insertPicture(page, 'paste', 'net.png', PICTURE)
    await page.getByText('已上传').first().waitFor()
    await insertPicture(page, 'drop', 'vein.png', PICTURE)
    await page.getByText('已上传').nth(1).waitFor()
    expect(await locateText(page).innerText()).not.toContain('uploading:')

    await page.getByRole('button', { name: '提交审核' }).click()
    const summary = page.getByRole('alert').filter({ hasText: '请先补上这' })
    expect(await summary.innerText()).toContain('有 2 张图片没有文字说明')
    await page.getByLabel('图片 1 的文字说明').fill('网状铁线，放大 20 倍')
    await page.getByRole('checkbox', { name: '只作装饰，不需要说明' }).nth(1).check()
    await summary.getByRole('button', { name: '请选择分类' }).click()
    await page.getByRole('radio', { name: '研究' }).check()
    expect(await locateText(page).innerText()).toContain('![网状铁线，放大 20 倍](/file/img/')

    const preview = page.getByRole('region', { name: '预览' })
    await preview.getByRole('img', { name: '网状铁线，放大 20 倍' }).waitFor()
    await preview.getByText('更新中').waitFor({ state: 'hidden' })
    const previewed = await readProse(page)

    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByRole('heading', { level: 1, name: '已提交审核' }).waitFor()
    expect(await listSavedDrafts(page)).toEqual([])
    expect(complaints).toEqual([])

    const id = await publishAsOwner(site, title)
    // The reader's page has no scripts, as these turn the pictures of an article into buttons.
    const reader = await openWatchedPage(browser, { isScripted: false })
    await reader.page.goto(`${site.url}/article/${id}`)
    await reader.page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await readProse(reader.page)).toBe(previewed)
  })
})

/** Returns the HTML of the article or of its preview, without the sizes of pictures, which only published texts have. */
async function readProse(page: Page): Promise<string> {
  const html = await page.locator('main h2[id^="s-h-"]').locator('..').first().innerHTML()
  return html.replace(/(<img[^>]*?) width="\d+" height="\d+"/g, '$1')
}

async function listSavedDrafts(page: Page): Promise<unknown[]> {
  return await page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const open = indexedDB.open('writing')
        open.onsuccess = () => {
          const request = open.result.transaction('drafts').objectStore('drafts').getAll()
          request.onsuccess = () => resolve(request.result as unknown[])
        }
      }),
  )
}
