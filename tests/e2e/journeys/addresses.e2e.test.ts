import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilHydrated, untilLive } from '../browser.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'

/** Reports of addresses and the cached table take seconds. */
const LATER = { timeout: 30_000 }

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

const open = (path: string) => fetch(site.url + path, { redirect: 'manual' })

it('an address that readers miss is redirected from the list, and its uses are counted', async () => {
  for (let times = 0; times < 4; times += 1) expect((await open('/wenti.html?from=wx')).status).toBe(404)
  expect((await open('/wp-login.php')).status).toBe(404)
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/redirects')
  const missing = page.getByRole('region', { name: '找不到的地址' })
  await expect
    .poll(async () => {
      await page.reload()
      await missing.waitFor()
      return missing.getByRole('listitem').allInnerTexts()
    }, LATER)
    .toEqual([expect.stringMatching(/^\/wenti\.html\s+4 次\s+跳转到…$/)])
  await missing.getByRole('button', { name: '/wenti.html 跳转到…' }).press('Enter')
  await page.keyboard.type('/question')
  await page.getByText('可以添加').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('已添加跳转').waitFor()
  await missing.getByText('没有被打开 3 次以上而找不到的地址').waitFor()

  await expect
    .poll(async () => (await open('/wenti.html?from=wx')).headers.get('location'), LATER)
    .toBe('/question?from=wx')
  const row = page.getByRole('row', { name: /\/wenti\.html/ })
  await expect
    .poll(async () => {
      await page.reload()
      await row.waitFor()
      return row.getByRole('cell').nth(2).innerText()
    }, LATER)
    .toBe('1')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 CSV' }).click(),
  ])
  expect(await text(await download.createReadStream())).toBe('"旧地址","去处"\r\n"/wenti.html","/question"\r\n')
  expect(complaints).toEqual([])
})

it('a link within the site to an address that has moved leads on without a reload', async () => {
  const token = await site.fetchSetUpToken()
  await site.ask('POST', '/v1/manage/redirects', { rows: [{ from: '/jigou.html', to: '/about' }] }, token)
  const { version } = await site.ask<{ version: number }>('GET', '/v1/manage/site', undefined, token)
  const footerLinks = [{ title: '其他', links: [{ text: '机构旧页', to: '/jigou.html' }] }]
  await site.ask('PUT', '/v1/manage/site', { version, settings: { menus: { headerMenu: null, footerLinks } } }, token)
  await expect.poll(async () => (await (await open('/question')).text()).includes('机构旧页'), LATER).toBe(true)
  await expect.poll(async () => (await open('/jigou.html')).status, LATER).toBe(301)

  const { page, complaints } = await openAs(pages, site, 'visitor', '/question')
  await untilLive(page)
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url())
  })
  const link = page.getByRole('link', { name: '机构旧页' })
  // Before the footer is hydrated, a link loads a whole page.
  await untilHydrated(link)
  await link.click()
  await page.waitForURL('**/about')
  await page.getByRole('heading', { level: 1, name: '关于我们' }).waitFor()
  expect(documents).toEqual([])
  await page.goBack()
  await page.waitForURL('**/question')
  expect(complaints).toEqual([])
})

it('an article gets an address, and its former ones lead there from everywhere', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/articles/1')
  const field = page.getByRole('textbox', { name: /^地址/ })
  const change = async (typed: string, stored: string) => {
    await field.fill(typed)
    await page.getByRole('button', { name: '改地址' }).click()
    await page.getByText(`› article › ${stored}`).waitFor()
  }
  await field.fill('绿松石 FTIR')
  await page.getByRole('button', { name: 'ftir', exact: true }).click()
  await page.getByRole('button', { name: '改地址' }).click()
  await page.getByText('› article › ftir').waitFor()
  const readLocation = async (path: string) => {
    const { status, headers } = await open(path)
    return status === 301 ? headers.get('location') : status
  }
  await expect.poll(() => readLocation('/article/1?comments=2'), LATER).toBe('/article/ftir?comments=2')
  expect(await (await open('/article/ftir')).text()).toMatch(/<link rel="canonical" href="[^"]*\/article\/ftir"/)
  await expect.poll(async () => await (await open('/archive')).text(), LATER).toContain('"/article/ftir"')

  await change('turquoise-ftir', 'turquoise-ftir')
  await expect.poll(() => readLocation('/article/ftir'), LATER).toBe('/article/turquoise-ftir')
  await expect.poll(() => readLocation('/article/1'), LATER).toBe('/article/turquoise-ftir')
  await change('ftir', 'ftir')
  await expect.poll(() => readLocation('/article/ftir'), LATER).toBe(200)
  await expect.poll(() => readLocation('/article/turquoise-ftir'), LATER).toBe('/article/ftir')
  await change('', '1')
  await expect.poll(() => readLocation('/article/ftir'), LATER).toBe('/article/1')
  await expect.poll(() => readLocation('/article/1'), LATER).toBe(200)
  expect(complaints).toEqual([])
})
