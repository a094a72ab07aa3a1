import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { locateText, openAs, settleCaret, startWritingSite, type WritingSite } from '../writing-site.ts'

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

it('a question and a group are added after the present ones, with the first gap selected', async () => {
  const { page, complaints } = await openAs(pages, site, site.owner, '/manage/pages/question')
  const text = locateText(page)
  const headings = text.locator('h2, h3')
  await headings.first().waitFor()
  const before = await headings.allTextContents()
  const nextGroup = await text.locator('h2').nth(1).textContent()
  await headings.nth(1).click()
  await settleCaret(page)
  await page.getByRole('button', { name: '加问题' }).click()
  await page.keyboard.type('周末开门吗？')
  await expect.poll(() => headings.nth(2).textContent()).toBe('周末开门吗？')
  await page.getByRole('button', { name: '加分组' }).click()
  await page.keyboard.type('交付')
  await expect.poll(() => text.locator('h2').nth(1).textContent()).toBe('交付')
  const added = await headings.allTextContents()
  expect(added.filter((one) => !before.includes(one))).toEqual(['周末开门吗？', '交付', '【问题】'])
  expect(added[added.indexOf('【问题】') + 1]).toBe(nextGroup)
  expect(complaints).toEqual([])
})
