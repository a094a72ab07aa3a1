import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChatSite,
  expectSame,
  getConversationUrl,
  locateField,
  locateMessage,
  NAMES,
  openChatTab,
  openRoom,
  PATIENCE_MS,
  type Sockets,
  say,
  startChatSite,
  waitForUnread,
  watchSockets,
} from './chat-site.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'

/** Maximum time until sockets of an ended session are closed: one second, and an allowance for busy machines. */
const CLOSING_MS = 3000
const TEST_MS = 120_000
const NO_NETWORK = '当前没有网络，消息会在恢复后发出'
const poll = { timeout: PATIENCE_MS, interval: 50 }

let site: ChatSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startChatSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
}, TEST_MS)
afterEach(() => pages.release())
afterAll(async () => {
  await browser.close()
  await site.close()
})

const countStored = async () => (await site.storedLines()).length

describe('two members who chat with each other', { timeout: TEST_MS }, () => {
  it('see the same messages after reloads while they write and after going back and forward', async () => {
    const before = await countStored()
    const owner = await openRoom(pages, site, 'owner')
    const writer = await openChatTab(pages, site, 'writer', '/say')
    await writer.page.goto(site.url + getConversationUrl(site, 'writer'))
    await locateField(writer.page).waitFor()

    await say(owner.page, '写完就刷新')
    await owner.page.reload()
    await say(writer.page, '我也刷新')
    await writer.page.reload()
    await locateField(owner.page).waitFor()
    await locateField(writer.page).waitFor()
    await expectSame(site, [owner, writer], before + 2)

    await writer.page.goBack()
    await writer.page.getByRole('heading', { level: 1, name: '说说' }).waitFor()
    await say(owner.page, '你在别的页面时写的')
    await waitForUnread(writer.page, 1)
    await writer.page.goForward()
    await waitForUnread(writer.page, 0)
    await writer.page.getByRole('link', { name: NAMES.owner, exact: true }).click()
    // The conversation stays open until then, and a message in it is read.
    await writer.page.getByRole('heading', { level: 1, name: NAMES.owner }).waitFor()
    await say(owner.page, '你在我的主页时写的')
    await waitForUnread(writer.page, 1)
    await writer.page.goBack()
    await waitForUnread(writer.page, 0)
    await say(writer.page, '回来了')
    await expectSame(site, [owner, writer], before + 5)
  })

  it('lose and duplicate no message when one is offline while both write', async () => {
    const before = await countStored()
    const owner = await openRoom(pages, site, 'owner')
    const writer = await openRoom(pages, site, 'writer')
    const sockets = watchSockets(writer.page)
    // This one may or may not be sent before the network is off.
    await say(writer.page, '断开的一瞬')
    await writer.context.setOffline(true)
    await writer.page.getByText(NO_NETWORK).waitFor()
    await say(owner.page, '网络断开时，一')
    await say(writer.page, '没有网络时，一')
    await say(owner.page, '网络断开时，二')
    await say(writer.page, '没有网络时，二')
    await locateMessage(writer.page, '没有网络时，二').getByText('等待连接').waitFor()
    // Retries back off, so that this takes some ten seconds.
    await expect.poll(() => sockets.tries, poll).toBeGreaterThanOrEqual(5)
    expect(await locateMessage(owner.page, '没有网络时').count()).toBe(0)
    expect(await locateMessage(writer.page, '网络断开时').count()).toBe(0)

    await writer.context.setOffline(false)
    await expectSame(site, [owner, writer], before + 5)
    await writer.page.getByText(NO_NETWORK).waitFor({ state: 'detached' })
    await say(owner.page, '都收到了')
    await expectSame(site, [owner, writer], before + 6)
  })

  it('reconnect after a restart of the site, and messages written meanwhile arrive once', async () => {
    const before = await countStored()
    const owner = await openRoom(pages, site, 'owner')
    const writer = await openRoom(pages, site, 'writer')
    await say(writer.page, '重启之前')
    await locateMessage(owner.page, '重启之前').waitFor()
    await site.stopBff()
    await say(owner.page, '重启之间')
    await owner.page.getByText('等待连接').waitFor()
    await writer.page.getByText('连接中断，正在重新连接').waitFor()
    await site.startBff()
    await expectSame(site, [owner, writer], before + 2)
    await writer.page.getByText('连接中断，正在重新连接').waitFor({ state: 'detached' })
    await say(writer.page, '重启之后')
    await expectSame(site, [owner, writer], before + 3)
  })
})

describe('five tabs of one member', { timeout: TEST_MS }, () => {
  it('share one socket and the unread count, even when the tab with the socket is closed', async () => {
    const first = await pages.open()
    await site.logIn(first, site.writer)
    const { context } = first
    const tabs: { page: Page; sockets: Sockets }[] = []
    for (const address of ['/say', '/im', '/contact-us', '/user', '/notice/id?type=0']) {
      const page = tabs.length === 0 ? first.page : await context.newPage()
      tabs.push({ page, sockets: watchSockets(page) })
      await page.goto(site.url + address)
    }
    const everyTab = (count: number) => Promise.all(tabs.map(({ page }) => waitForUnread(page, count)))
    const openSockets = () => tabs.reduce((sum, { sockets }) => sum + sockets.open, 0)

    await everyTab(0)
    await site.sayElsewhere('owner', '新到一批样品')
    await site.sayElsewhere('owner', '请看编号')
    await everyTab(2)
    await expect.poll(openSockets, poll).toBe(1)

    const reader = tabs[1]?.page ?? first.page
    await reader.getByRole('link', { name: new RegExp(`^${NAMES.owner}.*2 条未读`) }).click()
    await everyTab(0)
    await locateMessage(reader, '请看编号').waitFor()
    await reader.goBack()
    await locateField(reader).waitFor({ state: 'detached' })

    const leading = tabs.findIndex(({ sockets }) => sockets.open > 0)
    const [holder] = tabs.splice(leading, 1)
    await holder?.page.close()
    await expect.poll(openSockets, poll).toBe(1)
    await site.sayElsewhere('owner', '编号已更正')
    await everyTab(1)
    await expect.poll(openSockets, poll).toBe(1)
  })

  it('receive no frames after a logout in one of them, nor does another browser with that session', async () => {
    const owner = await openRoom(pages, site, 'owner')
    // A separate login, since this test ends it.
    const { page, context } = await pages.open()
    await page.request.post(`${site.url}/oauth/emailLogin`, { data: site.writer })
    const elsewhere = await pages.open()
    await elsewhere.context.addCookies(await context.cookies())
    const other = await context.newPage()
    const watched = [page, other, elsewhere.page]
    const sockets = watched.map(watchSockets)
    const openSockets = () => sockets.reduce((sum, { open }) => sum + open, 0)
    await page.goto(site.url + getConversationUrl(site, 'writer'))
    await locateField(page).waitFor()
    await other.goto(`${site.url}/contact-us`)
    await elsewhere.page.goto(site.url + getConversationUrl(site, 'writer'))
    await locateField(elsewhere.page).waitFor()
    await expect.poll(openSockets, poll).toBe(2)

    await other.getByRole('button', { name: /^林知微/ }).click()
    const isOut = other.waitForResponse('**/logout')
    await other.getByRole('button', { name: '退出登录' }).click()
    await isOut
    await expect.poll(openSockets, { timeout: CLOSING_MS, interval: 50 }).toBe(0)
    const heard = sockets.map(({ frames }) => frames)
    await site.sayElsewhere('owner', '退出之后')
    await locateMessage(owner.page, '退出之后').waitFor()
    for (const one of [page, elsewhere.page]) await one.getByText('登录后查看私信').waitFor()
    expect(sockets.map(({ frames }) => frames)).toEqual(heard)
    expect(await page.getByText('退出之后').count()).toBe(0)
  })
})

describe('the address of a conversation', { timeout: TEST_MS }, () => {
  it('shows a visitor the login dialog, and the conversation after the login', async () => {
    const { page } = await pages.open()
    await page.goto(site.url + getConversationUrl(site, 'writer'))
    const dialog = page.getByRole('dialog', { name: '账号密码登录' })
    await dialog.getByLabel('账号').fill(site.writer.email)
    await dialog.getByLabel('密码', { exact: true }).fill(site.writer.password)
    await dialog.getByLabel('密码', { exact: true }).press('Enter')
    await page.getByRole('region', { name: `与${NAMES.owner}的对话` }).waitFor()
    await locateField(page).waitFor()
    expect(await page.title()).toMatch(/私信 - /)
  })
})
