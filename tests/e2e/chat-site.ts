import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openWatchedPage } from './browser.ts'
import { startWritingSite, type WriterPage } from './writing-site.ts'

export type Who = 'owner' | 'writer'
export const NAMES = { owner: '石衡检测', writer: '林知微' } as const
/** How long something may take where others keep the machine busy, reconnecting included. */
export const PATIENCE_MS = 30_000

export type ChatSite = Awaited<ReturnType<typeof startChatSite>>

/** A site on which two people write to each other. */
export async function startChatSite() {
  const site = await startWritingSite()
  const logIn = (who: Who) => site.ask<{ id: string; token: string }>('POST', '/oauth/emailLogin', site[who])
  const logins = { owner: await logIn('owner'), writer: await logIn('writer') }
  const ids = { owner: logins.owner.id, writer: logins.writer.id }
  const other = (who: Who): Who => (who === 'owner' ? 'writer' : 'owner')

  return {
    ...site,
    ids,
    /** Says something at upstream itself, as another site of the family would. */
    async sayElsewhere(who: Who, content: string): Promise<void> {
      await site.ask('POST', '/v1/im/chat', { code: 1, toUserId: ids[other(who)], content, type: 1 }, logins[who].token)
    },
    /** All that upstream has stored between the two, oldest first, as `linesOf` says it. */
    async storedLines(): Promise<string[]> {
      const address = `/v1/im/selectUserImHistory?toUserId=${ids.writer}&pageNo=1&pageSize=100`
      const { records } = await site.ask<{ records: StoredMessage[] }>('GET', address, undefined, logins.owner.token)
      return records.reverse().map((message) => toLine(message, ids))
    },
  }
}

interface StoredMessage {
  fromUserId: string
  content: string
  isWithdraw: number
}

function toLine({ fromUserId, content, isWithdraw }: StoredMessage, ids: Record<Who, string>): string {
  const by = NAMES[fromUserId === ids.writer ? 'writer' : 'owner']
  if (isWithdraw === 1) return `${by} withdrawn`
  const picture = /<img[^>]* src="([^"]*)"/.exec(content)?.[1]
  return `${by}：${picture ?? content.replace(/<br\s*\/?>/g, '\n').replace(/&amp;/g, '&')}`
}

export interface ChatTab extends WriterPage {
  who: Who
}

/** A browser of its own at this address, in which one of the two is logged in. */
export async function openChatTab(browser: Browser, site: ChatSite, who: Who, address: string): Promise<ChatTab> {
  const watched = await openWatchedPage(browser)
  await site.logIn(watched, site[who])
  await watched.page.goto(site.url + address)
  return { ...watched, who }
}

/** Likewise at the conversation with the other, all of which is there, pictures too. */
export async function openRoom(browser: Browser, site: ChatSite, who: Who): Promise<ChatTab> {
  const tab = await openChatTab(browser, site, who, roomOf(site, who))
  await tab.page.getByText(/^(没有更早的消息|还没有消息，写下第一句话)$/).waitFor()
  await tab.page.waitForFunction(() => {
    const pictures = document.querySelectorAll<HTMLImageElement>('[role=log] img')
    return [...pictures].every(({ complete }) => complete)
  })
  return tab
}

/** Address of the conversation of one with the other. */
export function roomOf({ ids }: ChatSite, who: Who): string {
  return `/im?userId=${ids[who === 'owner' ? 'writer' : 'owner']}`
}

export function fieldOf(page: Page) {
  return page.getByRole('textbox', { name: /^写给.*的消息$/ })
}

/** Lines of the conversation with these words. */
export function lineOf(page: Page, words: string | RegExp) {
  return page.getByRole('log').locator('[data-row]').filter({ hasText: words })
}

/** Writes as a keyboard does, line by line, and sends it. */
export async function say(page: Page, ...lines: string[]): Promise<void> {
  await fieldOf(page).focus()
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press('Shift+Enter')
    await page.keyboard.insertText(line)
  }
  await page.keyboard.press('Enter')
}

/** What the reader of a tab sees said, oldest first: who, and what. */
function linesOf({ page, who }: ChatTab): Promise<string[]> {
  const names = who === 'owner' ? [NAMES.owner, NAMES.writer] : [NAMES.writer, NAMES.owner]
  return page.getByRole('log').evaluate((log, [own, peer]) => {
    const said = (row: HTMLElement): string => {
      const isOwn = row.querySelector('[data-own]') !== null || row.textContent.startsWith('你')
      const by = isOwn ? own : peer
      // Whatever is still on its way, or was taken back, has its kind in the place of words.
      if (row.dataset.kind !== 'message') return `${by} ${row.dataset.kind}`
      const speaker = [...row.querySelectorAll('span')].find(({ textContent }) => textContent.endsWith('：'))
      const bubble = speaker?.nextElementSibling as HTMLElement | null | undefined
      return `${by}：${bubble?.querySelector('img')?.getAttribute('src') ?? bubble?.innerText}`
    }
    const rows = log.querySelectorAll<HTMLElement>('[data-row]:not([data-kind="day"], [data-kind="new"])')
    return [...rows].map(said)
  }, names)
}

/** Both show what upstream has, each line once and in its order. @param count of lines that have to be there */
export async function expectSame(site: ChatSite, tabs: readonly ChatTab[], count: number): Promise<void> {
  const poll = { timeout: PATIENCE_MS, interval: 100 }
  await expect.poll(async () => (await site.storedLines()).length, poll).toBe(count)
  const stored = await site.storedLines()
  for (const tab of tabs) await expect.poll(() => linesOf(tab), poll).toEqual(stored)
}

/** Waits until a tab says how many private messages are unread: before its title, by its icon, and at its tool. */
export async function waitForUnread(page: Page, count: number): Promise<void> {
  const isMarked = (count: number) => {
    const inTitle = /^\((\d+)\) /.exec(document.title)?.[1] ?? '0'
    const icon = document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? ''
    return inTitle === String(count) && icon.includes('unread') === count > 0
  }
  await page.waitForFunction(isMarked, count, { timeout: PATIENCE_MS })
  const name = count > 0 ? `私信，${count} 条未读` : '私信'
  const tool = page.getByLabel('快捷工具').getByRole('button', { name, exact: true, includeHidden: true })
  await tool.waitFor({ state: 'attached' })
}

export interface Sockets {
  /** Times that the page has tried to open one. */
  tries: number
  /** Open ones. One that the page takes along when it is reloaded is not seen to go. */
  open: number
  frames: number
}

/** The sockets of a page from now on. */
export function watchSockets(page: Page): Sockets {
  const seen = { tries: 0, open: 0, frames: 0 }
  page.on('websocket', (socket) => {
    seen.tries += 1
    let isOpen = false
    socket.on('framereceived', () => {
      // The first one greets: before it nothing passes.
      if (!isOpen) seen.open += 1
      isOpen = true
      seen.frames += 1
    })
    socket.on('close', () => {
      if (isOpen) seen.open -= 1
      isOpen = false
    })
  })
  return seen
}
