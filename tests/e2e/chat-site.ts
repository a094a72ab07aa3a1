import type { Page, WebSocket } from 'playwright-core'
import { expect } from 'vitest'
import type { PagePool } from './page-pool.ts'
import { startWritingSite, type WriterPage } from './writing-site.ts'

export type Who = 'owner' | 'writer'
export const NAMES = { owner: '石衡检测', writer: '林知微' } as const
/** Time limit on a busy machine, including reconnects. */
export const PATIENCE_MS = 30_000

export type ChatSite = Awaited<ReturnType<typeof startChatSite>>

/** Starts a site with two members who chat with each other. */
export async function startChatSite() {
  const site = await startWritingSite()
  const logIn = (who: Who) => site.ask<{ id: string; token: string }>('POST', '/oauth/emailLogin', site[who])
  const logins = { owner: await logIn('owner'), writer: await logIn('writer') }
  const ids = { owner: logins.owner.id, writer: logins.writer.id }
  const getOther = (who: Who): Who => (who === 'owner' ? 'writer' : 'owner')

  return {
    ...site,
    ids,
    /** Sends a message through upstream directly, as another site would. */
    async sayElsewhere(who: Who, content: string): Promise<void> {
      await site.ask(
        'POST',
        '/v1/im/chat',
        { code: 1, toUserId: ids[getOther(who)], content, type: 1 },
        logins[who].token,
      )
    },
    /** Returns all messages stored by upstream, oldest first, in the format of `listMessages`. */
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

/** Opens a page at this address, logged in as one of the two. */
export async function openChatTab(pages: PagePool, site: ChatSite, who: Who, address: string): Promise<ChatTab> {
  const watched = await pages.open()
  await site.logIn(watched, site[who])
  await watched.page.goto(site.url + address)
  return { ...watched, who }
}

/** Opens the conversation with the other, fully loaded with pictures. */
export async function openRoom(pages: PagePool, site: ChatSite, who: Who): Promise<ChatTab> {
  const tab = await openChatTab(pages, site, who, getConversationUrl(site, who))
  await tab.page.getByText(/^(没有更早的消息|还没有消息，写下第一句话)$/).waitFor()
  await tab.page.waitForFunction(() => {
    const pictures = document.querySelectorAll<HTMLImageElement>('[role=log] img')
    return [...pictures].every(({ complete }) => complete)
  })
  return tab
}

/** Returns the address of the conversation with the other. */
export function getConversationUrl({ ids }: ChatSite, who: Who): string {
  return `/im?userId=${ids[who === 'owner' ? 'writer' : 'owner']}`
}

export function locateField(page: Page) {
  return page.getByRole('textbox', { name: /^写给.*的消息$/ })
}

/** Locates the messages of the conversation with this text. */
export function locateMessage(page: Page, words: string | RegExp) {
  return page.getByRole('log').locator('[data-row]').filter({ hasText: words })
}

/** Types a message line by line and sends it. */
export async function say(page: Page, ...lines: string[]): Promise<void> {
  await locateField(page).focus()
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press('Shift+Enter')
    await page.keyboard.insertText(line)
  }
  await page.keyboard.press('Enter')
}

/** Returns the messages that a tab shows, oldest first, with sender and text. */
function listMessages({ page, who }: ChatTab): Promise<string[]> {
  const names = who === 'owner' ? [NAMES.owner, NAMES.writer] : [NAMES.writer, NAMES.owner]
  return page.getByRole('log').evaluate((log, [own, peer]) => {
    const said = (row: HTMLElement): string => {
      const isOwn = row.querySelector('[data-own]') !== null || row.textContent.startsWith('你')
      const by = isOwn ? own : peer
      // Pending and withdrawn messages have their kind instead of a text.
      if (row.dataset.kind !== 'message') return `${by} ${row.dataset.kind}`
      const speaker = [...row.querySelectorAll('span')].find(({ textContent }) => textContent.endsWith('：'))
      const bubble = speaker?.nextElementSibling as HTMLElement | null | undefined
      return `${by}：${bubble?.querySelector('img')?.getAttribute('src') ?? bubble?.innerText}`
    }
    const rows = log.querySelectorAll<HTMLElement>('[data-row]:not([data-kind="day"], [data-kind="new"])')
    return [...rows].map(said)
  }, names)
}

/**
 * Expects tabs to show the messages of upstream, once and in order.
 * @param count number of messages that must exist
 */
export async function expectSame(site: ChatSite, tabs: readonly ChatTab[], count: number): Promise<void> {
  const poll = { timeout: PATIENCE_MS, interval: 100 }
  await expect.poll(async () => (await site.storedLines()).length, poll).toBe(count)
  const stored = await site.storedLines()
  for (const tab of tabs) await expect.poll(() => listMessages(tab), poll).toEqual(stored)
}

/** Waits until title, icon and toolbar of a tab show this number of unread messages. */
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
  /** Number of attempts to open a socket. */
  tries: number
  /** Number of open sockets of the current document. */
  open: number
  frames: number
}

/** Counts the sockets of a page from this call on. */
export function watchSockets(page: Page): Sockets {
  const seen = { tries: 0, open: 0, frames: 0 }
  let open = new Set<WebSocket>()
  const setOpen = (sockets: Set<WebSocket>) => {
    open = sockets
    seen.open = sockets.size
  }
  // The browser does not report the sockets that end with their document.
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) setOpen(new Set())
  })
  page.on('websocket', (socket) => {
    seen.tries += 1
    let isWelcome = false
    socket.on('framereceived', () => {
      seen.frames += 1
      // The first frame is the welcome: the socket counts as open from then on.
      if (!isWelcome) setOpen(new Set([...open, socket]))
      isWelcome = true
    })
    socket.on('close', () => setOpen(new Set([...open].filter((one) => one !== socket))))
  })
  return seen
}
