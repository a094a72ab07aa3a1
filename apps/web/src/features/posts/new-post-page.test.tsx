import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useDialogs } from '#lib/dialogs.ts'
import { setUser, type UserInfo } from '#lib/session.ts'
import type { Answers } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { Component as NewPostPage, loader as newPostLoader, meta as newPostMeta } from './new-post-page.tsx'

const pages = [
  { path: '/newSays', Component: NewPostPage, loader: newPostLoader, handle: { meta: newPostMeta } },
  ...makePlainPages('/say'),
]
const owner = { id: '1', nickname: '石衡检测', role: 'owner' } as UserInfo

/** Uploads of this test in order; the test answers them. */
let uploads: { finish: (address: string) => void; fail: () => void; progress: (part: number) => void }[] = []

class FakeUpload {
  upload = { onprogress: null as ((event: object) => void) | null }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  status = 200
  responseText = ''
  open() {}
  abort() {}
  setRequestHeader() {}
  getAllResponseHeaders() {
    return 'content-type: application/json'
  }
  send() {
    uploads.push({
      finish: (address) => {
        this.responseText = JSON.stringify({ code: 200, message: '', data: address, extra: {} })
        this.onload?.()
      },
      fail: () => this.onerror?.(),
      progress: (part) => this.upload.onprogress?.({ lengthComputable: true, loaded: part, total: 1 }),
    })
  }
}

beforeEach(() => {
  uploads = []
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }))
})

async function openAsOwner(answers: Answers = {}) {
  const opened = openPage('/newSays', pages, {
    'GET /v1/im/getNewSystemNotice': { code: 200, data: { system: 0, comment: 0, private: 0 } },
    'GET /bff/session': { code: 200, data: { user: owner } },
    ...answers,
  })
  await screen.findByLabelText('内容')
  return opened
}

const makePicture = (name: string, type = 'image/png') => new File(['x'], name, { type })
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('添加图片'), { target: { files } })
const settle = (act_: () => void) => act(async () => act_())

it('explains which users may write, and requires a login from a visitor', async () => {
  openPage('/newSays', pages, { 'GET /bff/session': { code: 200, data: { user: null } } })
  expect(await screen.findByText('登录后可发说说')).toBeTruthy()
  expect(useDialogs.getState().open).toBe('login')
  act(() => setUser({ id: 'a1', nickname: '林知微', role: 'user' } as UserInfo))
  expect(await screen.findByText('说说由本站发布')).toBeTruthy()
  expect(screen.queryByLabelText('内容')).toBeNull()
})

it('publishes text, pictures in order, place and visibility', async () => {
  const { fetch } = await openAsOwner({ 'POST /v1/say/insertSay': { code: 200, data: null } })
  fireEvent.change(screen.getByLabelText('内容'), { target: { value: '今日到样' } })
  fireEvent.change(screen.getByLabelText('地点（可不填）'), { target: { value: '昆明' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /公开/ }))
  choose(makePicture('a.png'), makePicture('b.png'))
  await settle(() => uploads[0]?.progress(0.5))
  expect(screen.getByLabelText<HTMLProgressElement>('第 1 张上传进度').value).toBe(0.5)
  await settle(() => uploads[0]?.finish('/file/img/a.png'))
  await settle(() => uploads[1]?.finish('/file/img/b.png'))
  fireEvent.click(await screen.findByRole('button', { name: '第 2 张前移' }))
  expect(screen.getByText('图片已移到第 1 位')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^发布/ }))
  expect(await screen.findByText('页面 /say')).toBeTruthy()
  expect(fetch.of('POST /v1/say/insertSay')[0]?.body).toEqual({
    content: '今日到样',
    imgUrl: '/file/img/b.png,/file/img/a.png',
    address: '昆明',
    isPublic: 0,
  })
  expect(sessionStorage.getItem('typed:post')).toBeNull()
})

it('waits for an upload, retries a failed one, and removes it', async () => {
  const { fetch } = await openAsOwner()
  fireEvent.change(screen.getByLabelText('内容'), { target: { value: '今日到样' } })
  choose(makePicture('a.png'))
  fireEvent.click(screen.getByRole('button', { name: /^发布/ }))
  expect(await screen.findByText('图片还在上传，请稍候')).toBeTruthy()
  await settle(() => uploads[0]?.fail())
  expect(await screen.findByText('网络不通')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /重试/ }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: '移除第 1 张' }))
  expect(screen.queryByRole('img', { name: '第 1 张图片' })).toBeNull()
  expect(fetch.of('POST /v1/say/insertSay')).toEqual([])
})

it('accepts up to nine pasted or dropped pictures, and no other files', async () => {
  await openAsOwner()
  fireEvent.paste(screen.getByLabelText('内容'), { clipboardData: { files: [makePicture('a.png')] } })
  fireEvent.drop(screen.getByText(/可粘贴或拖入/), {
    dataTransfer: {
      types: ['Files'],
      files: [makePicture('note.txt', 'text/plain'), ...Array.from({ length: 9 }, () => makePicture('b.png'))],
    },
  })
  expect(await screen.findByText('最多 9 张图片')).toBeTruthy()
  expect(screen.getByText('请选择 JPG、PNG、GIF 或 WebP 图片')).toBeTruthy()
  expect(screen.getAllByRole('img', { name: /^第 \d 张图片$/ })).toHaveLength(9)
  expect(screen.queryByLabelText('添加图片')).toBeNull()
})

it('restores the draft after a reload', async () => {
  sessionStorage.setItem(
    'typed:post',
    JSON.stringify({ content: '写到一半', place: '昆明', isPublic: false, pictures: ['/file/img/a.png'] }),
  )
  await openAsOwner()
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('内容').value).toBe('写到一半'))
  expect(screen.getByRole('img', { name: '第 1 张图片' }).getAttribute('src')).toBe('/file/img/a.png')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  fireEvent.change(screen.getByLabelText('内容'), { target: { value: '又写了些' } })
  expect(JSON.parse(sessionStorage.getItem('typed:post') ?? '{}')).toMatchObject({
    content: '又写了些',
    pictures: ['/file/img/a.png'],
  })
})
