import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { measureLayoutShift } from '../page-tour.ts'
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

const fetchPublicText = async (path: string) => (await fetch(site.url + path)).text()

it('a standing page is edited from the public page, published, compared and restored as a draft', async () => {
  expect(await fetchPublicText('/statement')).not.toContain('/manage/')
  const { page, complaints } = await openAs(pages, site, 'owner', '/statement')
  const bar = page.getByRole('complementary', { name: '编辑此页' })
  await bar.getByText('版本 1').waitFor()
  // The check includes phones, where the late part must not move anything.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await bar.getByText('版本 1').waitFor()
  expect(await measureLayoutShift(page)).toBe(0)
  await bar.getByRole('link', { name: /^编辑/ }).click()
  await page.waitForURL('**/manage/pages/statement')
  await page.setViewportSize({ width: 1440, height: 900 })
  const text = page.getByRole('textbox', { name: '正文' })
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n\n## 投诉渠道\n\n可向本中心书面投诉。')
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Control+Shift+P')
  const preview = await opened
  await preview.getByText('可向本中心书面投诉').waitFor()
  expect(await preview.locator('.service-notice').innerText()).toContain('预览 · 未发布')
  expect(await preview.getByRole('contentinfo').isVisible()).toBe(true)
  expect(await preview.locator('script[src]').count()).toBe(0)
  const address = new URL(preview.url())
  expect(address.pathname).toBe('/statement')
  expect(await fetchPublicText(address.pathname + address.search)).toContain('无法预览')
  expect(await fetchPublicText('/statement')).not.toContain('可向本中心书面投诉')
  await preview.close()
  await page.keyboard.press('Control+S')
  await page.getByText('草稿已保存，读者还看不到').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: '发布为版本 2？' }).getByRole('button', { name: '发布为版本 2' }).click()
  await page.getByText('发布成功').waitFor()
  expect(await fetchPublicText('/statement')).toContain('可向本中心书面投诉')

  await page.getByRole('link', { name: '版本 2' }).click()
  await page.getByRole('button', { name: '恢复版本 1' }).waitFor()
  await page.getByText('可向本中心书面投诉。').waitFor()
  await page.getByRole('button', { name: '恢复版本 1' }).click()
  await page.getByText(/草稿改自版本 2/).waitFor()
  expect(await fetchPublicText('/statement')).toContain('可向本中心书面投诉')
  expect(complaints).toEqual([])
})

it('an article that is published by the site itself reaches the cached page within two seconds', async () => {
  const token = await site.fetchToken(site.owner)
  const [first] = (await site.ask<{ records: { id: number }[] }>('GET', '/v1/manage/articles', undefined, token))
    .records
  const id = first?.id ?? 0
  const address = `/v1/manage/articles/${id}`
  const { version, form } = await site.ask<{ version: number; form: object }>('GET', address, undefined, token)
  expect(await fetchPublicText(`/article/${id}`)).not.toContain('到时发布的标题')
  // The shortest time that can be set is the next minute; the site's own clock is set instead.
  await site.ask(
    'PUT',
    `${address}/schedule`,
    { version, publishAt: '2099-01-01 09:00', form: { ...form, title: '到时发布的标题' } },
    token,
  )
  await site.setScheduleTime(id, Date.now())
  const fetchTitle = async () => (await site.ask<{ title: string }>('GET', `/v1/article/info?id=${id}`)).title
  await expect.poll(fetchTitle, { timeout: 20_000, interval: 50 }).toBe('到时发布的标题')
  // The caches of the site alone count now.
  await expect
    .poll(() => fetchPublicText(`/article/${id}`), { timeout: 2000, interval: 100 })
    .toContain('到时发布的标题')
})

it('two concurrent editors lose nothing: the later save shows both versions and merges both changes', async () => {
  const owner = await site.fetchToken(site.owner)
  const found = `/v1/manage/users?search=${encodeURIComponent(site.writer.email)}`
  const [person] = (await site.ask<{ records: { id: string }[] }>('GET', found, undefined, owner)).records
  const account = `/v1/manage/users/${person?.id}`
  const { version: seen } = await site.ask<{ version: number }>('GET', account, undefined, owner)
  await site.ask('PUT', `${account}/duties`, { duties: ['edit'], version: seen }, owner)
  const colleague = await site.fetchToken(site.writer)
  const list = await site.ask<{ records: { id: number }[] }>('GET', '/v1/manage/articles', undefined, owner)
  const id = list.records[1]?.id ?? 0
  const address = `/v1/manage/articles/${id}`
  const { page, complaints } = await openAs(pages, site, 'owner', `/manage/articles/${id}`)
  const text = page.getByRole('textbox', { name: '正文' })
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('先打开者的一句。')

  const { version, form } = await site.ask<{ version: number; form: object }>('GET', address, undefined, colleague)
  await site.ask('POST', `${address}/takeOver`, undefined, colleague)
  const summary = `后打开者的摘要${'，写得很长'.repeat(40)}`
  await site.ask('PUT', address, { version, form: { ...form, summary } }, colleague)

  // The first editor learns of it at once, can only read, and takes the text back to merge.
  await page.getByText('接手了编辑').waitFor()
  const [note, panel] = await Promise.all([
    page.getByRole('status').filter({ hasText: '接手了编辑' }).boundingBox(),
    page.getByRole('region', { name: '发布', exact: true }).boundingBox(),
  ])
  expect((panel?.y ?? 0) - (note?.y ?? 0) - (note?.height ?? 0)).toBeGreaterThanOrEqual(16)
  expect(await page.getByRole('button', { name: /^发布为版本/ }).count()).toBe(0)
  await page.getByRole('button', { name: '接手编辑' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '接手编辑' }).click()
  // The page has read the new version.
  const next = `发布为版本 ${version + 2}`
  const publish = async () => {
    await page.getByRole('button', { name: next }).click()
    await page.getByRole('dialog').getByRole('button', { name: next }).click()
  }
  await publish()
  await page.getByText('后打开者的摘要').waitFor()
  await page.getByRole('button', { name: '按所选合并' }).click()
  await publish()
  await page.getByText('发布成功').waitFor()
  const stored = await site.ask<{ form: { summary: string; contentMd: string } }>('GET', address, undefined, owner)
  expect(stored.form.summary).toBe(summary)
  expect(stored.form.contentMd).toContain('先打开者的一句。')

  // The audit log shows long values completely, within the row.
  await page.goto(`${site.url}/manage/audit?search=${encodeURIComponent('后打开者的摘要')}`)
  await page.getByRole('row').filter({ hasText: '摘要' }).first().getByRole('button').click()
  const changes = page.getByRole('table').filter({ hasText: '项目' }).last()
  await changes.waitFor()
  const widths = await changes.evaluate((table) => [table.scrollWidth, table.parentElement?.clientWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  // The browser reports the refused save.
  expect(complaints.filter((line) => !line.includes('409'))).toEqual([])
})

it('a sentence that is saved with Ctrl S in a scheduled article is published with it', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/articles/2')
  await page.getByRole('button', { name: '定时发布' }).click()
  await page.getByLabel('发布时间').fill('2099-01-01T10:00')
  await page.getByRole('dialog').getByRole('button', { name: '定时发布' }).click()
  await page.locator('#main').getByText('定于 2099-01-01 10:00 发布').waitFor()

  await page.goto(`${site.url}/manage/articles/2`)
  await page.getByText('没有未保存的改动').waitFor()
  const text = page.getByRole('textbox', { name: '正文' })
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('四日照常收样。')
  await page.keyboard.press('Control+S')
  await page.getByText('已保存，仍于 2099-01-01 10:00 发布').waitFor()
  await page.reload()
  await text.getByText('四日照常收样。').waitFor()

  await site.setScheduleTime(2, Date.now())
  await expect.poll(() => fetchPublicText('/article/2'), { timeout: 20_000, interval: 100 }).toContain('四日照常收样。')
  expect(complaints).toEqual([])
})
