import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificateNo } from '../../packages/contract/src/certificates/certificate-number.ts'
import { ownCallHeaders } from '../../packages/contract/src/constants.ts'
import { openWatchedPage, untilLive } from './browser.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { findViolations } from './page-tour.ts'
import { connectBrowser } from './shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from './writing-site.ts'

const UNKNOWN = { certificateNo: makeCertificateNo('20261103', 77_777), checkCode: '7K3M9Q' }
/** A number with a wrong check digit. */
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

it('the overview shows visits and pending tasks, in both themes without accessibility violations', async () => {
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
  const locateTable = (name: string) => page.getByRole('table', { name, exact: true })
  // Counts are written every second.
  const fetchStatistics = async () => (await page.request.get(`${site.url}/v1/manage/statistics`)).text()
  await expect.poll(fetchStatistics).toMatch(/"mistyped":\[[0,]+1\]/)
  await page.reload()
  await locateTable('查询结果').waitFor()
  expect(await locateTable('查询结果').innerText()).toMatch(/编号打错\s+1/)
  expect(await locateTable('查询结果').innerText()).toMatch(/未查到\s+1/)
  expect(await locateTable('最常查无的编号').innerText()).toMatch(/SH20261103……\s+1/)
  expect(await locateTable('最忙的页面').innerText()).toMatch(/文章\s+2/)
  expect(await locateTable('待办').innerText()).toContain('想看翡翠')
  expect(await page.getByRole('img', { name: /未查到 1 次/ }).count()).toBe(1)
  await page.getByText('“设置 › 备份”里还没有').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page)).toEqual([])

  // A pending item links to the list that shows it.
  await page.getByRole('link', { name: '反馈', exact: true }).click()
  await page.getByRole('navigation', { name: '工单' }).getByText('想看翡翠').waitFor()
  expect(await page.getByRole('navigation', { name: '工单' }).getByRole('listitem').count()).toBe(1)

  await page.getByRole('link', { name: '本页手册' }).click()
  await page.getByRole('heading', { name: '管理端手册' }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#${encodeURIComponent('反馈与举报')}`)
  await page.getByRole('searchbox').fill('恢复码 打印')
  await page.getByText('1 节').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('a list keeps filters and density, a search finds records, and lost connections and logins lose nothing', async () => {
  const { page, context, complaints } = await openAs(
    pages,
    site,
    'owner',
    '/manage/articles?view=published&keyword=绿松石',
  )
  await page.getByRole('button', { name: '存为视图' }).click()
  await page.getByLabel('名称', { exact: true }).fill('绿松石')
  await page.keyboard.press('Enter')
  const views = page.getByRole('navigation', { name: '我的视图' })
  await views.getByRole('link', { name: '绿松石', exact: true }).waitFor()
  const row = page.getByRole('row', { name: /绿松石色卡/ })
  const measureHeight = async () => Math.round((await row.boundingBox())?.height ?? 0)
  expect(await measureHeight()).toBe(44)
  await page.getByRole('button', { name: '紧凑行距' }).click()
  expect(await measureHeight()).toBe(36)
  await page.goto(`${site.url}/manage/articles`)
  await views.getByRole('link', { name: '绿松石', exact: true }).click()
  await page.waitForURL(/view=published/)
  expect(await measureHeight()).toBe(36)
  expect(await findViolations(page)).toEqual([])

  // The test uses the keyboard alone: it walks, opens the list of keys, and searches everything.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('已选 1 项').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '快捷键' }).getByText('选到此行').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const jump = page.getByRole('combobox', { name: '搜索或跳转' })
  await jump.fill('祖母绿')
  await page.getByRole('option', { name: /祖母绿净度改善/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await jump.fill('owner@example.test')
  await page.getByRole('option', { name: /负责人/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/manage\/people\/[0-9a-f]+$/)

  await context.setOffline(true)
  await page.getByText('网络已断开').waitFor()
  await context.setOffline(false)
  await page.getByText('网络已断开').waitFor({ state: 'detached' })

  // The login ends while a page is open: the dialog requests it, and the page continues.
  await context.clearCookies()
  await page.getByRole('link', { name: '操作记录', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '登录已结束' })
  await dialog.waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('密码').fill(site.owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '操作记录' }).waitFor()

  // A new release is simulated: the document names another script.
  await page.route('**/manage', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/newer.js"></script>' }),
  )
  await page.evaluate(() => void dispatchEvent(new Event('vite:preloadError')))
  await page.getByText('网站已更新').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(complaints.filter((text) => !/401|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
})
