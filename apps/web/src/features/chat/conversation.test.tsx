import type { ChatMessage } from '@portal/contract/frames.ts'
import { WITHDRAW_MS } from '@portal/contract/socket.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bad } from '#testing/answering.ts'
import {
  answerEverything,
  CHAT_NOW_MS,
  chatMember,
  chatPeer,
  findConversation,
  HISTORY,
  layOutLog,
  makeChatMessage,
  makeChatRoom,
  makeHistoryAnswer,
  makeOwnMessage,
  openChat,
} from '#testing/open-chat.tsx'

let restoreLayout: (() => void) | null = null
/** Whether the window has the focus. */
let isFocused = true

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: CHAT_NOW_MS })
  isFocused = true
  document.hasFocus = () => isFocused
})
afterEach(() => {
  answerEverything()
  restoreLayout?.()
  restoreLayout = null
})

function setFocus(next: boolean): void {
  isFocused = next
  if (next) fireEvent.focus(window)
  else fireEvent.blur(window)
}

/** Makes messages with the ids `from` to `to`, oldest first. */
function makeMessages(from: number, to: number): ChatMessage[] {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const seq = from + at
    return makeChatMessage(`m${seq}`, { content: `第 ${seq} 句`, ext: { seq } })
  })
}

/** The rows of the log without names and times. */
function listLines(log: HTMLElement): string[] {
  return [...log.querySelectorAll<HTMLElement>('[data-row]')].map((line) =>
    line.dataset.kind === 'message'
      ? (line.querySelector('[class*="inline"]')?.textContent ?? '')
      : (line.textContent ?? ''),
  )
}

describe('the conversation', () => {
  it('shows days, pictures, withdrawals and read marks', async () => {
    await openChat({
      messages: [
        makeOwnMessage('a', { content: '昨天的话', createTime: '2026-11-20 16:20', isRead: 1 }),
        makeChatMessage('b', { content: '<img src="/file/img/a.png" alt="图片">', type: 2 }),
        makeOwnMessage('c', { isWithdraw: 1, content: '消息已撤回' }),
        makeChatMessage('d', { isWithdraw: 1, content: '消息已撤回' }),
        makeOwnMessage('e', { content: '看 https://example.cn/a 吧' }),
      ],
    })
    const log = await findConversation()
    expect(listLines(log)).toEqual([
      '昨天 16:20',
      '昨天的话',
      '今天 09:30',
      '',
      '你撤回了一条消息',
      '对方撤回了一条消息',
      '看 https://example.cn/a 吧',
    ])
    expect(within(log).getByRole('button', { name: '放大图片：图片' })).toBeTruthy()
    const link = within(log).getByRole('link', { name: 'https://example.cn/a' })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow'])
    expect(within(log).getAllByText('已读')).toHaveLength(1)
    // The server deletes the text of withdrawn messages.
    expect(screen.queryByRole('button', { name: '重新编辑' })).toBeNull()
  })

  it('enlarges a picture', async () => {
    await openChat({ messages: [makeChatMessage('b', { content: '<img src="/file/img/a.png" alt="图片">' })] })
    fireEvent.click(await screen.findByRole('button', { name: '放大图片：图片' }))
    expect(await screen.findByRole('dialog', { name: '图片：图片' })).toBeTruthy()
  })

  it('shows when it is empty, and when it could not be loaded', async () => {
    let isDown = true
    await openChat({
      answers: {
        [HISTORY]: () => (isDown ? bad(502, '服务暂时不可用') : { code: 200, data: { records: [], pages: 0 } }),
      },
    })
    expect(await screen.findByText('消息没有加载成功')).toBeTruthy()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('还没有消息，写下第一句话')).toBeTruthy()
  })

  it('shows for a few seconds that the peer is typing', async () => {
    const { give } = await openChat({ messages: makeMessages(1, 2) })
    await findConversation()
    vi.useFakeTimers({ now: CHAT_NOW_MS })
    give({ t: 'typing', userId: chatPeer.id })
    expect(screen.getByText('对方正在输入…')).toBeTruthy()
    act(() => vi.advanceTimersByTime(5_000))
    expect(screen.queryByText('对方正在输入…')).toBeNull()
    give({ t: 'typing', userId: chatPeer.id })
    give({ t: 'message', message: makeChatMessage('m3', { content: '写完了' }) })
    expect(screen.queryByText('对方正在输入…')).toBeNull()
  })
})

describe('new messages', () => {
  it('have a rule above them, and are marked as read while visible', async () => {
    const { sent } = await openChat({
      rooms: [makeChatRoom({ readNum: 2 })],
      messages: makeMessages(1, 4),
    })
    const log = await findConversation()
    await waitFor(() =>
      expect(listLines(log)).toEqual(['今天 09:30', '第 1 句', '第 2 句', '以下为新消息', '第 3 句', '第 4 句']),
    )
    await waitFor(() => expect(sent('read').map(({ userId }) => userId)).toContain(chatPeer.id))
    expect(within(screen.getByRole('region', { name: '会话' })).queryByText(/未读/)).toBeNull()
  })

  it('keep their rule when the connection opens during the load', async () => {
    const { sockets, sent } = await openChat({
      rooms: [makeChatRoom({ readNum: 1 })],
      messages: makeMessages(1, 2),
      isLive: false,
    })
    act(() => sockets.last().welcome(chatMember.id))
    const log = await findConversation()
    await waitFor(() => expect(sent('read').length).toBeGreaterThan(0))
    act(() => sockets.last().end(1012))
    await waitFor(() => expect(sockets.all).toHaveLength(2))
    await act(async () => sockets.last().welcome(chatMember.id))
    expect(listLines(log)).toEqual(['今天 09:30', '第 1 句', '以下为新消息', '第 2 句'])
  })

  it('are marked as read only at the end, and are counted until then', async () => {
    restoreLayout = layOutLog()
    const { sent } = await openChat({ rooms: [makeChatRoom({ readNum: 20 })], messages: makeMessages(1, 30) })
    const log = await findConversation()
    await waitFor(() => expect(listLines(log)).toHaveLength(32))
    // Height of the day, ten known messages, and the rule with a margin.
    await waitFor(() => expect(log.scrollTop).toBe(1_100 - 120))
    expect(sent('read')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '20 条新消息' }))
    await waitFor(() => expect(sent('read')).toHaveLength(1))
    expect(listLines(log)).toContain('以下为新消息')
  })

  it('stay unread while the window has no focus', async () => {
    isFocused = false
    const { give, sent } = await openChat({ messages: makeMessages(1, 1) })
    const log = await findConversation()
    give({ t: 'message', message: makeChatMessage('m2', { content: '新的' }) })
    give({ t: 'message', message: makeChatMessage('m3', { content: '又一句' }) })
    expect(listLines(log)).toEqual(['今天 09:30', '第 1 句', '以下为新消息', '新的', '又一句'])
    const rooms = within(screen.getByRole('region', { name: '会话' }))
    expect(rooms.getByText(/条未读/).parentElement?.textContent).toBe('2 条未读')
    expect(sent('read')).toEqual([])
    act(() => setFocus(true))
    expect(sent('read')).toHaveLength(1)
    expect(rooms.queryByText(/条未读/)).toBeNull()
  })

  it('are marked as read on arrival, with one frame at a time', async () => {
    const { give, sent, sockets } = await openChat({ messages: makeMessages(1, 1) })
    const log = await findConversation()
    await waitFor(() => expect(listLines(log)).toHaveLength(2))
    give({ t: 'message', message: makeChatMessage('m2', { content: '新的' }) })
    give({ t: 'message', message: makeChatMessage('m3', { content: '又一句' }) })
    expect(sent('read')).toHaveLength(1)
    await act(async () => sockets.last().give({ t: 'ok', ref: sent('read')[0]?.ref ?? '', data: null }))
    expect(sent('read')).toHaveLength(2)
    expect(listLines(log)).not.toContain('以下为新消息')
  })

  it('are shown as read by the peer', async () => {
    const { give } = await openChat({ messages: [makeOwnMessage('a')] })
    await findConversation()
    expect(screen.queryByText('已读')).toBeNull()
    give({ t: 'read', userId: chatPeer.id, by: chatPeer.id })
    expect(screen.getByText('已读')).toBeTruthy()
  })
})

describe('a conversation after a gap', () => {
  /** Opens a conversation whose history is still loading. */
  async function openWaiting() {
    let answerHistory: () => void = () => undefined
    const opened = await openChat({
      answers: {
        [HISTORY]: (asked) =>
          new Promise((resolve) => {
            answerHistory = () => resolve(makeHistoryAnswer(makeMessages(1, 2))(asked))
          }),
      },
    })
    await waitFor(() => expect(opened.fetch.of(HISTORY).length).toBeGreaterThan(0))
    return { ...opened, answerHistory: () => act(async () => answerHistory()) }
  }

  it('shows messages that arrived during the load after the history', async () => {
    const { give, answerHistory } = await openWaiting()
    give({ t: 'message', message: makeChatMessage('m3', { content: '第 3 句' }) })
    const log = await screen.findByRole('log')
    expect(listLines(log)).toEqual([])
    await answerHistory()
    await waitFor(() => expect(listLines(log).slice(1)).toEqual(['第 1 句', '第 2 句', '第 3 句']))
  })

  it('does not mark repeated messages as new', async () => {
    const { give, answerHistory } = await openWaiting()
    give({ t: 'message', message: { ...makeChatMessage('m2', { content: '第 2 句' }), isRead: 1 } })
    await answerHistory()
    const log = await findConversation()
    await waitFor(() => expect(listLines(log).slice(1)).toEqual(['第 1 句', '第 2 句']))
  })

  it('loads all missed messages, once and in order', async () => {
    const history = makeMessages(1, 3)
    const { sockets, give } = await openChat({ messages: history })
    const log = await findConversation()
    await waitFor(() => expect(listLines(log)).toHaveLength(4))
    act(() => sockets.last().end(1012))
    // More than one page of messages was missed.
    history.push(...makeMessages(4, 100))
    await waitFor(() => expect(sockets.all).toHaveLength(2))
    act(() => sockets.last().welcome(chatMember.id))
    // The connection is restored before the answer arrives.
    give({ t: 'message', message: makeMessages(101, 101)[0] as ChatMessage })
    await waitFor(() => expect(listLines(log)).toHaveLength(102))
    expect(listLines(log).slice(1)).toEqual(Array.from({ length: 101 }, (_, at) => `第 ${at + 1} 句`))
  })

  it('reloads when the page was hidden for longer than a minute', async () => {
    const history = makeMessages(1, 2)
    await openChat({ messages: history })
    const log = await findConversation()
    await waitFor(() => expect(listLines(log)).toHaveLength(3))
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    visibility.mockReturnValue('hidden')
    fireEvent(document, new Event('visibilitychange'))
    vi.setSystemTime(CHAT_NOW_MS + 61_000)
    // The connection did not report a gap.
    history.push(...makeMessages(3, 3))
    visibility.mockReturnValue('visible')
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(listLines(log).at(-1)).toBe('第 3 句'))
    visibility.mockRestore()
  })

  it('keeps the messages when the reload fails, and closes the gap later', async () => {
    const history = makeMessages(1, 2)
    let isDown = false
    const { sockets } = await openChat({
      answers: {
        [HISTORY]: (asked) => (isDown ? bad(502, '服务暂时不可用') : makeHistoryAnswer(history)(asked)),
      },
    })
    const log = await findConversation()
    await waitFor(() => expect(listLines(log)).toHaveLength(3))
    isDown = true
    history.push(...makeMessages(3, 60))
    act(() => sockets.last().welcome(chatMember.id))
    expect(await screen.findByText('新消息没有加载成功')).toBeTruthy()
    expect(listLines(log)).toHaveLength(3)
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(listLines(log).slice(1)).toEqual(history.map(({ content }) => content)))
  })
})

describe('a conversation scrolled up', () => {
  it('loads older messages without moving the visible ones', async () => {
    restoreLayout = layOutLog()
    await openChat({ messages: makeMessages(1, 100) })
    const log = await findConversation()
    await waitFor(() => expect(listLines(log)).toHaveLength(41))
    // The log is scrolled to the end, where the newest message is visible.
    expect(log.scrollTop).toBe(4_100)
    log.scrollTop = 150
    fireEvent.scroll(log)
    await waitFor(() => expect(listLines(log)).toHaveLength(81))
    expect(log.scrollTop).toBe(4_150)
    fireEvent.click(screen.getByRole('button', { name: /^加载更早的消息/ }))
    expect(await screen.findByText('没有更早的消息')).toBeTruthy()
    expect(listLines(log)).toHaveLength(101)
  })

  it('keeps its position when messages arrive, counts them, and jumps back', async () => {
    restoreLayout = layOutLog()
    const { give, sent } = await openChat({ messages: makeMessages(1, 30) })
    const log = await findConversation()
    await waitFor(() => expect(listLines(log)).toHaveLength(31))
    log.scrollTop = 1_000
    fireEvent.scroll(log)
    expect(screen.getByRole('button', { name: '跳到最新消息' })).toBeTruthy()
    give({ t: 'message', message: makeMessages(31, 31)[0] as ChatMessage })
    expect(log.scrollTop).toBe(1_000)
    // Hidden messages are not marked as read.
    expect(sent('read')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '1 条新消息' }))
    expect(log.scrollTop).toBe(3_300)
    await waitFor(() => expect(sent('read')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: /最新消息|新消息$/ })).toBeNull()
  })

  it('retries loading older messages', async () => {
    let isDown = false
    await openChat({
      answers: {
        [HISTORY]: (asked) => (isDown ? bad(502, '服务暂时不可用') : makeHistoryAnswer(makeMessages(1, 60))(asked)),
      },
    })
    const log = await findConversation()
    isDown = true
    // jsdom has no layout: all rows count as visible, so older messages load until a failure.
    await waitFor(() => expect(listLines(log).length).toBeGreaterThan(40))
    isDown = false
    const retry = screen.queryByRole('button', { name: '重试' })
    if (retry) fireEvent.click(retry)
    await waitFor(() => expect(listLines(log)).toHaveLength(61))
  })
})

describe('withdrawing', () => {
  const now = { createTime: '2026-11-21 09:40', ext: { at: CHAT_NOW_MS - 60_000 } }

  it('withdraws an own message within two minutes, and offers its text for editing', async () => {
    const { sent, give } = await openChat({
      messages: [makeOwnMessage('a', { content: '说错了&amp;<br>两行', ...now })],
    })
    await findConversation()
    expect(screen.getByText('60 秒内可')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '撤回' }))
    const [frame] = sent('withdraw')
    expect(frame?.id).toBe('a')
    give({ t: 'ok', ref: frame?.ref ?? '', data: null })
    expect(await screen.findByText('你撤回了一条消息')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '重新编辑' }))
    expect((screen.getByRole('textbox', { name: '写给周观澜的消息' }) as HTMLTextAreaElement).value).toBe(
      '说错了&\n两行',
    )
  })

  it('shows why it was refused, and keeps the message', async () => {
    const { sent, give } = await openChat({ messages: [makeOwnMessage('a', now)] })
    await findConversation()
    fireEvent.click(screen.getByRole('button', { name: '撤回' }))
    give({
      t: 'error',
      ref: sent('withdraw')[0]?.ref ?? '',
      code: 500,
      message: '撤回失败，只能撤回俩分钟以内的消息！',
    })
    expect(await screen.findByText('撤回失败，只能撤回俩分钟以内的消息！')).toBeTruthy()
    expect(screen.queryByText('你撤回了一条消息')).toBeNull()
  })

  it('is not offered after two minutes, nor for messages of other users', async () => {
    vi.useFakeTimers({ now: CHAT_NOW_MS, shouldAdvanceTime: true })
    await openChat({ messages: [makeOwnMessage('old'), makeOwnMessage('a', now), makeChatMessage('b', now)] })
    await findConversation()
    expect(await screen.findAllByRole('button', { name: '撤回' })).toHaveLength(1)
    act(() => vi.advanceTimersByTime(WITHDRAW_MS))
    expect(screen.queryByRole('button', { name: '撤回' })).toBeNull()
  })

  it('shows withdrawals of the peer', async () => {
    const { give } = await openChat({ messages: makeMessages(1, 2) })
    const log = await findConversation()
    give({ t: 'withdrawn', id: 'm2', userId: chatPeer.id, by: chatPeer.id })
    expect(listLines(log)).toEqual(['今天 09:30', '第 1 句', '对方撤回了一条消息'])
  })
})

describe('searching a conversation', () => {
  it('marks and counts hits, moves between them, and searches older messages', async () => {
    restoreLayout = layOutLog()
    const history = makeMessages(1, 90)
    for (const at of [2, 60, 80])
      history[at - 1] = makeChatMessage(`m${at}`, { content: `送样 ${at}`, ext: { seq: at } })
    await openChat({ messages: history })
    const log = await findConversation()
    await waitFor(() => expect(listLines(log)).toHaveLength(41))
    fireEvent.click(screen.getByRole('button', { name: '查找聊天记录' }))
    const field = screen.getByRole('searchbox', { name: '查找聊天记录' })
    fireEvent.change(field, { target: { value: '送样' } })
    expect(await screen.findByText('1 / 2')).toBeTruthy()
    expect([...log.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['送样', '送样'])
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(screen.getByText('2 / 2')).toBeTruthy()
    expect(log.querySelector('[data-current]')?.textContent).toBe('送样 60')
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    expect(screen.getByText('1 / 2')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^查找更早的消息/ }))
    expect(await screen.findByText('3 / 3')).toBeTruthy()
    expect(log.querySelector('[data-current]')?.textContent).toBe('送样 2')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(log.querySelector('mark')).toBeNull()
  })
})

describe('a lost connection', () => {
  it('is shown after two seconds, and when there is no network', async () => {
    const { sockets } = await openChat({ messages: makeMessages(1, 1) })
    await findConversation()
    vi.useFakeTimers({ now: CHAT_NOW_MS })
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    act(() => sockets.last().end(1006))
    expect(screen.queryByText(/^连接中断/)).toBeNull()
    act(() => vi.advanceTimersByTime(2_000))
    expect(screen.getByText('连接中断，正在重新连接，消息会在恢复后发出')).toBeTruthy()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent.offline(window)
    expect(screen.getByText('当前没有网络，消息会在恢复后发出')).toBeTruthy()
    vi.mocked(Math.random).mockRestore()
    vi.spyOn(navigator, 'onLine', 'get').mockRestore()
  })
})
