import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWatchedPage } from './browser.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

let site: RunningSite
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it('a visitor without JavaScript shares a certificate and revokes the share', async () => {
  const { page } = await openWatchedPage(browser, { isScripted: false })
  // This is another certificate of the demo content: a graded diamond.
  await page.goto(`${site.url}/certificate-check`)
  await page.getByLabel('证书编号', { exact: true }).fill('SH20261030000336')
  await page.getByLabel('核对码', { exact: true }).fill('HB3446')
  await page.getByRole('button', { name: '查询证书' }).click()
  await page.getByRole('button', { name: '分享', exact: true }).click()
  await page.getByLabel('1 天').check()
  await page.getByRole('button', { name: '生成链接' }).click()
  const link = await page.getByRole('link', { name: /\/share\// }).getAttribute('href')
  const revoke = await page.getByRole('link', { name: '收回链接' }).getAttribute('href')
  const opened = await page.goto(link ?? '')
  expect(await page.getByRole('heading', { name: '证书有效' }).count()).toBe(1)
  expect(opened?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  expect(await page.content()).not.toContain('HB3446')
  await page.goto(revoke ?? '')
  await page.getByRole('button', { name: '收回分享' }).click()
  await page.getByText('分享已收回', { exact: false }).waitFor()
  const ended = await page.goto(link ?? '')
  expect(ended?.status()).toBe(200)
  expect(await page.getByRole('heading', { name: '持证人已收回' }).count()).toBe(1)
  expect((await page.goto(`${site.url}/share/${'A'.repeat(43)}`))?.status()).toBe(404)
})
