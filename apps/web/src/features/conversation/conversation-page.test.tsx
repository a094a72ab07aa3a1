import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { action, Component, loader } from './conversation-page.tsx'

const READ = 'POST /v1/feedback/conversation'

it('names the chosen pictures, and refuses too many at once', async () => {
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

it('shows the pictures of an answer by their passes, and counts those of the reader', async () => {
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
