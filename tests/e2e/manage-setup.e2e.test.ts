import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWatchedPage } from './browser.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

const OWNER = { name: '顾怀瑾', email: 'gu@example.test', password: 'jade wheel copper lantern' }

let browser: Browser
beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser.close())

/** Under the name for which browsers allow passkeys. */
const locally = (site: RunningSite) => site.url.replace('127.0.0.1', 'localhost')

/** A device that makes and proves passkeys by itself. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
}

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

it('sets up an empty installation, from the logged address to a public site', async () => {
  const site = await startSite({}, { DEMO_CONTENT: 'off' })
  const { page, complaints } = await openWatchedPage(browser)
  try {
    const logged = site.logs.map((line) => /manage\/setup#code=[\w-]{43}/.exec(line)?.[0]).filter(Boolean)
    expect(logged).toHaveLength(1)
    const address = `${locally(site)}/${logged[0]}`
    await addAuthenticator(page)

    await page.goto(address)
    await page.getByLabel('姓名').fill(OWNER.name)
    await page.getByLabel('邮箱').fill(OWNER.email)
    await page.reload()
    expect(await page.getByLabel('姓名').inputValue()).toBe(OWNER.name)
    await page.getByLabel('密码').fill('12345678')
    await next(page)
    await page.getByText('这个密码太常见', { exact: false }).waitFor()
    await page.getByLabel('密码').fill(OWNER.password)
    await next(page)

    await page.getByRole('heading', { name: '设置两步验证' }).waitFor()
    await page.getByRole('button', { name: '通行密钥' }).click()
    await page.getByRole('button', { name: '创建通行密钥' }).click()
    await page.getByRole('heading', { name: '抄下恢复码' }).waitFor()
    const codes = await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').allTextContents()
    const asked = page.getByLabel(/^请输入第 \d+ 个恢复码/)
    const nth = Number(/第 (\d+) 个/.exec((await page.getByText(/^请输入第/).textContent()) ?? '')?.[1])
    await asked.fill(codes[nth - 1] ?? '')
    await next(page)

    await page.getByRole('heading', { name: '单位信息' }).waitFor()
    await page.getByLabel('名称').fill('滇石检测中心')
    await page.getByLabel('电话').fill('请来电')
    await next(page)
    await page.getByText('电话号码，如', { exact: false }).waitFor()
    await page.getByLabel('电话').fill('0871-6512 3456')
    await page.getByLabel('地址').fill('昆明市官渡区春城路 18 号')
    for (const day of ['周一', '周二', '周三', '周四', '周五']) await page.getByRole('button', { name: day }).click()
    await page.getByText('将显示为“周一至周五 9:00–17:00”').waitFor()
    await next(page)

    await page.getByRole('heading', { name: '备案' }).waitFor()
    await page.getByLabel('ICP 备案号').fill('滇ICP备12345678号-1')
    await next(page)

    await page.getByRole('heading', { name: '设置完成' }).waitFor()
    const missing = await page.getByRole('list', { name: '尚缺' }).getByRole('listitem').allTextContents()
    expect(missing).toHaveLength(12)
    expect(missing[0]).toContain('公安备案号')
    await page.getByRole('button', { name: '进入管理' }).click()
    await page.getByText('站点信息还有 1 项未填', { exact: false }).waitFor()

    await page.goto(`${locally(site)}/contact-us`)
    const foot = page.getByRole('contentinfo')
    await foot.getByText('0871-6512 3456').first().waitFor()
    await foot.getByText('滇ICP备12345678号-1').waitFor()

    const { page: later } = await openWatchedPage(browser)
    await later.goto(address)
    await later.getByRole('heading', { name: '此链接已失效' }).waitFor()
    await later.getByText('设立了负责人 顾怀瑾', { exact: false }).waitFor()
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([])
  } finally {
    await site.close()
  }
})

it('removes the demo content in one step, and names the backup', async () => {
  const site = await startSite()
  const { page } = await openWatchedPage(browser)
  try {
    const password = await site.makeOwner('owner@example.test')
    await page.goto(`${locally(site)}/manage/`)
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
    await page.goto(`${locally(site)}/tags?categoryId=32`)
    await page.getByText('暂无', { exact: false }).first().waitFor()
  } finally {
    await site.close()
  }
})
