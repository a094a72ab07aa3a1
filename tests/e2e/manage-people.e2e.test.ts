import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWatchedPage } from './browser.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from './writing-site.ts'

const COLLEAGUE = { name: '许听澜', email: 'xu@example.test', password: 'nine turquoise lanterns' }

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

it('an owner invites a colleague, who creates an account, logs in, and gets another duty', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/people')
  await page.getByRole('button', { name: '邀请同事' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('邮箱').fill('xu@example')
  await dialog.getByLabel('客服').check()
  await dialog.getByRole('button', { name: '发出邀请' }).click()
  await dialog.getByText('邮箱不完整，缺少域名后缀').waitFor()
  await dialog.getByLabel('邮箱').fill(COLLEAGUE.email)
  await dialog.getByRole('button', { name: '发出邀请' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '已邀请 1' }).click()
  await page.getByText(COLLEAGUE.email).waitFor()

  const mail = (await site.mails()).find(({ to }) => to === COLLEAGUE.email)?.text ?? ''
  const link = /\/manage\/invitation#code=[\w-]{43}/.exec(mail)?.[0] ?? ''
  const invited = await openWatchedPage(browser)
  await invited.page.goto(site.url + link)
  await invited.page.getByText('职责：客服', { exact: false }).waitFor()
  await invited.page.getByLabel('姓名').fill(COLLEAGUE.name)
  await invited.page.getByLabel('密码').fill('12345678')
  await invited.page.getByRole('button', { name: '建立账号' }).click()
  await invited.page.getByText('这个密码太常见', { exact: false }).waitFor()
  await invited.page.getByLabel('密码').fill(COLLEAGUE.password)
  await invited.page.getByRole('button', { name: '建立账号' }).click()
  // Logins of staff count as confirmed here; `manage-setup` tests the enrolment.
  await invited.page.getByRole('link', { name: '反馈与举报' }).first().waitFor()
  await invited.page.goto(site.url + link)
  await invited.page.getByText('邀请不存在、已使用', { exact: false }).waitFor()

  await page.getByRole('link', { name: /^有职责/ }).click()
  await page.getByRole('link', { name: COLLEAGUE.name }).click()
  const history = page.getByRole('region', { name: '经过' })
  await history.getByText('接受邀请：无 → 客服').waitFor()
  await page.getByRole('switch', { name: '编辑' }).check()
  await page.getByRole('button', { name: '保存职责' }).click()
  await history.getByText('改动职责：客服 → 编辑、客服').waitFor()
  expect(await page.getByRole('switch', { name: '编辑' }).isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await invited.context.close()
})

it('the open page of a disabled member closes within a second', async () => {
  const member = await openAs(pages, site, 'writer', '/about')
  await member.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/bff/ws`)
        socket.addEventListener('message', () => resolve(), { once: true })
        socket.addEventListener('close', ({ code }) =>
          Object.assign(globalThis, { socketEnd: { code, at: Date.now() } }),
        )
      }),
  )
  const { id } = await site.ask<{ id: string }>('POST', '/oauth/emailLogin', site.writer)
  const { page } = await openAs(pages, site, 'owner', `/manage/people/${id}`)
  await page.getByRole('button', { name: '停用账号' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: '停用', exact: true }).isDisabled()).toBe(true)
  await dialog.getByLabel('原因').fill('多次发布广告')
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/disable'))
  await dialog.getByRole('button', { name: '停用', exact: true }).click()
  await answered
  const disabledAt = Date.now()
  const closed = await member.page.waitForFunction(() => (globalThis as { socketEnd?: unknown }).socketEnd)
  const { code, at } = (await closed.jsonValue()) as { code: number; at: number }
  expect(code).toBe(4401)
  expect(at - disabledAt).toBeLessThan(1000)
  await page.getByRole('heading', { name: '停用记录' }).waitFor()
  await page.getByRole('button', { name: '启用账号' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '启用', exact: true }).click()
  await page.getByRole('button', { name: '停用账号' }).waitFor()
})

it('an accreditation mark is saved with its scope and last day', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/people/signatories')
  await page.getByRole('button', { name: '设置 CMA', exact: false }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('证书编号').fill('202619010203')
  await dialog.getByLabel('玉石').check()
  await dialog.getByLabel('范围内的标准').fill('GB/T 16552、GB/T 16553')
  await dialog.getByLabel('截止日期').fill('2032-11-21')
  await dialog.getByRole('button', { name: '保存标志' }).click()
  await page.getByText('202619010203', { exact: false }).waitFor()
  expect(complaints).toEqual([])
})

it('an owner sees the own logins, ends another one, and finds that in the complete audit log', async () => {
  const token = await site.fetchToken(site.owner)
  const ofOther = () => site.ask('GET', '/v1/user/sessions', undefined, token)
  await ofOther()
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/security')
  const devices = page.getByRole('region', { name: '登录设备，列表' })
  await devices.getByText('本机').waitFor()
  await page.getByRole('button', { name: '退出其他设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
  await page.getByText(/^已退出 \d+ 台设备/).waitFor()
  await page.getByRole('button', { name: '退出其他设备' }).waitFor({ state: 'detached' })
  await expect(ofOther()).rejects.toThrow()

  await page.goto(`${site.url}/manage/audit`)
  await page.getByRole('button', { name: '立即校验' }).click()
  await page.getByText('校验完成，记录完整').waitFor()
  const search = page.getByRole('searchbox', { name: '搜索：对象、编号、内容' })
  await search.fill('退出其他')
  await search.press('Enter')
  // The address changes together with the list.
  await page.waitForURL(/search=/)
  await page.getByRole('row').filter({ hasText: '退出其他设备' }).first().waitFor()
  await search.blur()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('从何处', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})
