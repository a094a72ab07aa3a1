import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWatchedPage } from './browser.ts'
import { correctArticle, invite, join } from './first-setup/colleague-steps.ts'
import { completeSettings, publishArticle, publishPages } from './first-setup/content-steps.ts'
import { fillFiling, fillOrganisation, makeOwner, setUpFactor } from './first-setup/setup-steps.ts'
import { ARTICLE, COMPLETED_PAGES, EDITOR, OWNER, SITE } from './first-setup/site-texts.ts'
import { getLocalAddress, openStaffPage, readMailedPath } from './first-setup/staff-page.ts'
import { startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser.close())

it('sets up an empty installation, from the logged address to a complete public site', async () => {
  const site = await startSite({}, { DEMO_CONTENT: 'off' })
  const { page, complaints } = await openStaffPage(browser)
  try {
    const logged = site.logs.map((line) => /manage\/setup#code=[\w-]{43}/.exec(line)?.[0]).filter(Boolean)
    expect(logged).toHaveLength(1)
    const address = `${getLocalAddress(site)}/${logged[0]}`
    await page.goto(address)
    await makeOwner(page)
    await setUpFactor(page)
    await fillOrganisation(page)
    const missing = await fillFiling(page)
    expect(missing).toHaveLength(1 + COMPLETED_PAGES.length)
    expect(missing[0]).toContain('公安备案号')
    await page.getByRole('button', { name: '进入管理' }).click()
    await page.getByText('站点信息还有 1 项未填', { exact: false }).waitFor()

    await completeSettings(page)
    await publishPages(page)
    await publishArticle(page)
    await invite(page)

    const colleague = await openStaffPage(browser)
    await colleague.page.goto(getLocalAddress(site) + (await readMailedPath(site, EDITOR.email)))
    await join(colleague.page)
    const title = await correctArticle(colleague.page)

    const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/manage/missing'))
    await page.goto(`${getLocalAddress(site)}/manage/`)
    expect(await (await answered).json()).toMatchObject({ code: 200, data: [] })

    const fetchPublicText = async (path: string) => {
      const answer = await fetch(site.url + path)
      expect(answer.status, path).toBe(200)
      return await answer.text()
    }
    for (const { path, title: heading, fills } of COMPLETED_PAGES) {
      const html = await fetchPublicText(path)
      // The data for scripts, which has the whole text, is excluded.
      const [, main = ''] = /<main\b[^>]*>(.*)<\/main>/s.exec(html) ?? []
      for (const text of fills) expect(main, path).toContain(text)
      expect(main, path).not.toMatch(/暂无数据|共 0 个问题|没有含/)
      for (const text of [heading, SITE.name, SITE.phone, SITE.icp, SITE.police, SITE.bulletin]) {
        expect(html, path).toContain(text)
      }
    }
    const contact = await fetchPublicText('/contact-us')
    for (const text of [SITE.address, SITE.creditCode]) expect(contact).toContain(text)
    await expect.poll(() => fetchPublicText('/tags?categoryId=32'), { timeout: 5000 }).toContain(title)
    const [articlePath = ''] = /\/news-article\/\d+/.exec(await fetchPublicText('/tags?categoryId=32')) ?? []
    expect(await fetchPublicText(articlePath)).toContain(ARTICLE.text)

    const { page: later } = await openWatchedPage(browser)
    await later.goto(address)
    await later.getByRole('heading', { name: '此链接已失效' }).waitFor()
    await later.getByText(`设立了负责人 ${OWNER.name}`, { exact: false }).waitFor()
    const unexpected = [...complaints, ...colleague.complaints].filter((line) => !line.includes('401'))
    expect(unexpected).toEqual([])
  } finally {
    await site.close()
  }
})

it('removes the demo content in one step, and names the backup', async () => {
  const site = await startSite()
  const { page } = await openWatchedPage(browser)
  try {
    const password = await site.makeOwner('owner@example.test')
    await page.goto(`${getLocalAddress(site)}/manage/`)
    await page.getByLabel('账号').fill('owner@example.test')
    await page.getByLabel('密码').fill(password)
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('link', { name: '查看并移除' }).click()
    await page.getByRole('rowheader', { name: '证书' }).waitFor()
    await page.getByRole('button', { name: '移除演示内容' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '移除', exact: true }).click()
    await page.getByRole('heading', { name: '演示内容已移除' }).waitFor()
    const path = await page.getByText(/\/backups\/\d{8}T\d{6}Z-demo$/).textContent()
    expect(existsSync(`${path}/manifest.json`)).toBe(true)
    await page.getByText('演示站点').waitFor({ state: 'detached' })
    await page.goto(`${getLocalAddress(site)}/tags?categoryId=32`)
    await page.getByText('暂无', { exact: false }).first().waitFor()
  } finally {
    await site.close()
  }
})
