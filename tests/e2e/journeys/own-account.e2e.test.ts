import { buffer } from 'node:stream/consumers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readZip } from '../../../apps/upstream/src/testing/read-zip.ts'
import { openWatchedPage, untilLive } from '../browser.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { connectBrowser } from '../shared-browser.ts'

const PASSWORD = 'correct-horse-battery-8841'
const NEW_PASSWORD = 'quartz-over-granite-2264'
const ZHIWEI = { email: 'zhiwei@example.test', nickname: '林知微' }

let site: RunningSite
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
  await register()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it('a member changes password, exports data, closes and restores the account', async () => {
  const { page, complaints } = await openWatchedPage(browser)
  const other = await openWatchedPage(browser)
  await openAs(page, PASSWORD)
  await openAs(other.page, PASSWORD)

  await page.getByRole('button', { name: '修改密码' }).click()
  const change = page.getByRole('dialog', { name: '修改密码' })
  await change.getByLabel('当前密码').fill(PASSWORD)
  await change.getByLabel('新密码').fill(NEW_PASSWORD)
  await change.getByRole('button', { name: '修改密码' }).click()
  await page.getByText('密码已修改，其他设备已退出').waitFor()
  await expect.poll(() => fetchUser(other.page), { timeout: 5_000 }).toBeNull()
  expect(await fetchUser(page)).toMatchObject({ nickname: ZHIWEI.nickname })

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载我的数据' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('我的数据.zip')
  const files = readZip(await buffer(await file.createReadStream()))
  expect(JSON.parse(String(files.get('profile.json')))).toMatchObject([ZHIWEI])

  await page.getByRole('button', { name: '注销账号' }).click()
  const closure = page.getByRole('dialog', { name: '注销账号' })
  await closure.getByLabel('当前密码').fill(NEW_PASSWORD)
  await closure.getByRole('button', { name: '申请注销' }).click()
  const reminder = page.getByRole('dialog', { name: /^账号将于 .* 注销$/ })
  await reminder.getByRole('button', { name: '知道了' }).click()
  expect(await fetchUser(page)).toBeNull()

  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
  await logIn(page, NEW_PASSWORD)
  await reminder.getByText('是否撤销注销？', { exact: false }).waitFor()
  await page.reload()
  await reminder.getByRole('button', { name: '撤销注销' }).click()
  await page.getByText('已撤销注销，账号恢复正常').waitFor()
  await page.getByRole('heading', { level: 1, name: ZHIWEI.nickname }).waitFor()
  expect(complaints).toEqual([])
})

async function fetchUser(page: Page): Promise<unknown> {
  return await page.evaluate(async () => (await (await fetch('/bff/session')).json()).data.user as unknown)
}

async function openAs(page: Page, password: string): Promise<void> {
  await page.goto(`${site.url}/user?tab=security`)
  await untilLive(page)
  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
  await logIn(page, password)
  await page.getByRole('heading', { level: 1, name: ZHIWEI.nickname }).waitFor()
}

async function logIn(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '账号密码登录' })
  await dialog.getByLabel('账号').fill(ZHIWEI.email)
  await dialog.getByLabel('密码', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function register(): Promise<void> {
  const call = (method: string, path: string, body?: object) =>
    fetch(site.upstreamUrl + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  await call('GET', `/oauth/sendEmailCode?email=${ZHIWEI.email}`)
  const code = /\d{6}/.exec((await site.mails())[0]?.text ?? '')?.[0]
  const answer = await call('POST', '/oauth/emailRegister', { ...ZHIWEI, password: PASSWORD, code })
  expect(await answer.json()).toMatchObject({ code: 200 })
}
