import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWatchedPage, untilLive, type WatchedPage } from '../browser.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { connectBrowser } from '../shared-browser.ts'

const EMAIL = 'jade@example.test'
const PASSWORD = 'correct-horse-battery-8841'

let site: RunningSite
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('a visitor', () => {
  it('reads the home page, opens the news list, reads an article and searches with Ctrl+K', async () => {
    const { page, complaints } = await openWatchedPage(browser)
    await page.goto(site.url)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('一石一证')

    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '新闻资讯' }).click()
    await page.waitForURL('**/tags?categoryId=32')
    const first = page.locator('main h2 a[href^="/news-article/"]').first()
    const title = await first.innerText()
    await first.click()
    await page.waitForURL('**/news-article/*')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await page.title()).toContain(title)

    // A link that is clicked before the scripts have loaded opens a document.
    await untilLive(page)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: '搜索新闻' })
    await dialog.getByPlaceholder('请输入关键词').fill('翡 翠')
    const hit = dialog
      .getByRole('link', { name: /翡翠/ })
      .or(dialog.getByRole('option', { name: /翡翠/ }))
      .first()
    await hit.waitFor()
    expect(await dialog.locator('em.hit').first().innerText()).toBe('翡翠')
    await hit.click()
    await page.waitForURL('**/article/*')
    await dialog.waitFor({ state: 'hidden' })
    await page.locator('article', { hasText: '翡翠' }).first().waitFor()
    expect(complaints).toEqual([])
  })
})

describe('a new user', () => {
  it('registers with the mailed code, logs in, reloads and logs out, without receiving the token', async () => {
    const watched = await openWatchedPage(browser)
    const { page, complaints } = watched
    const traces = watch(watched)
    await page.goto(site.url)
    await register(page)
    await logIn(page)
    await page.getByText('登录成功').waitFor()
    await expectLoggedIn(page)

    await page.reload()
    await expectLoggedIn(page)
    const token = findToken()
    expect(token).toHaveLength(128)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await expectNoTrace(watched, traces, token)

    await page.getByRole('button', { name: /翡翠小记/ }).click()
    await Promise.all([
      page.waitForEvent('load'),
      page
        .getByRole('button', { name: '退出登录' })
        .or(page.getByRole('menuitem', { name: '退出登录' }))
        .click(),
    ])
    await page.getByRole('button', { name: '登录', exact: true }).first().waitFor()
    const session = await page.evaluate(async () => (await (await fetch('/bff/session')).json()) as unknown)
    expect(session).toMatchObject({ code: 200, data: { user: null } })
    await expectNoTrace(watched, traces, token)
    expect(complaints).toEqual([])

    const direct = await fetch(`${site.upstreamUrl}/v1/user/selectUserInfoByToken?token=${token}`)
    expect(await direct.json()).toMatchObject({ code: 200, data: null })
  })

  it('sees a Chinese message after a wrong password, and keeps the typed text', async () => {
    const { page } = await openWatchedPage(browser)
    await page.goto(site.url)
    await page.getByRole('button', { name: '登录', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: '账号密码登录' })
    await dialog.getByLabel('账号').fill(EMAIL)
    await dialog.getByLabel('密码', { exact: true }).fill('wrong')
    await dialog.getByLabel('密码', { exact: true }).press('Enter')
    await page.getByText('用户账号或者密码错误').first().waitFor()
    expect(await dialog.getByLabel('账号').inputValue()).toBe(EMAIL)
    expect(await dialog.getByLabel('密码', { exact: true }).inputValue()).toBe('wrong')
  })
})

async function register(page: Page): Promise<void> {
  await page.getByRole('button', { name: '登录', exact: true }).first().click()
  await page.getByRole('button', { name: '注册账号' }).click()
  const dialog = page.getByRole('dialog', { name: '邮箱注册' })
  await dialog.getByLabel('邮箱').fill(EMAIL)
  await dialog.getByLabel('昵称').fill('翡翠小记')
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: '发送验证码' }).click()
  await page.getByText('验证码发送成功').waitFor()
  const [mail] = await site.mails()
  await dialog.getByLabel('验证码', { exact: true }).fill(/\d{6}/.exec(mail?.text ?? '')?.[0] ?? '')
  await dialog.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('注册成功').waitFor()
}

/** Uses the login dialog, which is open after the registration. */
async function logIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '账号密码登录' })
  await dialog.getByLabel('账号').fill(EMAIL)
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('密码', { exact: true }).press('Enter')
}

async function expectLoggedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /翡翠小记/ }).waitFor()
}

/** Records everything that a page receives: addresses, headers and bodies. */
function watch({ page, context }: WatchedPage): { seen: string[]; pending: Promise<void>[] } {
  const traces: { seen: string[]; pending: Promise<void>[] } = { seen: [], pending: [] }
  page.on('framenavigated', (frame) => traces.seen.push(frame.url()))
  context.on('request', (request) => traces.seen.push(request.url(), request.postData() ?? ''))
  context.on('response', (response) => {
    traces.seen.push(JSON.stringify(response.headers()))
    const body = response.text().then(
      (text) => void traces.seen.push(text),
      () => undefined,
    )
    traces.pending.push(body)
  })
  return traces
}

function findToken(): string {
  const answers = site.upstreamAnswers.map((text) => /"token":"([A-Za-z0-9]{128})"/.exec(text)?.[1])
  return answers.find((token) => token !== undefined) ?? ''
}

async function expectNoTrace(
  { page, context }: WatchedPage,
  traces: { seen: string[]; pending: Promise<void>[] },
  token: string,
) {
  await Promise.all(traces.pending)
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  const cookies = JSON.stringify(await context.cookies())
  const places = {
    network: traces.seen.join('\n'),
    stored,
    cookies,
    document: await page.content(),
    logs: site.logs.join(''),
  }
  for (const [place, text] of Object.entries(places)) expect([place, text.includes(token)]).toEqual([place, false])
  expect(places.logs).not.toContain(PASSWORD)
  const [mail] = await site.mails()
  expect(places.logs).not.toContain(/\d{6}/.exec(mail?.text ?? '')?.[0])
}
