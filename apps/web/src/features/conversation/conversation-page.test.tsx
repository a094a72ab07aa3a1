import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { action, Component, loader } from './conversation-page.tsx'

const READ = 'POST /v1/feedback/conversation'
const KEY = 'A'.repeat(43)
const PAGES = [{ path: '/conversation', Component, loader, action }]
const TIME = '2026-11-18 03:36:00'
const CONVERSATION = {
  title: '重量与实物不符',
  state: 'waiting' as const,
  isOpen: true,
  messages: [{ isOwn: true, content: '秤称是 11.9 g', pictures: 0, answerPictures: [], time: TIME }],
}
const ANSWERED = good(READ, CONVERSATION)

afterEach(() => sessionStorage.clear())

/** Waits for the end of a navigation: the answer of a form is shown before the other data of the page is loaded again. */
async function waitUntilIdle(router: ReturnType<typeof openPage>['router']): Promise<void> {
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'))
}

it('lists the chosen pictures, and refuses too many at once', async () => {
  const message = {
    isOwn: true,
    content: '家里的秤称是 11.9 g',
    pictures: 2,
    answerPictures: [],
    time: '2026-11-18 03:36:00',
  }
  const shown = { title: '重量与实物不符', state: 'waiting' as const, isOpen: true, messages: [message] }
  openPage(`/conversation?key=${'A'.repeat(43)}`, [{ path: '/conversation', Component, loader, action }], {
    [READ]: good(READ, shown),
  })
  const field = await screen.findByLabelText('图片（选填）')
  expect(screen.getByText('附图片 2 张')).toBeTruthy()
  const files = ['一.png', '二.png', '三.png', '四.png', '五.png', '六.png', '七.png'].map(
    (name) => new File(['x'], name, { type: 'image/png' }),
  )
  fireEvent.change(field, { target: { files: files.slice(0, 2) } })
  expect(screen.getByText('已选：一.png、二.png')).toBeTruthy()
  expect(screen.queryByText('图片最多 6 张')).toBeNull()
  fireEvent.change(field, { target: { files } })
  expect(screen.getByText('图片最多 6 张')).toBeTruthy()
})

it('shows the pictures of an answer by their temporary addresses, and counts those of the reader', async () => {
  const time = '2026-11-18 03:36:00'
  const pass = `1763600000000.${'A'.repeat(43)}`
  const name = `${'0'.repeat(32)}.webp`
  const messages = [
    { isOwn: true, content: '不符', pictures: 1, answerPictures: [], time },
    { isOwn: false, content: '请看附图', pictures: 0, answerPictures: [{ name, pass }], time },
  ]
  openPage(`/conversation?key=${'A'.repeat(43)}`, [{ path: '/conversation', Component, loader, action }], {
    [READ]: good(READ, { title: '重量与实物不符', state: 'waiting', isOpen: true, messages }),
  })
  const picture = await screen.findByAltText('答复附图 1')
  expect(picture.getAttribute('src')).toBe(`/v1/feedback/conversation/picture/${name}?pass=${pass}`)
  expect(screen.getByText('附图片 1 张')).toBeTruthy()
})

it.each([
  ['a link', `?key=${KEY}`, { key: KEY }],
  ['a number of the own', '?ticket=7', { ticket: 7 }],
])(
  'opens again after a reload in the same tab, opened by %s, without a key in the address',
  async (_label, query, which) => {
    const { router, unmount } = openPage(`/conversation${query}`, PAGES, { [READ]: ANSWERED })
    await screen.findByText('秤称是 11.9 g')
    await waitUntilIdle(router)
    expect(router.state.location.search).toBe('')
    unmount()
    const { fetch, router: again } = openPage('/conversation', PAGES, { [READ]: ANSWERED })
    expect(await screen.findByText('秤称是 11.9 g')).toBeTruthy()
    await waitUntilIdle(again)
    expect(fetch.of(READ)).toMatchObject([{ body: which }])
  },
)

it.each([
  ['new' as const, '已收到，待受理'],
  ['closed' as const, '已办结'],
])('states the progress of the laboratory: %s', async (state, words) => {
  openPage(`/conversation?key=${KEY}`, PAGES, { [READ]: good(READ, { ...CONVERSATION, state }) })
  expect(await screen.findByText(`处理进度：${words}`)).toBeTruthy()
})

it('explains in another tab which link to open, and makes no request', async () => {
  const { fetch } = openPage('/conversation', PAGES)
  expect(await screen.findByText(/请打开您的跟进链接/)).toBeTruthy()
  expect(fetch.of(READ)).toEqual([])
})

it('offers the link to readers without an e-mail address, who cannot be sent it again', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
  openPage(`/conversation?key=${KEY}`, PAGES, { [READ]: ANSWERED })
  const link = await screen.findByRole('link', { name: '跟进链接' })
  expect(link.getAttribute('href')).toBe(`/conversation?key=${KEY}`)
  fireEvent.click(screen.getByRole('button', { name: '复制跟进链接' }))
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/conversation?key=${KEY}`)
  vi.unstubAllGlobals()
})
