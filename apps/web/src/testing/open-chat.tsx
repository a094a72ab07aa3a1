import type { Message, Room } from '@portal/contract/community/messages.ts'
import type { ChatMessage, ClientFrame } from '@portal/contract/frames.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { Component as ChatPage, loader as chatLoader, meta as chatMeta } from '#features/chat/chat-page.tsx'
import { setUser, type UserInfo } from '#lib/session.ts'
import { dispatchFrame } from '#live/live.ts'
import type { Answers, Asked } from './answering.ts'
import { type FakeSocket, fakeSockets } from './fake-socket.ts'
import { makePlainPages, openPage } from './open-page.tsx'

export const chatMember = { id: 'a1', nickname: '林知微', role: 'user' } as UserInfo
export const chatPeer = { id: 'b2', name: '周观澜' }
export const HISTORY = 'GET /v1/im/selectUserImHistory'
export const ROOMS = 'GET /v1/im/getRoomList'

/** 09:40 in Shanghai. */
export const CHAT_NOW_MS = Date.UTC(2026, 10, 21, 1, 40)

export function makeChatMessage(id: string, changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    code: 1,
    fromUserId: chatPeer.id,
    toUserId: chatMember.id,
    content: `话 ${id}`,
    type: 1,
    isRead: 0,
    isWithdraw: 0,
    createTime: '2026-11-21 09:30',
    ...changes,
  }
}

export function makeOwnMessage(id: string, changes: Partial<ChatMessage> = {}): ChatMessage {
  return makeChatMessage(id, { fromUserId: chatMember.id, toUserId: chatPeer.id, ...changes })
}

export function makeChatRoom(changes: Partial<Room> = {}): Room {
  return { id: 'r-b2', receiveId: chatPeer.id, nickname: chatPeer.name, readNum: 0, lastMessage: null, ...changes }
}

/**
 * Answers pages of a conversation's history.
 * @param messages oldest first; the array may grow
 */
export function makeHistoryAnswer(messages: readonly Message[]) {
  return ({ query }: Asked) => {
    const size = Number(query.get('pageSize'))
    const pageNo = Number(query.get('pageNo'))
    const records = [...messages].reverse().slice((pageNo - 1) * size, pageNo * size)
    return { code: 200, data: { records, pages: Math.ceil(messages.length / size) } }
  }
}

export interface ChatSetup {
  path?: string
  rooms?: readonly Room[]
  /** All messages, oldest first. */
  messages?: readonly Message[]
  answers?: Answers
  /** Whether the server sends `welcome` at once. */
  isLive?: boolean
}

let opened: readonly FakeSocket[] = []

/** Answers all pending messages, which would otherwise be resent in the next test. */
export function answerEverything(): void {
  for (const frame of opened.flatMap(({ sent }) => sent)) {
    if ('ref' in frame) dispatchFrame({ t: 'ok', ref: frame.ref, data: null })
  }
  opened = []
}

/** Opens a member's chat with a fake socket. */
export async function openChat({ path, rooms, messages = [], answers = {}, isLive = true }: ChatSetup = {}) {
  const sockets = fakeSockets()
  opened = sockets.all
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  setUser(chatMember)
  const page = { path: '/im', Component: ChatPage, loader: chatLoader, handle: { meta: chatMeta } }
  const view = openPage(path ?? `/im?userId=${chatPeer.id}`, [page, ...makePlainPages('/', '/user')], {
    'GET /bff/session': { code: 200, data: { user: chatMember } },
    [ROOMS]: () => ({ code: 200, data: rooms ?? [makeChatRoom()] }),
    [HISTORY]: makeHistoryAnswer(messages),
    'GET /v1/user/info': { code: 200, data: { nickname: chatPeer.name, intro: '珠宝玉石检测师' } },
    'GET /v1/im/getNewSystemNotice': { code: 200, data: { system: 0, comment: 0, private: 0 } },
    ...answers,
  })
  await waitFor(() => {
    if (sockets.all.length === 0) throw new Error('no socket was opened')
  })
  if (isLive) act(() => sockets.last().welcome(chatMember.id))
  return {
    ...view,
    sockets,
    /** Delivers frames to the page. */
    give: (...frames: Parameters<ReturnType<typeof sockets.last>['give']>) => act(() => sockets.last().give(...frames)),
    /** Returns the frames of one kind that the page has sent. */
    sent: <T extends ClientFrame['t']>(kind: T) =>
      sockets.all
        .flatMap((socket) => socket.sent)
        .filter((frame): frame is Extract<ClientFrame, { t: T }> => frame.t === kind),
  }
}

/** Waits for the conversation and returns it once its messages are rendered. */
export async function findConversation(): Promise<HTMLElement> {
  const log = await screen.findByRole('log')
  await waitFor(() => {
    if (log.querySelector('[data-row], p') === null) throw new Error('no messages yet')
  })
  return log
}

/**
 * Fakes the layout that jsdom lacks: rows of 100 px in a scroll box of 400.
 * @returns a function that restores it
 */
export function layOutLog(): () => void {
  const isLog = (element: Element) => element.getAttribute('role') === 'log'
  const spies = [
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: Element) {
      return isLog(this) ? this.querySelectorAll('[data-row]').length * 100 : 0
    }),
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function height(this: Element) {
      return isLog(this) ? 400 : 0
    }),
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100),
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function top(this: HTMLElement) {
      return [...(this.parentElement?.children ?? [])].indexOf(this) * 100
    }),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
