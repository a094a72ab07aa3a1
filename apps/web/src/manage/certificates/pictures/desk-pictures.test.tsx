import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { makeDeskCertificate, makePendingChange, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { stubPictureWorker } from '#testing/fake-picture-worker.ts'
import { fakeUploads } from '#testing/fake-upload.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { PendingChange } from '../desk-words.ts'

const ONE = 'GET /v1/manage/certificates/{certificateNo}'
const toCall = (method: string) => `${method} /v1/manage/certificates/${NO}`
const JPEG = '\xff\xd8\xff\xe0 a photograph'

type Pictures = PendingChange['form']['pictures']
const STORED: Pictures = [
  { file: 'a.jpg', caption: '正面', widthMm: '40' },
  { file: 'b.jpg', caption: '背面', widthMm: '' },
]

beforeEach(() => {
  // The drafts of the previous test are removed.
  localStorage.clear()
  sessionStorage.clear()
  stubPictureWorker()
})

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const makeFile = (name: string, text = JPEG) => new File([toBytes(text)], name, { type: 'image/png' })

async function open(pictures: Pictures = [], answers: Answers = {}) {
  const uploads = fakeUploads()
  const form = { category: 'turquoise' as const, fields: { conclusion: '绿松石' }, pictures }
  const certificate = makeDeskCertificate({ pendingChange: makePendingChange({ form }) })
  let revision = 3
  const makeSavedAnswer = () => ({
    code: 200,
    message: '成功',
    extra: {},
    data: { revision: ++revision, faults: [], warnings: [] },
  })
  const page = openArea(`/certificates/${NO}`, {
    answers: staffAnswers(
      { duties: ['certify'] },
      { [toCall('GET')]: good(ONE, certificate), [toCall('PUT')]: makeSavedAnswer, ...answers },
    ),
  })
  await screen.findByLabelText(/拖入、粘贴或选取图片/)
  return {
    ...page,
    uploads,
    sent: () => page.fetch.of(toCall('PUT')).map(({ body }) => (body as { form: PendingChange['form'] }).form.pictures),
  }
}
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText(/拖入、粘贴或选取图片/), { target: { files } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const listCaptions = () => screen.getAllByLabelText<HTMLInputElement>('说明').map(({ value }) => value)

it('uploads several pictures and saves them in the order of choosing, and delays the submission until then', async () => {
  const { uploads, sent } = await open()
  choose(makeFile('1.jpg'), makeFile('2.jpg'))
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(screen.getByText(/图片正在处理/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /提交审批/ })).toHaveProperty('disabled', true)
  await act(async () => uploads[1]?.answer({ code: 200, data: { file: 'two.jpg' } }))
  await act(async () => uploads[0]?.answer({ code: 200, data: { file: 'one.jpg' } }))
  const empty = { caption: '', widthMm: '' }
  await waitFor(() =>
    expect(sent().at(-1)).toEqual([
      { file: 'one.jpg', ...empty },
      { file: 'two.jpg', ...empty },
    ]),
  )
  expect(screen.getByRole('button', { name: /提交审批/ })).toHaveProperty('disabled', false)
})

it('refuses a file that is no picture by its bytes, and uploads nothing', async () => {
  const { uploads } = await open()
  choose(makeFile('evil.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect(await screen.findByText('这个文件不是图片，请选择 JPEG、PNG 或 WebP 图片')).toBeTruthy()
  press(/^移除.*evil/)
  await waitFor(() => expect(screen.queryByText(/这个文件不是图片/)).toBeNull())
  expect(uploads).toHaveLength(0)
})

it('repeats a failed upload, and cancels a running one', async () => {
  const { uploads, sent } = await open()
  choose(makeFile('1.jpg'))
  await waitFor(() => expect(uploads).toHaveLength(1))
  await act(async () => uploads[0]?.answer({ code: 500, message: '请求过于频繁,稍后重试', data: null }))
  expect(await screen.findByText('请求过于频繁,稍后重试')).toBeTruthy()
  press(/重试/)
  await waitFor(() => expect(uploads).toHaveLength(2))
  press(/^取消.*1\.jpg/)
  expect(uploads[1]?.isAborted).toBe(true)
  expect(sent()).toEqual([])
})

it('accepts at most eight pictures', async () => {
  const stored = Array.from({ length: 7 }, (_none, nth) => ({ file: `${nth}.jpg`, caption: '', widthMm: '' }))
  const { uploads } = await open(stored)
  choose(makeFile('8.jpg'), makeFile('9.jpg'))
  expect(await screen.findByText('最多 8 张，其余没有添加')).toBeTruthy()
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(screen.queryByLabelText(/拖入、粘贴或选取图片/)).toBeNull()
})

it('accepts dropped and pasted pictures, and leaves pasted text to the focused field', async () => {
  const { uploads } = await open()
  const section = screen.getByRole('group', { name: /^影像/ })
  fireEvent.drop(section, { dataTransfer: { types: ['Files'], files: [makeFile('1.jpg')] } })
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(fireEvent.paste(document.body, { clipboardData: { files: [makeFile('2.jpg')] } })).toBe(false)
  await waitFor(() => expect(uploads).toHaveLength(2))
  expect(fireEvent.paste(document.body, { clipboardData: { files: [] } })).toBe(true)
})

it('moves a picture by dragging', async () => {
  await open([...STORED, { file: 'c.jpg', caption: '侧面', widthMm: '' }])
  const data = new Map<string, string>()
  const dataTransfer = {
    get types() {
      return [...data.keys()]
    },
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
  }
  const findFrame = (caption: string) => screen.getByAltText(caption).closest('[draggable]') as HTMLElement
  fireEvent.dragStart(findFrame('侧面'), { dataTransfer })
  expect(fireEvent.dragOver(findFrame('正面'), { dataTransfer })).toBe(false)
  fireEvent.drop(findFrame('正面'), { dataTransfer })
  expect(listCaptions()).toEqual(['侧面', '正面', '背面'])
})

it('captions, moves, removes and restores pictures', async () => {
  const { sent } = await open(STORED)
  fireEvent.change(screen.getAllByLabelText('画面宽 mm')[1] as HTMLElement, { target: { value: '30' } })
  press('第 2 张前移')
  expect(listCaptions()).toEqual(['背面', '正面'])
  expect(screen.getByText('已移到第 1 位')).toBeTruthy()
  press('移除第 2 张')
  expect(listCaptions()).toEqual(['背面'])
  press('恢复刚移除的图片')
  await waitFor(() =>
    expect(sent().at(-1)).toEqual([
      { file: 'b.jpg', caption: '背面', widthMm: '30' },
      { file: 'a.jpg', caption: '正面', widthMm: '40' },
    ]),
  )
})

it('draws a scale bar from the width alone', async () => {
  await open(STORED)
  expect(screen.getAllByRole('img', { name: /比例尺/ }).map((bar) => bar.getAttribute('aria-label'))).toEqual([
    '比例尺 10 毫米',
  ])
  fireEvent.change(screen.getAllByLabelText('画面宽 mm')[1] as HTMLElement, { target: { value: '宽' } })
  expect(screen.getAllByRole('img', { name: /比例尺/ })).toHaveLength(1)
})

it('replaces a picture by its turned version, with its caption and the width of the pictured area', async () => {
  const { uploads, sent } = await open(STORED)
  vi.stubGlobal('fetch', async () => new Response(toBytes(JPEG)))
  press('第 1 张顺时针转 90°')
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(screen.getByRole('button', { name: '第 1 张顺时针转 90°' }).getAttribute('aria-disabled')).toBe('true')
  await act(async () => uploads[0]?.answer({ code: 200, data: { file: 'turned.jpg' } }))
  await waitFor(() => expect(screen.getByAltText('正面').getAttribute('src')).toBe('/file/img/turned.jpg'))
  expect(screen.getAllByLabelText<HTMLInputElement>('画面宽 mm')[0]?.value).toBe('20')
  expect(sent()).toEqual([])
})

it('crops by keyboard, and adapts the width', async () => {
  const { uploads } = await open(STORED)
  vi.stubGlobal('fetch', async () => new Response(toBytes(JPEG)))
  press('裁剪第 1 张')
  const dialog = within(await screen.findByRole('dialog'))
  const corner = await dialog.findByRole('button', { name: '移动左上角' })
  for (let step = 0; step < 5; step += 1) fireEvent.keyDown(corner, { key: 'ArrowRight', shiftKey: true })
  fireEvent.click(dialog.getByRole('button', { name: '裁剪' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  await act(async () => uploads[0]?.answer({ code: 200, data: { file: 'part.jpg' } }))
  await waitFor(() => expect(screen.getAllByLabelText<HTMLInputElement>('画面宽 mm')[0]?.value).toBe('20'))
})
