import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ownCallHeaders } from '../../packages/contract/src/constants.ts'
import { openWatchedPage } from './browser.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

const PASSWORD = 'correct-horse-battery-8841'
const ZHIWEI = { email: 'zhiwei@example.test', nickname: '林知微' }
/** The owner, whose account is created without a mailed code. */
const OWNER = { email: 'owner@example.test', nickname: '石衡检测' }
const GUANLAN = { email: 'guanlan@example.test', nickname: '周观澜' }

/** A picture of one grey pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

let site: RunningSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  await register(ZHIWEI)
  await register(GUANLAN)
})
afterEach(() => pages.release())
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('the login dialog', () => {
  it('offers connected providers only, clears fields on a mode change, and stays open on outside clicks', async () => {
    const { page } = await pages.open()
    await page.goto(site.url)
    await page.getByRole('button', { name: '登录', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: '账号密码登录' }).waitFor()
    // No provider has credentials here, and there is no official account.
    expect(await dialog.getByRole('button', { name: /^使用 .* 登录$/ }).count()).toBe(0)
    await dialog.getByLabel('账号').fill('zhiwei')
    await dialog.getByRole('button', { name: '忘记密码' }).click()
    await dialog.getByLabel('新密码').focus()
    await dialog.getByLabel('新密码').blur()
    await dialog.getByText('请输入密码', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: '返回登录' }).click()
    expect(await dialog.getByLabel('账号').inputValue()).toBe('')
    await page.mouse.click(5, 300)
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('stays below the search of Ctrl+K, and gets the focus back with its input', async () => {
    const { page } = await pages.open()
    await page.goto(site.url)
    await page.getByRole('button', { name: '登录', exact: true }).first().click()
    const login = page.getByRole('dialog', { name: '账号密码登录' })
    await login.getByLabel('账号').fill('zhiwei')
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog', { name: '搜索新闻' })
    await search.waitFor()
    for (let step = 0; step < 4; step += 1) {
      expect(await page.evaluate(() => document.activeElement?.closest('dialog')?.textContent ?? '')).not.toContain(
        '账号',
      )
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'hidden' })
    await page.keyboard.type('8')
    expect(await login.getByLabel('账号').inputValue()).toBe('zhiwei8')
    await page.keyboard.press('Control+k')
    await search.getByRole('button', { name: '搜索', exact: true }).click()
    await page.waitForURL('**/tags?categoryId=32')
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  it('opens once when the session has ended, and the form is sent again with its text after the login', async () => {
    const { page, context } = await pages.open()
    await openAs(page, ZHIWEI, '/contact-us')
    const form = page.getByRole('form', { name: '留言' })
    await form.getByLabel('标题').fill('证书编号查不到')
    await form.getByLabel('内容').fill('编号为 SH20261103001284，请协助查询。')
    const sent = countSent(context, '/v1/feedback/')
    await endSession(context)
    await form.getByRole('button', { name: '提交留言' }).click()

    const dialog = page.getByRole('dialog', { name: '账号密码登录' })
    await dialog.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await form.getByLabel('内容').inputValue()).toContain('SH20261103001284')
    await logIn(dialog, ZHIWEI)
    await page.getByText('反馈已提交').waitFor()
    expect(sent()).toBe(2)
    expect(new URL(page.url()).pathname).toBe('/contact-us')
  })

  it('keeps the text of the form when it is closed', async () => {
    const { page, context } = await pages.open()
    await openAs(page, ZHIWEI, '/contact-us')
    const form = page.getByRole('form', { name: '留言' })
    await form.getByLabel('标题').fill('一句话')
    await form.getByLabel('内容').fill('没有写完')
    const sent = countSent(context, '/v1/feedback/')
    await endSession(context)
    await form.getByRole('button', { name: '提交留言' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '关闭' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await form.getByLabel('内容').inputValue()).toBe('没有写完')
    expect(sent()).toBe(1)
  })
})

describe('a forgotten password', () => {
  it('is reset with the mailed code, which ends existing sessions', async () => {
    const old = await pages.open()
    await openAs(old.page, OWNER, '/user', await site.makeOwner(OWNER.email))
    const { page } = await pages.open()
    await page.goto(site.url)
    await page.getByRole('button', { name: '登录', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '忘记密码' }).click()
    await dialog.getByLabel('邮箱').fill(OWNER.email)
    await dialog.getByRole('button', { name: '发送验证码' }).click()
    await page.getByText('验证码发送成功').waitFor()
    await dialog.getByLabel('验证码').fill(await readMailedCode(OWNER.email))
    const password = 'another-long-password-2264'
    await dialog.getByLabel('新密码').fill(password)
    await dialog.getByRole('button', { name: '修改密码' }).click()
    await page.getByText('密码修改成功').waitFor()
    await dialog.getByRole('heading', { name: '账号密码登录' }).waitFor()
    await logIn(dialog, OWNER, password)
    await page.getByText('登录成功').waitFor()

    await old.page.reload()
    await old.page.getByRole('main').getByRole('button', { name: '登录' }).waitFor()
  })
})

describe('two tabs', () => {
  it('show the same user after a login, a new name and a logout in one of them', async () => {
    const { page, context } = await pages.open()
    await page.goto(`${site.url}/user`)
    const other = await context.newPage()
    await other.goto(`${site.url}/user`)
    await other.getByRole('main').getByRole('button', { name: '登录' }).waitFor()

    await page.getByRole('main').getByRole('button', { name: '登录' }).click()
    await logIn(page.getByRole('dialog'), GUANLAN)
    await other.getByRole('heading', { level: 1, name: '周观澜' }).waitFor()

    await page.getByRole('button', { name: '编辑资料' }).click()
    const edit = page.getByRole('dialog', { name: '编辑资料' })
    await edit.getByLabel('昵称').fill('周观澜先生')
    await edit.getByRole('button', { name: '保存' }).click()
    await page.getByText('资料已保存').waitFor()
    await other.getByRole('heading', { level: 1, name: '周观澜先生' }).waitFor()

    await page.goto(`${site.url}/user?tab=sessions`)
    await page.getByRole('button', { name: '全部退出' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '全部退出' }).click()
    await page.getByText('已退出全部设备').waitFor()
    await other.getByRole('main').getByRole('button', { name: '登录' }).waitFor()
    const session = await other.evaluate(async () => (await (await fetch('/bff/session')).json()) as unknown)
    expect(session).toMatchObject({ data: { user: null } })
    expect((await context.cookies()).filter(({ name }) => name.endsWith('session'))).toEqual([])
  })
})

describe('the user page', () => {
  it('offers editing with a picture and sign-in to the member, and following to others', async () => {
    const { page, complaints } = await pages.open()
    await openAs(page, ZHIWEI, '/user')
    await page.getByRole('button', { name: '编辑资料' }).click()
    const edit = page.getByRole('dialog', { name: '编辑资料' })
    await edit.getByLabel('选择头像图片').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE })
    await edit.getByRole('button', { name: '更换头像' }).waitFor()
    await edit.getByLabel('个人简介').fill('看石头的人')
    await edit.getByRole('button', { name: '保存' }).click()
    await edit.waitFor({ state: 'hidden' })
    await page.getByText('看石头的人').waitFor()
    const picture = page.locator('main header img')
    expect(await picture.getAttribute('src')).toMatch(/^\/file\/img\/[\w-]+\.(?:png|webp)$/)
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1)

    await page.getByRole('button', { name: '签到' }).click()
    await page.getByRole('button', { name: '今日已签到' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '今日已签到' }).waitFor()
    expect(complaints).toEqual([])

    const id = await page.evaluate(async () => (await (await fetch('/bff/session')).json()).data.user.id as string)
    const others = await pages.open()
    await openAs(others.page, GUANLAN, `/user?userId=${id}`)
    await others.page.getByRole('heading', { level: 1, name: '林知微' }).waitFor()
    await others.page.getByText('看石头的人').waitFor()
    await others.page.getByRole('button', { name: '关注' }).click()
    await others.page.getByRole('button', { name: '已关注' }).waitFor()
    await others.page.goto(`${site.url}/user?tab=follows`)
    await others.page.getByRole('link', { name: '林知微' }).waitFor()
    expect(others.complaints).toEqual([])
  })

  it('is left for the previous page after a logout', async () => {
    const { page } = await pages.open()
    await openAs(page, ZHIWEI, '/about')
    await page.getByRole('button', { name: /林知微/ }).click()
    await page.getByRole('link', { name: '个人主页' }).click()
    await page.getByRole('heading', { level: 1, name: '林知微' }).waitFor()
    await page.getByRole('button', { name: /林知微/ }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL('**/about')
    await page.getByRole('button', { name: '登录', exact: true }).first().waitFor()
  })
})

const NOT_YET = '网络不通，退出尚未完成。连接恢复后会自动退出，在此之前请勿将设备交给他人'

describe('a logout without network or upstream', () => {
  it('shows a visitor’s page after a reload, and ends the session once the site is reachable', async () => {
    const { page, context } = await pages.open()
    await openAs(page, GUANLAN, '/about')
    await context.route('**/logout', (route) => route.abort())
    await page.getByRole('button', { name: /周观澜/ }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByText(NOT_YET).waitFor()
    for (const address of ['/about', '/user']) {
      await page.goto(site.url + address)
      await page.getByText(NOT_YET).waitFor()
      await page.getByRole('button', { name: '登录', exact: true }).first().waitFor()
      expect(await page.getByText(/周观澜|退出成功/).count()).toBe(0)
    }
    // The cookie remains, since only the site can remove it.
    expect(await listSessionCookies(context)).toHaveLength(1)
    const [cookie] = await context.cookies()

    await context.unroute('**/logout')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByText('退出成功').waitFor()
    expect(await listSessionCookies(context)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: '登录', exact: true }).first().waitFor()
    // A copy of the cookie is no longer valid.
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
    const kept = await fetch(`${site.url}/bff/session`, { headers })
    expect(await kept.json()).toMatchObject({ data: { user: null } })
  })

  it('is reported as successful when only upstream is down, since the cookie is removed', async () => {
    const { page, context } = await pages.open()
    await openAs(page, GUANLAN, '/about')
    await site.killUpstream()
    await page.getByRole('button', { name: /周观澜/ }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByText('退出成功').waitFor()
    expect(await listSessionCookies(context)).toEqual([])
    await site.startUpstream()
    await page.goto(`${site.url}/about`)
    await page.getByRole('button', { name: '登录', exact: true }).first().waitFor()
  })
})

describe('a link with a token', () => {
  it('logs in only after a confirmation, with and without scripts', async () => {
    const answer = await fetch(`${site.upstreamUrl}/oauth/emailLogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: GUANLAN.email, password: PASSWORD }),
    })
    const { token } = ((await answer.json()) as { data: { token: string } }).data
    for (const isScripted of [true, false]) {
      const { page, context, complaints } = await openWatchedPage(browser, { isScripted })
      // The page is opened from another origin, as from a mail.
      await page.setContent(`<a href="${site.url}/about?token=${token}&from=mail">登录</a>`)
      const open = async () => {
        await page.goto(`${site.url}/about?token=${token}&from=mail`)
        await page.getByRole('heading', { name: '确认登录' }).waitFor()
      }
      await page.getByRole('link').click()
      await page
        .getByText(/^周观澜/)
        .first()
        .waitFor()
      expect(await page.content()).not.toContain(token)
      await page.getByRole('link', { name: '取消' }).click()
      await page.waitForURL(`${site.url}/about?from=mail`)
      expect(await listSessionCookies(context)).toEqual([])

      await open()
      await page.getByRole('button', { name: /^登录此账号：周观澜/ }).click()
      await page.waitForURL(`${site.url}/about?from=mail`)
      expect(await listSessionCookies(context)).toHaveLength(1)
      expect(complaints).toEqual([])
      await context.close()
    }
  })
})

async function listSessionCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name }) => name.endsWith('session'))
}

async function register({ email, nickname }: typeof ZHIWEI): Promise<void> {
  await ask('GET', `/oauth/sendEmailCode?email=${email}`)
  const code = await readMailedCode(email)
  await ask('POST', '/oauth/emailRegister', { email, nickname, password: PASSWORD, code })
}

/** Returns the code in the latest mail. */
async function readMailedCode(email: string): Promise<string> {
  const mail = (await site.mails()).find(({ to }) => to === email)
  return /\d{6}/.exec(mail?.text ?? '')?.[0] ?? ''
}

async function ask(method: string, address: string, body?: object): Promise<void> {
  const answer = await fetch(site.url + address, {
    method,
    headers: { ...ownCallHeaders, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { code, message } = (await answer.json()) as { code: number; message: string }
  if (code !== 200) throw new Error(`${method} ${address}: ${code} ${message}`)
}

/** Opens a page as this user. */
async function openAs(page: Page, { email }: typeof ZHIWEI, address: string, password = PASSWORD): Promise<void> {
  const answer = await page.request.post(`${site.url}/oauth/emailLogin`, { data: { email, password } })
  expect(await answer.json()).toMatchObject({ code: 200 })
  await page.goto(site.url + address)
  await page
    .getByRole('button', { name: /林知微|周观澜|石衡检测/ })
    .first()
    .waitFor()
}

async function logIn(dialog: Locator, { email }: typeof ZHIWEI, password = PASSWORD): Promise<void> {
  await dialog.getByLabel('账号').fill(email)
  await dialog.getByLabel('密码', { exact: true }).fill(password)
  await dialog.getByLabel('密码', { exact: true }).press('Enter')
}

/** Removes the cookies, as if the session had expired. */
async function endSession(context: BrowserContext): Promise<void> {
  await context.clearCookies()
}

function countSent(context: BrowserContext, address: string): () => number {
  let count = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === address) count += 1
  })
  return () => count
}
