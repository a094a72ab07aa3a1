import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bad } from '#testing/answering.ts'
import { fakeUploads } from '#testing/fake-upload.ts'
import { answers, at, field, open } from '#testing/open-tickets.ts'
import { useOutgoing } from '../outgoing-answers.ts'

const NOTE = 'POST /v1/manage/tickets/{id}/notes'
const NAMES = ['a', 'b', 'c'].map((letter) => `${letter.repeat(32)}.webp`)
const makePicture = (name: string, type = 'image/png') => new File(['x'], name, { type })
const makeStoredAnswer = (nth: number) => ({ code: 200, message: '', data: { name: NAMES[nth] }, extra: {} })

let tickets = 2000
beforeEach(() => {
  localStorage.clear()
  useOutgoing.setState({ answers: [] })
})

/** Opens the answer box. Drafts live as long as the page, so each test has its own ticket. */
async function openBox(more = {}) {
  tickets += 1
  const id = tickets
  const uploads = fakeUploads()
  const toFetchAnswers = (given: ReturnType<typeof answers>) =>
    Object.fromEntries(Object.entries(given).map(([call, answer]) => [call.replace('1042', String(id)), answer]))
  const page = open(`/tickets/${id}`, toFetchAnswers(answers({ id }, more)) as ReturnType<typeof answers>)
  await field()
  await waitFor(() => expect(page.fetch.of('GET /v1/manage/overview')).toHaveLength(2))
  return { ...page, uploads, id }
}
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText(/^图片$|^已有/), { target: { files } })
const list = () => within(screen.getByRole('list', { name: '附图片' }))
const write = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /答复|备注/ }), { target: { value: text } })
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: '答复并等待' })

it('sends the pictures with the answer once all are stored, and takes them back with it', async () => {
  const { uploads } = await openBox()
  write('请看附图')
  choose(makePicture('正面.png'), makePicture('背面.png'))
  await waitFor(() => expect(uploads).toHaveLength(1))
  const sent = uploads[0]?.sent as FormData
  expect(sent.get('multipartFile')).toMatchObject({ name: '正面.png' })
  expect(sendButton().disabled).toBe(true)
  expect(screen.getByText('图片正在上传，请稍候')).toBeTruthy()
  act(() => uploads[0]?.progress(0.5))
  expect(screen.getByLabelText<HTMLProgressElement>('第 1 张图片的上传进度').value).toBe(0.5)
  await act(async () => uploads[0]?.answer(makeStoredAnswer(0)))
  await waitFor(() => expect(uploads).toHaveLength(2))
  await act(async () => uploads[1]?.answer(makeStoredAnswer(1)))
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  expect(
    list()
      .getAllByRole('img')
      .map((image) => image.getAttribute('src')),
  ).toEqual(NAMES.slice(0, 2).map((name) => `/v1/manage/tickets/pictures/${name}`))

  fireEvent.click(sendButton())
  expect(useOutgoing.getState().answers[0]?.body.pictures).toEqual(NAMES.slice(0, 2))
  expect(screen.queryByRole('list', { name: '附图片' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '撤回修改' }))
  expect(list().getAllByRole('img')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: '移除第 1 张图片' }))
  fireEvent.click(sendButton())
  expect(useOutgoing.getState().answers[0]?.body.pictures).toEqual([NAMES[1]])
  fireEvent.click(screen.getByRole('button', { name: '撤回修改' }))
})

it('shows why a picture was refused, and delays the answer until it is uploaded again or removed', async () => {
  const { uploads } = await openBox()
  write('请看附图')
  choose(makePicture('脚本.png'))
  await waitFor(() => expect(uploads).toHaveLength(1))
  await act(async () => uploads[0]?.answer(bad(400, '这个文件的内容不是图片，请选择 JPG、PNG、GIF 或 WebP 图片')))
  expect(await list().findByText(/这个文件的内容不是图片/)).toBeTruthy()
  expect(screen.getByText('有图片没有上传，请重试或移除')).toBeTruthy()
  expect(sendButton().disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: '重试第 1 张图片' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  act(() => uploads[1]?.onerror?.())
  expect(await screen.findByText(/网络不通，没有上传/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '移除第 1 张图片' }))
  expect(sendButton().disabled).toBe(false)
})

it('accepts pasted and dropped pictures, six at most, and no other files', async () => {
  await openBox()
  const text = await field()
  fireEvent.paste(text, { clipboardData: { files: [makePicture('截图.png')] } })
  expect(list().getAllByRole('listitem')).toHaveLength(1)
  const dropped = [
    makePicture('合同.pdf', 'application/pdf'),
    ...['2', '3', '4', '5', '6', '7'].map((name) => makePicture(name)),
  ]
  fireEvent.drop(text, { dataTransfer: { types: ['Files'], files: dropped } })
  expect(list().getAllByRole('listitem')).toHaveLength(6)
  expect(screen.getByText(/“合同.pdf”没有添加：请选择 JPG、PNG、GIF 或 WebP 图片；最多 6 张/)).toBeTruthy()
  expect(screen.getByLabelText('已有 6 张图片').getAttribute('aria-disabled')).toBe('true')
})

it('keeps the pictures of a note while another box is open, and after a failed save', async () => {
  const { uploads, fetch, id } = await openBox({ [at(NOTE)]: bad(400, '有图片已过期') })
  fireEvent.click(screen.getByRole('tab', { name: /内部备注/ }))
  write('天平')
  choose(makePicture('天平.png'))
  await waitFor(() => expect(uploads).toHaveLength(1))
  fireEvent.click(screen.getByRole('tab', { name: /答复对方/ }))
  expect(screen.queryByRole('list', { name: '附图片' })).toBeNull()
  await act(async () => uploads[0]?.answer(makeStoredAnswer(2)))
  fireEvent.click(screen.getByRole('tab', { name: /内部备注/ }))
  expect(list().getAllByRole('img')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: /存为备注/ }))
  await waitFor(() =>
    expect(fetch.of(NOTE.replace('{id}', String(id)))).toMatchObject([
      { body: { content: '天平', pictures: [NAMES[2]] } },
    ]),
  )
  expect(list().getAllByRole('img')).toHaveLength(1)
  const [image] = list().getAllByRole('img')
  if (image) fireEvent.error(image)
  expect(screen.getByText('图片已过期，请移除后重新添加')).toBeTruthy()
})
