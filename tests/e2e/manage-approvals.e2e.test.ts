import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'
import { openAs, startWritingSite, type WritingSite, waiveReminders } from './writing-site.ts'

const COUNT = 60

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  await site.appoint(site.writer, ['approve'], ['turquoise'])
  await waiveReminders(site)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it('more certificates than a page are read, approved in a task, and the task is found again after a reload', async () => {
  const tester = await openAs(pages, site, 'owner', '/manage/certificates/import')
  const rows = Array.from(
    { length: COUNT },
    (_, at) => `绿松石,绿松石,${at + 1}.5,2.76,${at === 3 ? '绿色' : '蓝绿色'}`,
  )
  const buffer = Buffer.from(['类别,检验结论,重量(g),密度,颜色', ...rows].join('\n'))
  await tester.page.getByLabel('选择文件').setInputFiles({ name: '送检单.csv', mimeType: 'text/csv', buffer })
  await tester.page.getByText('检查完毕').first().waitFor()
  await tester.page.getByLabel('直接提交审批').check()
  await tester.page.getByRole('button', { name: /^入库/ }).click()
  await tester.page.getByText('已全部入库').waitFor()

  const { page, complaints } = await openAs(pages, site, 'writer', '/manage/certificates?state=submitted')
  await page.getByRole('link', { name: '绿松石' }).first().waitFor()
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await page.getByRole('button', { name: '批准全部待批…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`/ ${COUNT}`).waitFor()
  const approve = dialog.getByRole('button', { name: /^批准已阅的/ })
  const readCount = async () => Number(/已阅的 (\d+) 份/.exec(await approve.innerText())?.[1])
  // The screen shows some of them at once, and the others when they are scrolled to.
  await expect.poll(readCount).toBeGreaterThan(0)
  expect(await readCount()).toBeLessThan(COUNT)
  for (let at = 0; at < COUNT; at += 1) {
    await dialog.locator('li[data-number]').nth(at).waitFor()
    await page.keyboard.press('j')
  }
  await expect.poll(readCount).toBe(COUNT)
  await dialog.getByText('与其他各份不同', { exact: false }).waitFor({ state: 'attached' })
  await approve.click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText(`成批批准：已批准 ${COUNT} 份`).waitFor()
  await page.getByText('没有符合条件的证书').waitFor()
  expect([...tester.complaints, ...complaints]).toEqual([])
})
