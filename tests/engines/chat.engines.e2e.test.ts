import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatSite, getConversationUrl, NAMES, startChatSite, type Who } from '../e2e/chat-site.ts'
import type { EnginePage } from './engine.ts'
import { expectSoundLayout } from './layout.ts'
import { onEveryEngine } from './on-every-engine.ts'
import { findField, openAs, waitForPath } from './steps.ts'

const PICTURE = path.join(import.meta.dirname, '../../apps/upstream/content/pictures/cert-amber.png')
const LINE = '[role=log] [data-row]'
const LOST = '连接中断，正在重新连接'

let site: ChatSite
beforeAll(async () => {
  site = await startChatSite()
})
afterAll(() => site.close())

async function openRoom(page: EnginePage, who: Who) {
  await openAs(page, site.url, site[who], getConversationUrl(site, who))
  await findField(page, '写给')
}

async function say(page: EnginePage, text: string) {
  await page.fill(await findField(page, '写给'), text)
  await page.press('Enter')
}

/** Counts the messages that a page shows with this text. */
const countMessages = (page: EnginePage, text: string) =>
  page.evaluate<number>(
    `[...document.querySelectorAll('${LINE}[data-kind=message]')].filter((row) => row.innerText.includes(${JSON.stringify(text)})).length`,
  )

onEveryEngine('chat', (engine) => {
  it('shows messages, a picture, unread counts, read marks and a withdrawal on the pages of two members', async () => {
    const tag = engine().name
    const [owner, writer] = await Promise.all([engine().open(), engine().open({ widthPx: 390 })])
    await openRoom(owner, 'owner')
    await openAs(writer, site.url, site.writer, '/say')
    await expectSoundLayout(owner)
    await say(owner, `第三组样品已复测，${tag}`)
    await writer.waitFor(`header button[aria-label="打开菜单，1 条未读"]`)
    expect(await writer.evaluate('document.title')).toMatch(/^\(1\) /)
    await owner.setFiles('input[aria-label="选择要发送的图片"]', [PICTURE])
    await writer.waitFor(`header button[aria-label="打开菜单，2 条未读"]`)

    await writer.click('header button[aria-label="打开菜单，2 条未读"]')
    await writer.click('dialog nav a', { text: '私信' })
    await waitForPath(writer, /^\/im/)
    // The page before this one links the owner's name to their page.
    await writer.click('main a[href^="/im?"]', { text: NAMES.owner })
    await writer.waitFor(LINE, { text: `第三组样品已复测，${tag}` })
    await writer.waitFor(`${LINE} img[src^="/file/img/"]`)
    // A message is read when the end of the log is in view.
    await writer.evaluate(`Promise.all([...document.querySelectorAll('${LINE} img')].map((image) => image.decode()))`)
    await writer.evaluate(`[...document.querySelectorAll('${LINE}')].at(-1).scrollIntoView({ block: 'end' })`)
    await expectSoundLayout(writer)
    // This marks the last message that was read.
    await owner.waitFor(`${LINE}:has([data-own] img[src^="/file/img/"])`, { text: '已读' })

    await writer.fill(await findField(writer, '写给'), `密度偏高？${tag}`)
    await owner.waitFor('main', { text: '对方正在输入…' })
    await writer.press('Enter')
    await owner.waitFor(LINE, { text: `密度偏高？${tag}` })
    await owner.waitFor('main', { text: '对方正在输入…', gone: true })

    await say(owner, `写错了一个数，${tag}`)
    await writer.waitFor(LINE, { text: `写错了一个数，${tag}` })
    const last = `${LINE}:has([data-own]):last-of-type button`
    await owner.click(last, { text: '撤回' })
    await writer.waitFor(LINE, { text: '对方撤回了一条消息' })
    await owner.click(`${LINE} button`, { text: '重新编辑' })
    const field = JSON.stringify(await findField(owner, '写给'))
    expect(await owner.evaluate(`document.querySelector(${field}).value`)).toBe(`写错了一个数，${tag}`)
    expect([await countMessages(writer, tag), await countMessages(owner, tag)]).toEqual([2, 2])
    expect([...owner.complaints(), ...writer.complaints()]).toEqual([])
    await Promise.all([owner.close(), writer.close()])
  })

  it('reconnects after a restart of the site, and delivers messages of the meantime once', async () => {
    const tag = engine().name
    const [owner, writer] = await Promise.all([engine().open(), engine().open()])
    await openRoom(owner, 'owner')
    await openRoom(writer, 'writer')
    await say(writer, `重启之前，${tag}`)
    await owner.waitFor(LINE, { text: `重启之前，${tag}` })
    await site.stopBff()
    await say(owner, `重启之间，${tag}`)
    await owner.waitFor('main', { text: '等待连接' })
    await writer.waitFor('main', { text: LOST })
    await site.startBff()
    await writer.waitFor(LINE, { text: `重启之间，${tag}` })
    await writer.waitFor('main', { text: LOST, gone: true })
    await say(writer, `重启之后，${tag}`)
    await owner.waitFor(LINE, { text: `重启之后，${tag}` })
    for (const page of [owner, writer]) {
      for (const text of ['重启之前', '重启之间', '重启之后'])
        expect(await countMessages(page, `${text}，${tag}`)).toBe(1)
    }
    await Promise.all([owner.close(), writer.close()])
  })
})
