import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChatSite,
  expectSame,
  locateField,
  locateMessage,
  NAMES,
  openChatTab,
  openRoom,
  say,
  startChatSite,
  waitForUnread,
} from '../chat-site.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { insertPicture } from '../writing-site.ts'

/** A picture of one grey pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
/** A message of several lines. */
const RETESTED = [
  '第三组样品已复测：',
  ...['1.762', '1.763', '1.770', '1.762', '1.761'].map((value, at) => `${at + 1} 号 ${value}`),
  '记录见 https://example.com/report?no=7&page=2。',
]
const TEST_MS = 120_000

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
  it('see text, links, pictures, read marks and withdrawals, and an unread count on other pages', async () => {
    const before = await countStored()
    const owner = await openRoom(pages, site, 'owner')
    const writer = await openChatTab(pages, site, 'writer', '/say')
    await waitForUnread(writer.page, 0)

    await say(owner.page, ...RETESTED)
    await waitForUnread(writer.page, 1)
    await owner.page
      .getByLabel('选择要发送的图片')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') })
    await waitForUnread(writer.page, 2)
    await insertPicture(owner.page, 'drop', 'b.png', PICTURE, locateField(owner.page))
    await waitForUnread(writer.page, 3)
    const read = owner.page.getByText('已读', { exact: true })
    expect(await read.count()).toBe(0)

    await writer.page.getByRole('button', { name: /^林知微.*条未读$/ }).click()
    await writer.page.getByRole('link', { name: /^私信\s*3 条未读$/ }).click()
    const room = writer.page.getByRole('link', { name: new RegExp(`^${NAMES.owner}.*3 条未读`) })
    await room.filter({ hasText: '[图片]' }).click()
    await writer.page.getByText('以下为新消息').waitFor()
    // The messages are more than the window shows: those out of view stay unread.
    await writer.page.getByRole('button', { name: '3 条新消息' }).click()
    await waitForUnread(writer.page, 0)
    await read.waitFor()
    const link = writer.page.getByRole('log').getByRole('link')
    expect(await link.getAttribute('href')).toBe('https://example.com/report?no=7&page=2')

    await locateField(writer.page).focus()
    await writer.page.keyboard.insertText('密度偏高？')
    await owner.page.getByText('对方正在输入…').waitFor()
    await writer.page.keyboard.press('Enter')
    await locateMessage(owner.page, '密度偏高？').waitFor()
    await owner.page.getByText('对方正在输入…').waitFor({ state: 'detached' })
    await insertPicture(writer.page, 'paste', 'c.png', PICTURE, locateField(writer.page))
    await expectSame(site, [owner, writer], before + 5)

    await say(owner.page, '写错了一个数')
    await locateMessage(writer.page, '写错了一个数').waitFor()
    await locateMessage(owner.page, '写错了一个数').getByRole('button', { name: '撤回' }).click()
    await writer.page.getByText('对方撤回了一条消息').last().waitFor()
    await owner.page.getByRole('button', { name: '重新编辑' }).click()
    expect(await locateField(owner.page).inputValue()).toBe('写错了一个数')
    await expectSame(site, [owner, writer], before + 6)
    expect([owner.complaints, writer.complaints]).toEqual([[], []])
  })
})
