import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReceiptFile } from '../../../packages/contract/src/certificates/certificate-receipt.ts'
import { openWatchedPage, untilLive, type WatchedPage } from '../browser.ts'
import { findViolations, measureOverflowPx } from '../page-tour.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { connectBrowser } from '../shared-browser.ts'

/** A certificate of the demo content, with its check code. */
const [NO, CODE] = ['SH20261103001285', '7K3M9Q']

let site: RunningSite
let browser: Browser
let tab: WatchedPage
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-proof-'))
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
  tab = await openWatchedPage(browser)
})
afterAll(async () => {
  await browser.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

async function lookUp(page: Page, isScripted = true) {
  await page.goto(`${site.url}/certificate-check?no=${NO}`)
  if (isScripted) await untilLive(page)
  await page.getByRole('textbox', { name: '核对码' }).fill(CODE)
  await page.getByRole('button', { name: '查询证书' }).click()
}

it('proves a result at the first lookup, and at the next one that the log continues', async () => {
  const { page, complaints } = tab
  await lookUp(page)
  await page.getByText('这台设备记下了检查点，下次查询时核对其延续。').waitFor()
  await page.getByRole('button', { name: '怎样核对的' }).click()
  await page.getByText('3 幅相符').waitFor()
  expect(await findViolations(page)).toEqual([])
  await lookUp(page)
  await page.getByText('所见以来只增不改。').waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await measureOverflowPx(page)).toBe(0)
  expect(complaints).toEqual([])
})

it('saves a receipt with a proof, which is verified without a network', async () => {
  const { page } = tab
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载凭证文件' }).click()
  const file = path.join(folder, 'receipt.json')
  await (await download).saveAs(file)
  expect((JSON.parse(readFileSync(file, 'utf8')) as ReceiptFile).proof).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra /)
  await page.goto(`${site.url}/certificate-check/receipt`)
  await untilLive(page)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByLabel('选取凭证文件').setInputFiles(file)
  await page.getByRole('heading', { name: '有效', exact: true }).waitFor()
  await page.getByText(/^在第 \d+ 条，检查点 \d+ 条，签名相符$/).waitFor()
  await page.context().setOffline(false)
})

it('shows an error for an answer that was changed in transit', async () => {
  const { page } = tab
  await page.route('**/v1/certificate/check', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll('"conclusion":"绿松石"', '"conclusion":"翡翠"'),
    })
  })
  await lookUp(page)
  await page.getByRole('heading', { name: '本页内容未能通过核对' }).waitFor()
  await page.getByRole('heading', { name: '为什么不要据此交易' }).waitFor()
  expect(await page.getByText('未通过核对', { exact: true }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: '打印证书' }).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '在线告知' }).click()
  await expect.poll(() => page.getByLabel('经过').inputValue()).toContain('凭证：')
  await page.unroute('**/v1/certificate/check')
})

it('shows index and entry without JavaScript', async () => {
  const { page } = await openWatchedPage(browser, { isScripted: false })
  await lookUp(page, false)
  await page.getByText('脚本未启用，本页没有自行核对。').waitFor()
  expect(await page.getByRole('main').innerText()).toMatch(/公开日志第 \d+ 条，条目 [\da-f]{6}…[\da-f]{6}。/)
})
