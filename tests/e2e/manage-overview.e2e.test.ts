import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificateNo } from '../../packages/contract/src/certificates/certificate-number.ts'
import { ownCallHeaders } from '../../packages/contract/src/constants.ts'
import { openWatchedPage, untilLive } from './browser.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { violations } from './page-tour.ts'
import { connectBrowser } from './shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from './writing-site.ts'

const UNKNOWN = { certificateNo: makeCertificateNo('20261103', 77_777), checkCode: '7K3M9Q' }
/** Its check digit is wrong. */
const MISTYPED = 'SH20261103001284'

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

it('the overview shows what visitors did and what waits, in both themes without accessibility violations', async () => {
  const visit = (path: string) =>
    fetch(`${site.url}/v1/report`, { headers: { ...ownCallHeaders, referer: `${site.url}${path}?no=1` } })
  for (const path of ['/gem', '/article/3', '/article/4']) await visit(path)
  const body = JSON.stringify(UNKNOWN)
  const headers = { ...ownCallHeaders, 'content-type': 'application/json' }
  await fetch(`${site.url}/v1/certificate/check`, { method: 'POST', headers, body })
  await site.ask('POST', '/v1/feedback/visitor', {
    type: 1,
    title: '想看翡翠',
    content: '文',
    email: 'li@example.test',
  })

  // The visitor's page counts the number that it recognises as mistyped.
  const visitor = await openWatchedPage(browser)
  await visitor.page.goto(`${site.url}/certificate-check`)
  await untilLive(visitor.page)
  const counted = visitor.page.waitForResponse('**/v1/certificate/mistyped')
  await visitor.page.getByLabel('证书编号').fill(MISTYPED)
  await visitor.page.keyboard.press('Tab')
  expect((await counted).request().postData()).toBeNull()
  await visitor.context.close()

  const { page, complaints } = await openAs(pages, site, 'owner', '/manage')
  const table = (name: string) => page.getByRole('table', { name, exact: true })
  // Counts are written every second.
  const statistics = async () => (await page.request.get(`${site.url}/v1/manage/statistics`)).text()
  await expect.poll(statistics).toMatch(/"mistyped":\[[0,]+1\]/)
  await page.reload()
  await table('查询结果').waitFor()
  expect(await table('查询结果').innerText()).toMatch(/编号打错\s+1/)
  expect(await table('查询结果').innerText()).toMatch(/未查到\s+1/)
  expect(await table('最常查无的编号').innerText()).toMatch(/SH20261103……\s+1/)
  expect(await table('最忙的页面').innerText()).toMatch(/文章\s+2/)
  expect(await table('待办').innerText()).toContain('想看翡翠')
  expect(await page.getByRole('img', { name: /未查到 1 次/ }).count()).toBe(1)
  await page.getByText('数据目录的 backups 中没有备份').waitFor()
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: '本页手册' }).click()
  await page.getByRole('heading', { name: '管理端手册' }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#${encodeURIComponent('概览')}`)
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
})
