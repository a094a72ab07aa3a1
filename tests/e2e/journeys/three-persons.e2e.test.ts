import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { type Account, openAs, startWritingSite, type WritingSite, waiveReminders } from '../writing-site.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool
let tester: Account
let reviewer: Account
let signatory: Account

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  tester = await site.register('zhou@example.test', '周检')
  reviewer = await site.register('shen@example.test', '沈审')
  signatory = await site.register('chen@example.test', '陈批')
  await site.appoint(tester, ['certify'])
  await site.appoint(reviewer, ['review'])
  await site.appoint(signatory, ['approve'], ['turquoise'])
  await waiveReminders(site)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const passByKey = async (page: Page, step: RegExp) => {
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button', { name: step }).waitFor()
  await page.keyboard.press('Enter')
}

it('an owner asks for three people, and a certificate goes from the tester by the reviewer to the signatory', async () => {
  const owner = await openAs(pages, site, 'owner', '/manage/site?tab=desk')
  await owner.page.getByRole('checkbox', { name: '绿松石' }).check()
  await owner.page.getByRole('button', { name: /^保存/ }).first().click()
  await owner.page.getByText('已保存').first().waitFor()

  const { page: desk, complaints } = await openAs(pages, site, tester, '/manage/certificates')
  await desk.getByRole('button', { name: '新建证书' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: '绿松石' }).click()
  await desk.getByLabel('检验结论').pressSequentially('绿松')
  await desk.keyboard.press('Enter')
  await desk.getByLabel('总质量').fill('12.34')
  await desk.getByRole('button', { name: '提交审批' }).click()
  await desk.getByText('等待审核人审核。').waitFor()
  const address = new URL(desk.url()).pathname

  const sign = await openAs(pages, site, signatory, address)
  await sign.page.getByText('等待审核人审核。').waitFor()

  const review = await openAs(pages, site, reviewer, '/manage')
  await review.page
    .getByRole('link', { name: /证书待审核/ })
    .first()
    .click()
  await review.page.getByRole('link', { name: '绿松石' }).first().click()
  await review.page.getByText('审核　由您').waitFor()
  await review.page.setViewportSize({ width: 390, height: 844 })
  await review.page.getByRole('button', { name: /^审核通过/ }).waitFor()
  expect(await review.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await review.page.setViewportSize({ width: 1440, height: 900 })
  await passByKey(review.page, /^确认通过/)
  await review.page.getByText('审核　沈审').waitFor()

  await sign.page.reload()
  await sign.page.getByText('审核　沈审').waitFor()
  await passByKey(sign.page, /^确认发布/)
  const published = sign.page.getByRole('region', { name: '已发布的内容' })
  for (const name of ['周检', '沈审', '陈批']) await published.getByText(name).waitFor()
  await sign.page.getByText('审核通过（第 1 版）').waitFor()
  expect([...owner.complaints, ...complaints, ...review.complaints, ...sign.complaints]).toEqual([])
})
