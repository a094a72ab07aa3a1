import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StandInProvider, startStandInProvider } from '../../apps/upstream/src/testing/stand-in-provider.ts'
import { openWatchedPage, type WatchedPage } from './browser.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

const WECHAT_TOKEN = 'a-token-of-the-operator'
/** Callback links that the site behind the registered address records, instead of redirecting to our site. */
let keptLinks: string[] | undefined
/** The registered address: a separate host, which the browser treats as another site. */
const registered = createServer((request, response) => {
  const location = site.url + request.url
  keptLinks?.push(location)
  // The browser stays on its page after an answer that has no content.
  response.writeHead(keptLinks ? 204 : 302, { location }).end()
})

let provider: StandInProvider
let site: RunningSite
let browser: Browser
/** A visitor who never logs in; shared, because each case starts with a page load. */
let visitor: WatchedPage
beforeAll(async () => {
  await once(registered.listen(0, 'localhost'), 'listening')
  const { port } = registered.address() as AddressInfo
  provider = await startStandInProvider(`http://localhost:${port}/oauth/callback/github`)
  const wechat = { WECHAT_TOKEN, WECHAT_QR_URL: '/file/img/loupe.svg' }
  ;[site, browser] = await Promise.all([startSite({}, { ...provider.env, ...wechat }), connectBrowser()])
  visitor = await openWatchedPage(browser)
})
beforeEach(() => {
  provider.behaviour = 'success'
  keptLinks = undefined
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await provider.close()
  registered.close()
})

/** Opens a page on `path` with the login dialog open. */
async function openLogin(path: string, watched: WatchedPage) {
  const { page } = watched
  await page.goto(site.url + path)
  await page.getByRole('button', { name: '登录', exact: true }).first().click()
  await page.getByRole('dialog', { name: '账号密码登录' }).waitFor()
}

const beginGithub = (page: Page) => page.getByRole('button', { name: '使用 GitHub 登录' }).click()
const getPath = (page: Page) => page.url().slice(site.url.length)
const isMember = (page: Page) => page.getByRole('button', { name: /翡翠小记/ }).waitFor()
const isVisitor = (page: Page) => page.getByRole('button', { name: '登录', exact: true }).first().waitFor()

describe('a login through a provider', () => {
  it('is offered for every connected provider', async () => {
    const { page } = visitor
    await openLogin('/about', visitor)
    const ways = await page.getByRole('dialog').getByRole('button', { name: /^使用/ }).all()
    const names = await Promise.all(ways.map((way) => way.getAttribute('title')))
    expect(names).toEqual(['QQ', 'Gitee', '微博', '微信', 'GitHub'])
  })

  it('returns to the same page, logged in, without a token in addresses or storage', async () => {
    const watched = await openWatchedPage(browser)
    const { page, complaints } = watched
    await openLogin('/tags?categoryId=33', watched)
    const seen: string[] = []
    page.on('framenavigated', (frame) => seen.push(frame.url()))
    await beginGithub(page)
    await page.getByText('登录成功').waitFor()
    await isMember(page)
    await page.waitForURL('**/tags?categoryId=33')
    expect(seen.join()).not.toContain('token=')
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
      /token|login-return/,
    )
    await page.reload()
    await isMember(page)
    expect(await page.getByText('登录成功').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it.each([
    ['cancel', '已取消登录'],
    ['error', '登录没有成功，请重试'],
  ] as const)('shows a message and stays on the page when the provider answers «%s»', async (behaviour, words) => {
    provider.behaviour = behaviour
    const { page } = visitor
    await openLogin('/about', visitor)
    await beginGithub(page)
    await page.getByText(words).waitFor()
    await page.waitForURL('**/about')
    await isVisitor(page)
    expect(getPath(page)).toBe('/about')
  })

  it('fails with a callback link from another browser', async () => {
    const links: string[] = []
    keptLinks = links
    await openLogin('/about', visitor)
    await beginGithub(visitor.page)
    await expect.poll(() => links.length, { timeout: 10_000 }).toBe(1)

    // This also holds in a browser with a login in progress.
    const victim = await openWatchedPage(browser)
    await openLogin('/about', victim)
    await beginGithub(victim.page)
    await expect.poll(() => links.length, { timeout: 10_000 }).toBe(2)
    const tab = await victim.context.newPage()
    await tab.goto(links[0] ?? '')
    await tab.getByText('登录没有成功，请重试').waitFor()
    await isVisitor(tab)
    const session = await tab.evaluate(async () => (await (await fetch('/bff/session')).json()) as unknown)
    expect(session).toMatchObject({ data: { user: null } })
  })
})

describe('a login through WeChat', () => {
  it('succeeds when the code is sent to the official account, and reloads the page', async () => {
    const watched = await openWatchedPage(browser)
    const { page } = watched
    await openLogin('/about', watched)
    await page.getByRole('button', { name: '使用 微信 登录' }).click()
    const dialog = page.getByRole('dialog', { name: '微信扫码登录' })
    await dialog.getByRole('img', { name: '公众号二维码' }).waitFor()
    const code = await dialog.getByText(/^DL\d{4,}$/).innerText()

    const loaded = page.waitForEvent('load')
    expect(await sendToOfficialAccount(code.toLowerCase())).toContain('<xml>')
    await loaded
    await page.getByText('登录成功').waitFor()
    await page.getByRole('button', { name: /WECHAT-/ }).waitFor()
    expect(getPath(page)).toBe('/about')
  })
})

/** Sends a follower's message as the platform does: signed, in XML, to the site's address. */
async function sendToOfficialAccount(text: string): Promise<string> {
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), '4711']
  const signature = createHash('sha1').update([WECHAT_TOKEN, timestamp, nonce].sort().join('')).digest('hex')
  const message = {
    ToUserName: 'gh_laboratory',
    FromUserName: 'o-follower-1',
    MsgType: 'text',
    Content: text,
  }
  const members = Object.entries(message).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
  const answer = await fetch(`${site.url}/wechat?${new URLSearchParams({ signature, timestamp, nonce })}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: `<xml>${members.join('')}<CreateTime>${timestamp}</CreateTime><MsgId>1234567890123456</MsgId></xml>`,
  })
  expect(answer.status).toBe(200)
  return answer.text()
}
