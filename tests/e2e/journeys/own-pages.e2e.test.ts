import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** Fetches an address as a reader without an account, following no redirect. */
async function fetchPublic(path: string) {
  const answer = await fetch(site.url + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
}

it('an own page is begun from a template, published, moved, and deleted with its place in the menu', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/pages')
  await page.getByRole('link', { name: '新建页面' }).click()
  await page.getByRole('region', { name: '送检须知' }).getByText('【电话】').first().waitFor()
  const address = page.getByRole('textbox', { name: '地址' })
  await address.fill('送检 2026')
  await page.getByRole('button', { name: 'page-2026' }).click()
  await address.fill('before-you-come')
  await page.getByText(/^可以用/).waitFor()
  await page.getByRole('button', { name: '新建并开始写' }).click()
  await page.waitForURL(/\/manage\/pages\/\d+$/)
  expect((await fetchPublic('/p/before-you-come')).status).toBe(404)

  // Publishing is refused while gaps of the template are left.
  await page.getByText(/^还有 \d+ 处待填$/).waitFor()
  await page.getByRole('radio', { name: '源码' }).check()
  const source = page.locator('.cm-content')
  await source.waitFor()
  await source.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.type('## 送检之前\n\n请清洁样品，去掉价签。')
  await page.getByRole('textbox', { name: /^导语/ }).fill('带什么、怎样包装与邮寄')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: '发布？' })
  await dialog.getByRole('button', { name: '发布' }).click()
  await page.getByText('发布成功').waitFor()

  const shown = await fetchPublic('/p/before-you-come')
  expect(shown.status).toBe(200)
  expect(shown.text).toContain('请清洁样品，去掉价签。')
  expect(shown.text).toMatch(/<title>送检须知 - /)
  expect(shown.text).toContain('<meta name="description" content="带什么、怎样包装与邮寄"')
  expect(shown.text).toMatch(/<link rel="canonical" href="[^"]*\/p\/before-you-come"/)
  expect((await fetchPublic('/p/Before-You-Come')).status).toBe(404)

  // The page is put into the menu, and readers find it there.
  await page.goto(`${site.url}/manage/menus`)
  await page.getByRole('searchbox', { name: '名称或地址' }).fill('送检须知')
  await page.getByRole('button', { name: '添加：送检须知' }).click()
  await page.getByRole('button', { name: /^保存/ }).click()
  await page
    .getByText(/已保存为版本/)
    .first()
    .waitFor()
  await page.goto(`${site.url}/`)
  await page.getByRole('banner').getByRole('link', { name: '送检须知' }).click()
  await page.getByRole('heading', { level: 1, name: '送检须知' }).waitFor()

  // The way from the public page to the editor, where the address is changed.
  await page.getByRole('complementary', { name: '编辑此页' }).getByRole('link', { name: /^编辑/ }).click()
  await address.fill('submission')
  await page.getByRole('button', { name: '改地址' }).click()
  await page.getByText('地址已改，旧地址会跳转到新地址').waitFor()
  await expect.poll(async () => (await fetchPublic('/p/before-you-come')).to).toBe('/p/submission')
  await expect.poll(async () => (await fetchPublic('/')).text).toContain('href="/p/submission"')

  await page.getByRole('button', { name: '删除页面' }).click()
  const question = page.getByRole('dialog', { name: '删除页面《送检须知》' })
  await question.getByText('菜单里的“送检须知”同时移除。').waitFor()
  await question.getByRole('button', { name: '删除', exact: true }).click()
  await page.waitForURL('**/manage/pages')
  expect(await page.getByText('/p/submission').count()).toBe(0)
  expect((await fetchPublic('/p/submission')).status).toBe(404)
  await expect.poll(async () => (await fetchPublic('/')).text).not.toContain('/p/submission')
  expect(complaints).toEqual([])
})

it('a standing page is taken off the site, and the second page about the laboratory merges into the first', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/pages/statement')
  await page.getByRole('button', { name: '下线' }).click()
  const question = page.getByRole('dialog', { name: '页面下线：公正性声明' })
  await question.getByRole('button', { name: '下线', exact: true }).click()
  await page.getByText('已下线', { exact: true }).waitFor()
  await expect.poll(async () => (await fetchPublic('/statement')).status).toBe(404)
  await expect.poll(async () => (await fetchPublic('/join-us')).text).not.toContain('href="/statement"')
  await page.goto(`${site.url}/manage/pages`)
  await page.getByText('已下线，读者看不到').waitFor()

  await page.goto(`${site.url}/manage/pages/about-gic`)
  await page.getByRole('button', { name: '并入关于我们' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '并入', exact: true }).click()
  await page.waitForURL('**/manage/pages/about')
  await page.getByText(/草稿改自版本/).waitFor()
  await expect.poll(async () => (await fetchPublic('/about-gic')).to).toBe('/about')
  expect(complaints).toEqual([])
})
