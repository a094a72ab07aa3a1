import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useDialogs } from '#lib/dialogs.ts'
import { setUser } from '#lib/session.ts'
import { type Asked, bad } from '#testing/answering.ts'
import {
  CHAT_NOW_MS,
  chatMember,
  chatPeer,
  HISTORY,
  makeChatMessage,
  makeChatRoom,
  makeHistoryAnswer,
  makeOwnMessage,
  openChat,
  ROOMS,
} from '#testing/open-chat.tsx'
import { openPage } from '#testing/open-page.tsx'
import { Component as ChatPage, loader as chatLoader, meta as chatMeta } from '../chat-page.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: CHAT_NOW_MS })
})

const getRoomsPane = () => screen.getByRole('region', { name: '会话' })
const getRoomLinks = () => within(getRoomsPane()).getAllByRole('link')
const listTexts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)

const makeRoom = (id: string, nickname: string, lastMessage: ReturnType<typeof makeChatMessage> | null, readNum = 0) =>
  makeChatRoom({ id: `r-${id}`, receiveId: id, nickname, lastMessage, readNum })

const someRooms = [
  makeRoom(
    'c3',
    '许南星',
    makeChatMessage('m3', { content: '<img src="/file/img/a.png">', createTime: '2026-11-19 10:00' }),
  ),
  makeRoom('b2', '周观澜', makeChatMessage('m1', { content: '好的 &amp; 明天', createTime: '2026-11-21 09:38' }), 2),
  makeRoom('d4', '陆青禾', makeOwnMessage('m4', { isWithdraw: 1, createTime: '2026-11-12 10:00' })),
]

describe('the list of conversations', () => {
  it('shows name, last message, time and unread count, newest first', async () => {
    await openChat({ path: '/im', rooms: someRooms })
    await within(await screen.findByRole('region', { name: '会话' })).findAllByRole('link')
    expect(listTexts(getRoomLinks())).toEqual([
      '周周观澜最近一条 09:38好的 & 明天2 条未读',
      '许许南星最近一条 周四[图片]',
      '陆陆青禾最近一条 11-12你撤回了一条消息',
    ])
    expect(getRoomLinks()[0]?.getAttribute('href')).toBe('/im?userId=b2')
    expect(document.title).toBe('私信 - 石衡珠宝玉石检测中心')
    expect(screen.getByText('选择一个会话')).toBeTruthy()
  })

  it('is one Tab stop with arrow keys', async () => {
    await openChat({ path: '/im?userId=c3', rooms: someRooms })
    await screen.findByRole('log')
    const listTabStops = () => getRoomLinks().filter(({ tabIndex }) => tabIndex === 0)
    expect(listTabStops().map(({ ariaCurrent }) => ariaCurrent)).toEqual(['true'])
    act(() => listTabStops()[0]?.focus())
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(getRoomLinks()[2])
    fireEvent.keyDown(document.activeElement as Element, { key: 'Home' })
    expect(document.activeElement).toBe(getRoomLinks()[0])
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(getRoomLinks()[0])
  })

  it('finds a conversation by name or message, and shows all after Escape', async () => {
    await openChat({ path: '/im', rooms: someRooms })
    const field = await screen.findByRole('searchbox', { name: '查找会话' })
    await within(getRoomsPane()).findAllByRole('link')
    fireEvent.change(field, { target: { value: '青禾' } })
    await waitFor(() => expect(getRoomLinks()).toHaveLength(1))
    expect(screen.getByText('找到 1 个会话')).toBeTruthy()
    fireEvent.change(field, { target: { value: '没有' } })
    expect(await screen.findByText('没有找到这个会话')).toBeTruthy()
    fireEvent.keyDown(field, { key: 'Escape' })
    await waitFor(() => expect(getRoomLinks()).toHaveLength(3))
  })

  it('moves the focus to the hits, and opens the first with Enter', async () => {
    const { router } = await openChat({ path: '/im', rooms: someRooms })
    const field = await screen.findByRole('searchbox', { name: '查找会话' })
    await within(getRoomsPane()).findAllByRole('link')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(getRoomLinks()[0])
    fireEvent.change(field, { target: { value: '南星' } })
    await waitFor(() => expect(getRoomLinks()).toHaveLength(1))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(router.state.location.search).toBe('?userId=c3'))
  })

  it('moves a room to the top with a new message, counts it once, and loads unknown rooms', async () => {
    const rooms = [...someRooms]
    const { give, fetch } = await openChat({ path: '/im', rooms })
    await within(await screen.findByRole('region', { name: '会话' })).findAllByRole('link')
    const message = makeChatMessage('m9', { fromUserId: 'd4', content: '在吗', createTime: '2026-11-21 09:40' })
    give({ t: 'message', message })
    give({ t: 'message', message })
    expect(getRoomLinks()[0]?.textContent).toBe('陆陆青禾最近一条 09:40在吗1 条未读')
    const before = fetch.of(ROOMS).length
    rooms.push(makeRoom('e5', '叶疏桐', makeChatMessage('m10', { fromUserId: 'e5' }), 1))
    give({ t: 'message', message: makeChatMessage('m10', { fromUserId: 'e5' }) })
    await waitFor(() => expect(fetch.of(ROOMS)).toHaveLength(before + 1))
    await waitFor(() => expect(getRoomLinks()).toHaveLength(4))
  })

  it('shows withdrawals, and messages read in another tab', async () => {
    const { give } = await openChat({ path: '/im', rooms: someRooms })
    await within(await screen.findByRole('region', { name: '会话' })).findAllByRole('link')
    give({ t: 'withdrawn', id: 'm1', userId: 'b2', by: 'b2' })
    expect(getRoomLinks()[0]?.textContent).toContain('对方撤回了一条消息')
    give({ t: 'read', userId: 'b2', by: chatMember.id })
    expect(getRoomLinks()[0]?.textContent).not.toContain('未读')
  })

  it('loads the last message when upstream’s list has none', async () => {
    const { lastMessage: _last, ...bare } = makeChatRoom()
    const { fetch } = await openChat({
      path: '/im',
      rooms: Array.from({ length: 5 }, (_, at) => ({
        ...bare,
        id: `r${at}`,
        receiveId: `p${at}`,
        nickname: `人 ${at}`,
      })),
      answers: {
        [HISTORY]: ({ query }: Asked) =>
          makeHistoryAnswer([makeChatMessage('m', { content: `对 ${query.get('toUserId')}` })])({ query } as Asked),
      },
    })
    expect(await screen.findByText('对 p4')).toBeTruthy()
    expect(fetch.of(HISTORY).map(({ query }) => query.get('pageSize'))).toEqual(['1', '1', '1', '1', '1'])
  })

  it('reloads after a failure, and keeps its rooms when a reload fails', async () => {
    let isDown = true
    const { sockets } = await openChat({
      path: '/im',
      isLive: false,
      answers: { [ROOMS]: () => (isDown ? bad(502, '服务暂时不可用') : { code: 200, data: someRooms }) },
    })
    expect(await screen.findByText('会话没有加载成功')).toBeTruthy()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(getRoomLinks()).toHaveLength(3))
    isDown = true
    act(() => sockets.last().welcome(chatMember.id))
    expect(await screen.findByText('会话没有更新')).toBeTruthy()
    expect(getRoomLinks()).toHaveLength(3)
  })

  it('shows when there are no conversations', async () => {
    await openChat({ path: '/im', rooms: [] })
    expect((await screen.findAllByText('还没有会话')).length).toBeGreaterThan(0)
  })
})

describe('the address', () => {
  it('opens its conversation, and adds a missing one', async () => {
    const rooms: ReturnType<typeof makeChatRoom>[] = []
    const add = () => {
      rooms.push(makeChatRoom())
      return { code: 200, data: makeChatRoom() }
    }
    const { fetch } = await openChat({ rooms, answers: { 'POST /v1/im/addRoom': add } })
    expect(await screen.findByRole('region', { name: '与周观澜的对话' })).toBeTruthy()
    expect(await screen.findByText('珠宝玉石检测师')).toBeTruthy()
    expect(fetch.of('POST /v1/im/addRoom').map(({ query }) => query.get('userId'))).toEqual([chatPeer.id])
    expect(getRoomLinks()[0]?.getAttribute('aria-current')).toBe('true')
  })

  it('reloads the list when upstream already has the room', async () => {
    const rooms: ReturnType<typeof makeChatRoom>[] = []
    await openChat({
      rooms,
      answers: {
        'POST /v1/im/addRoom': () => {
          rooms.push(makeChatRoom())
          return { code: 200, data: null }
        },
      },
    })
    expect(await screen.findByRole('region', { name: '与周观澜的对话' })).toBeTruthy()
  })

  it.each([
    ['oneself', `/im?userId=${chatMember.id}`, '这是你自己的账号，私信需要写给另一位用户'],
    ['what cannot be an id', '/im?userId=../x', '没有这位用户，或这位用户不接收私信'],
    ['nobody', '/im?userId=nobody', '请选择用户！'],
  ])('shows an error for %s', async (_label, path, words) => {
    const { fetch } = await openChat({ path, answers: { 'POST /v1/im/addRoom': bad(500, '请选择用户！') } })
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: '查看全部会话' }).getAttribute('href')).toBe('/im')
    expect(fetch.of(HISTORY)).toEqual([])
  })

  it('changes with the chosen room, so that the back button works', async () => {
    const { router, fetch } = await openChat({ path: '/im', rooms: someRooms })
    await within(await screen.findByRole('region', { name: '会话' })).findAllByRole('link')
    const before = fetch.of(ROOMS).length
    fireEvent.click(getRoomLinks()[0] as HTMLElement)
    expect(await screen.findByRole('region', { name: '与周观澜的对话' })).toBeTruthy()
    // The list is not loaded again.
    expect(fetch.of(ROOMS)).toHaveLength(before)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(router.state.location.search).toBe('?userId=b2')
    fireEvent.click(screen.getByRole('button', { name: '返回会话列表' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(router.state.historyAction).toBe('POP')
  })
})

describe('deleting a conversation', () => {
  it('requires a confirmation, and does not add the room again', async () => {
    const { fetch, router } = await openChat({
      rooms: someRooms,
      answers: { 'DELETE /v1/im/deleteRoom': { code: 200, data: null } },
    })
    fireEvent.click(await screen.findByRole('button', { name: '删除会话' }))
    const dialog = await screen.findByRole('dialog', { name: '删除与“周观澜”的会话？' })
    expect(dialog.textContent).toContain('聊天记录将一并删除。')
    fireEvent.click(within(dialog).getByRole('button', { name: /^删除会话/ }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(getRoomLinks()).toHaveLength(2)
    expect(fetch.of('DELETE /v1/im/deleteRoom')[0]?.query.get('roomId')).toBe('r-b2')
    expect(fetch.of('POST /v1/im/addRoom')).toEqual([])
  })
})

describe('a visitor', () => {
  it('must log in, and no request is made', async () => {
    const page = { path: '/im', Component: ChatPage, loader: chatLoader, handle: { meta: chatMeta } }
    const { fetch } = openPage('/im', [page])
    expect(await screen.findByText('登录后查看私信')).toBeTruthy()
    expect(useDialogs.getState().open).toBe('login')
    expect(fetch.of(ROOMS)).toEqual([])
  })

  it('no longer sees the conversations after the session has ended', async () => {
    await openChat({ rooms: someRooms })
    await screen.findByRole('log')
    act(() => setUser(null))
    expect(screen.queryByText('周观澜')).toBeNull()
  })
})
