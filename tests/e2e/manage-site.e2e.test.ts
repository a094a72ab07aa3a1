import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toWireMinute } from '../../packages/contract/src/time.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { findViolations } from './page-tour.ts'
import { connectBrowser } from './shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from './writing-site.ts'

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

const fetchHomePage = async () => await (await fetch(site.url, { headers: { accept: 'text/html' } })).text()
/** Returns the next whole minute but one, UTC+8: it begins in 60 to 120 s. */
const makeSoon = () => toWireMinute(Math.ceil(Date.now() / 60_000) * 60_000 + 60_000)

it('the owner sets phone, filing number, hours and a timed bulletin, and reverts the last save', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/site')
  await page.getByLabel('电话').fill('0719-8612046')
  await page.getByLabel('ICP 备案号').fill('鄂 ICP 备 2026001234 号')
  await page.getByRole('region', { name: '预览：页脚' }).getByText('0719-8612046').waitFor()
  expect(await findViolations(page)).toEqual([])
  // The preview shows the home page with unsaved changes, for this login alone.
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: '预览', exact: true }).click(),
  ])
  await preview.getByText('预览 · 未发布').waitFor()
  await preview.getByText('站点设置，2 处改动尚未保存').waitFor()
  await preview.getByRole('contentinfo').getByText('鄂ICP备2026001234号').waitFor()
  const address = preview.url()
  await preview.close()
  expect((await fetch(address)).ok).toBe(false)
  expect(await fetchHomePage()).not.toContain('0719-8612046')
  await page.keyboard.press('Control+s')
  await page.getByText('已保存为版本 1').waitFor()
  const home = await fetchHomePage()
  expect(home).toContain('0719-8612046')
  expect(home).toContain('鄂ICP备2026001234号')

  await page.getByRole('link', { name: '公告与时间' }).click()
  await page.getByRole('textbox', { name: '公告', exact: true }).fill('国庆期间暂停收样')
  await page.getByLabel('公告开始').fill(makeSoon().replace(' ', 'T'))
  await page.getByRole('button', { name: '按星期填写' }).click()
  await page.getByRole('button', { name: '给周六加一个时段' }).click()
  expect(await findViolations(page)).toEqual([])
  // A reload loses nothing that was typed.
  await page.reload()
  await page.getByText('已恢复草稿').waitFor()
  await page.getByRole('button', { name: /^保存/ }).click()
  await page.getByText('已保存为版本 2').waitFor()
  const later = await fetchHomePage()
  expect(later).toContain('周一至周六 9:00–17:00')
  // No page shows it before its time.
  expect(later).not.toContain('国庆期间暂停收样')

  await page.getByRole('button', { name: '撤回此次保存' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退回', exact: true }).click()
  await page.getByText('已保存为版本 3').waitFor()
  expect(await fetchHomePage()).toContain('周一至周五 9:00–17:00')
  await page.getByRole('link', { name: '修改历史' }).click()
  await page.getByText('退回版本 1：').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('the owner writes a bulletin with bold words and a link by keys, and readers see both', async () => {
  const { page, context, complaints } = await openAs(pages, site, 'owner', '/manage/site?tab=time')
  const field = page.getByRole('textbox', { name: '公告', exact: true })
  await page.getByRole('button', { name: '加粗' }).and(page.locator(':enabled')).waitFor()
  await field.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('元旦')
  await page.keyboard.press('Control+b')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: "xiu'xi", selectionStart: 6, selectionEnd: 6 })
  await devtools.send('Input.insertText', { text: '休息' })
  await field.locator('b', { hasText: /^休息$/ }).waitFor()
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('，详情见')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('/no-such-page')
  await page.keyboard.press('Enter')
  await page.getByText('有 1 个链接读者打不开').waitFor()
  expect(await findViolations(page)).toEqual([])
  // The dialog gives the focus back to the text, so that typing continues.
  await page.keyboard.press('End')
  await page.keyboard.type('。')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await field.locator('a', { hasText: /^\/no-such-page$/ }).waitFor()
  await expect.poll(() => field.innerText()).toMatch(/page$/)
  await page.getByRole('button', { name: '链接', exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('/contact-us')
  await page.keyboard.press('Enter')
  await page.getByText('有 1 个链接读者打不开').waitFor({ state: 'detached' })
  const preview = page.getByRole('region', { name: '预览：页眉' })
  await preview.locator('b', { hasText: '休息' }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText(/^已保存为版本/).waitFor()
  expect(complaints).toEqual([])

  const visitor = await openAs(pages, site, 'visitor', '/')
  const shown = visitor.page.getByRole('region', { name: '公告' })
  await shown.locator('b', { hasText: /^休息$/ }).waitFor()
  expect(await shown.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/contact-us',
  ])
  expect(visitor.complaints).toEqual([])
})

it('the owner merges a tag, and its old address redirects to the other', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/site?tab=topics')
  const row = page.getByRole('link', { name: '单晶宝石', exact: true })
  await row.waitFor()
  const old = (await row.getAttribute('href')) ?? ''
  await page.getByRole('button', { name: '更多：单晶宝石' }).click()
  await page.getByRole('menuitem', { name: '合并到…' }).click()
  await page.getByLabel('并入哪个标签').selectOption({ label: await findOption('翡翠') })
  await page.getByRole('dialog').getByRole('button', { name: '合并', exact: true }).click()
  await page.getByText('标签“单晶宝石” → “翡翠”').waitFor()
  expect(await findViolations(page)).toEqual([])
  const answer = await fetch(site.url + old, { redirect: 'manual' })
  expect(answer.status).toBe(301)
  expect(await (await fetch(site.url + old)).text()).toContain('翡翠')
  expect(complaints).toEqual([])

  async function findOption(name: string): Promise<string> {
    const options = await page.getByLabel('并入哪个标签').locator('option').allTextContents()
    return options.find((text) => text.startsWith(`${name}（`)) ?? ''
  }
})
