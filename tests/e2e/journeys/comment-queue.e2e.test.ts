import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilHydrated, untilLive } from '../browser.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'

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

it('a first comment waits, is seen by its writer alone, and is shown after a key in the queue', async () => {
  const owner = await openAs(pages, site, 'owner', '/manage/site?tab=comments')
  await owner.page.getByRole('radio', { name: /^首次评论的人/ }).check()
  await owner.page.getByRole('textbox', { name: '每行一个' }).fill('加微信\n')
  await owner.page.keyboard.press('Control+S')
  await owner.page.getByText('已保存为版本 1').waitFor()

  const address = '/article/1'
  const writer = await openAs(pages, site, 'writer', address)
  await untilLive(writer.page)
  const button = writer.page.getByRole('button', { name: '发表评论' })
  await button.scrollIntoViewIfNeeded()
  // The comments are hydrated once they are near the screen; text typed before is not known to the form.
  const field = writer.page.getByLabel('写评论')
  await untilHydrated(field)
  await field.fill('注蜡的绿松石算优化还是处理？加 微信 细聊')
  await writer.page.getByText('21 / 2000').waitFor()
  await button.click()
  await writer.page.getByText('等待审核，只有您看得到').waitFor()
  await writer.page.reload()
  await writer.page.getByText('等待审核，只有您看得到').waitFor()

  const visitor = await openAs(pages, site, 'visitor', address)
  await visitor.page.getByRole('heading', { name: /^评论/ }).scrollIntoViewIfNeeded()
  expect(await visitor.page.content()).not.toContain('注蜡的绿松石算优化')
  expect(await (await fetch(site.url + address)).text()).not.toContain('注蜡的绿松石算优化')

  await owner.page.goto(`${site.url}/manage/comments`)
  await owner.page.getByText('命中词：加微信').waitFor()
  expect(await owner.page.locator('mark').allInnerTexts()).toEqual(['加 微信'])
  await owner.page.keyboard.press('j')
  await owner.page.keyboard.press('a')
  await owner.page.getByText('已通过 1 条').waitFor()
  await owner.page.getByText('没有等待审核的评论').waitFor()
  await owner.page.keyboard.press('z')
  await owner.page.getByText('已撤销，1 条回到原处').waitFor()
  await owner.page.keyboard.press('j')
  await owner.page.keyboard.press('a')
  await owner.page.getByText('没有等待审核的评论').waitFor()

  // Other readers may get a cached page that is a few seconds old.
  await expect
    .poll(async () => (await fetch(site.url + address)).text(), { timeout: 15_000 })
    .toContain('注蜡的绿松石算优化')
  await writer.page.reload()
  await writer.page.getByText('注蜡的绿松石算优化').waitFor()
  expect(await writer.page.getByText('等待审核，只有您看得到').count()).toBe(0)
  for (const { complaints } of [owner, writer, visitor]) expect(complaints).toEqual([])
})
