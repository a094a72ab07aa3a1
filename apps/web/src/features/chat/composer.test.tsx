import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useToasts } from '#lib/toasts.ts'
import { fakeUploads } from '#testing/fake-upload.ts'
import {
  answerEverything,
  CHAT_NOW_MS,
  chatMember,
  chatPeer,
  findConversation,
  makeChatRoom,
  makeOwnMessage,
  openChat,
} from '#testing/open-chat.tsx'
import { setSharesTyping } from './chat-settings.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: CHAT_NOW_MS })
  document.hasFocus = () => true
})
afterEach(answerEverything)

const getField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '写给周观澜的消息' })

async function openComposer(setup: Parameters<typeof openChat>[0] = {}) {
  const chat = await openChat(setup)
  await findConversation()
  return chat
}

function typeText(text: string): void {
  fireEvent.change(getField(), { target: { value: text } })
}

describe('the field', () => {
  it('sends the text with Enter, and clears the field', async () => {
    const { sent } = await openComposer()
    typeText(' <b>你好</b> & 再见\n第二行 ')
    fireEvent.keyDown(getField(), { key: 'Enter' })
    expect(sent('send')).toMatchObject([
      { toUserId: chatPeer.id, content: '&lt;b&gt;你好&lt;/b&gt; &amp; 再见<br>第二行', type: 1 },
    ])
    expect(getField().value).toBe('')
  })

  it('does not send an empty message', async () => {
    const { sent } = await openComposer()
    typeText('  \n ')
    fireEvent.keyDown(getField(), { key: 'Enter' })
    fireEvent.click(screen.getByRole('button', { name: '发送' }))
    expect(sent('send')).toEqual([])
  })

  it('starts a new line with Shift+Enter and Ctrl+Enter', async () => {
    const { sent } = await openComposer()
    typeText('一二')
    const isFree = fireEvent.keyDown(getField(), { key: 'Enter', shiftKey: true })
    expect(isFree).toBe(true)
    getField().setSelectionRange(1, 1)
    fireEvent.keyDown(getField(), { key: 'Enter', ctrlKey: true })
    expect(getField().value).toBe('一\n二')
    expect(sent('send')).toEqual([])
  })

  it.each([
    ['while it is being composed', { isComposing: true }],
    ['after the composition has ended, as Safari has it', { keyCode: 229 }],
  ])('ignores the Enter of an input method: %s', async (_label, init) => {
    const { sent } = await openComposer()
    typeText('nihao')
    fireEvent.keyDown(getField(), { key: 'Enter', ...init })
    expect(sent('send')).toEqual([])
    expect(getField().value).toBe('nihao')
    fireEvent.keyDown(getField(), { key: 'Enter' })
    expect(sent('send')).toHaveLength(1)
  })

  it('shows the count near the limit, and keeps text that is too long', async () => {
    const { sent } = await openComposer()
    typeText('石'.repeat(1_799))
    expect(screen.queryByText(/\/ 2000/)).toBeNull()
    typeText('石'.repeat(2_001))
    expect(screen.getByText('2001 / 2000')).toBeTruthy()
    fireEvent.keyDown(getField(), { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe('内容过长，请缩短或分成几条发送')
    // The HTML may be longer than the text.
    typeText('"'.repeat(1_900))
    fireEvent.keyDown(getField(), { key: 'Enter' })
    expect(screen.getByRole('alert').textContent).toBe('内容过长，请缩短或分成几条发送')
    expect(sent('send')).toEqual([])
  })

  it('keeps a draft for each conversation and user', async () => {
    const rooms = [makeChatRoom(), makeChatRoom({ id: 'r-c3', receiveId: 'c3', nickname: '许南星' })]
    const { router } = await openComposer({ rooms })
    typeText('写到一半')
    await act(() => router.navigate('/im?userId=c3'))
    const other = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '写给许南星的消息' })
    expect(other.value).toBe('')
    await act(() => router.navigate(`/im?userId=${chatPeer.id}`))
    await waitFor(() => expect(getField().value).toBe('写到一半'))
    expect(sessionStorage.getItem(`typed:chat-draft:${chatMember.id}:${chatPeer.id}`)).toBe('写到一半')
  })

  it('inserts an emoji at the caret', async () => {
    await openComposer()
    typeText('好吧')
    getField().setSelectionRange(1, 1)
    fireEvent.click(screen.getByRole('button', { name: '插入表情' }))
    const panel = await screen.findAllByRole('button', { name: /笑/ })
    fireEvent.click(panel[0] as HTMLElement)
    expect(getField().value).toMatch(/^好\p{Emoji}+.*吧$/u)
  })
})

describe('the typing indicator', () => {
  it('reaches the peer, with throttling', async () => {
    vi.setSystemTime(CHAT_NOW_MS + 30_000)
    const { sent } = await openComposer()
    typeText('你')
    typeText('你好')
    expect(sent('typing')).toEqual([{ t: 'typing', toUserId: chatPeer.id }])
  })

  it('stays silent when it is switched off on this device', async () => {
    vi.setSystemTime(CHAT_NOW_MS + 60_000)
    const { sent } = await openComposer()
    fireEvent.click(screen.getByRole('button', { name: '私信设置' }))
    const control = screen.getByRole<HTMLInputElement>('switch', { name: '让对方看到我正在输入' })
    expect(control.checked).toBe(true)
    fireEvent.click(control)
    expect(localStorage.getItem('chat-typing')).toBe('off')
    typeText('你')
    expect(sent('typing')).toEqual([])
    act(() => setSharesTyping(true))
    fireEvent.keyDown(control, { key: 'Escape' })
    expect(screen.queryByRole('switch', { name: '让对方看到我正在输入' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '私信设置' }))
  })
})

describe('a sent message', () => {
  it('is shown at once, and replaced by its confirmation', async () => {
    const { sent, give } = await openComposer()
    const log = screen.getByRole('log')
    typeText('好')
    fireEvent.keyDown(getField(), { key: 'Enter' })
    expect(within(log).getByText('发送中')).toBeTruthy()
    const message = makeOwnMessage('m1', { content: '好' })
    give({ t: 'message', message })
    expect(within(log).getAllByText('好')).toHaveLength(1)
    expect(within(log).queryByText('发送中')).toBeNull()
    give({ t: 'ok', ref: sent('send')[0]?.ref ?? '', data: message })
    give({ t: 'message', message })
    expect(within(log).getAllByText('好')).toHaveLength(1)
  })

  it('shows why it was refused, and can be retried or discarded', async () => {
    const { sent, give } = await openComposer()
    typeText('好')
    fireEvent.keyDown(getField(), { key: 'Enter' })
    give({ t: 'error', ref: sent('send')[0]?.ref ?? '', code: 500, message: '对方不接收私信' })
    expect(screen.getByText('对方不接收私信')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '重新发送' }))
    expect(sent('send')).toHaveLength(2)
    give({ t: 'error', ref: sent('send')[1]?.ref ?? '', code: 500, message: '对方不接收私信' })
    fireEvent.click(screen.getByRole('button', { name: '删除' }))
    expect(screen.queryByText('对方不接收私信')).toBeNull()
  })

  it('waits for the connection', async () => {
    const { sent, sockets } = await openComposer({ isLive: false })
    typeText('好')
    fireEvent.keyDown(getField(), { key: 'Enter' })
    expect(screen.getByText('等待连接')).toBeTruthy()
    expect(sent('send')).toEqual([])
    act(() => sockets.last().welcome(chatMember.id))
    expect(sent('send')).toHaveLength(1)
  })
})

describe('pictures', () => {
  const makePicture = (name = 'a.png', typeText = 'image/png') => new File(['x'], name, { type: typeText })
  const makeUploadAnswer = (url: string) => ({ code: 200, message: '成功', data: url, extra: {} })

  function choose(...files: File[]): void {
    fireEvent.change(screen.getByLabelText('选择要发送的图片'), { target: { files } })
  }

  it('are uploaded one after the other with progress, and then sent', async () => {
    const uploads = fakeUploads()
    const { sent } = await openComposer()
    choose(makePicture('a.png'), makePicture('b.png'))
    expect(screen.getAllByRole('img', { name: '待发送的图片' })).toHaveLength(2)
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.progress(0.5))
    expect(screen.getAllByRole<HTMLProgressElement>('progressbar', { name: '图片上传进度' })[0]?.value).toBe(0.5)
    await act(async () => uploads[0]?.answer(makeUploadAnswer('/file/img/a.png')))
    await waitFor(() => expect(sent('send')).toHaveLength(1))
    expect(sent('send')[0]).toMatchObject({ content: '<img src="/file/img/a.png" alt="图片">', type: 2 })
    await waitFor(() => expect(uploads).toHaveLength(2))
  })

  it('can be retried and cancelled', async () => {
    const uploads = fakeUploads()
    const { sent } = await openComposer()
    choose(makePicture())
    await waitFor(() => expect(uploads).toHaveLength(1))
    await act(async () => uploads[0]?.answer({ code: 400, message: '文件大小不能大于10M', data: null, extra: {} }))
    await waitFor(() => expect(screen.getByRole('button', { name: '重新发送' })).toBeTruthy())
    fireEvent.click(screen.getByRole('button', { name: '重新发送' }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: '取消' }))
    expect(uploads[1]?.isAborted).toBe(true)
    expect(screen.queryByRole('img', { name: '待发送的图片' })).toBeNull()
    expect(sent('send')).toEqual([])
  })

  it('can be pasted and dropped; a paste with text inserts only the text', async () => {
    const uploads = fakeUploads()
    await openComposer()
    const paste = createEvent.paste(getField(), {
      clipboardData: { files: [makePicture()], getData: () => '' },
    })
    fireEvent(getField(), paste)
    expect(paste.defaultPrevented).toBe(true)
    // Spreadsheets copy a picture of the text along with the text.
    const words = createEvent.paste(getField(), { clipboardData: { files: [makePicture()], getData: () => '词' } })
    fireEvent(getField(), words)
    expect(words.defaultPrevented).toBe(false)
    fireEvent.drop(screen.getByRole('region', { name: '与周观澜的对话' }), {
      dataTransfer: { types: ['Files'], files: [makePicture()] },
    })
    expect(screen.getAllByRole('img', { name: '待发送的图片' })).toHaveLength(2)
    await waitFor(() => expect(uploads).toHaveLength(1))
  })

  it('must have a supported type', async () => {
    fakeUploads()
    await openComposer()
    choose(makePicture('a.pdf', 'application/pdf'))
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['请选择 JPG、PNG、GIF 或 WebP 图片'])
    expect(screen.queryByRole('img', { name: '待发送的图片' })).toBeNull()
  })
})
