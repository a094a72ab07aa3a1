import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bad, good } from '#testing/answering.ts'
import { makeDeskCertificate, makePendingChange } from '#testing/desk-certificates.ts'
import { stubPictureWorker } from '#testing/fake-picture-worker.ts'
import { fakeUploads } from '#testing/fake-upload.ts'
import { OWNER, openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { PendingChange } from '../desk-words.ts'

const MINE = makeCertificateNo('20261120', 8)
const THEIRS = makeCertificateNo('20261120', 9)
const UNKNOWN = makeCertificateNo('20261120', 10)
const ONE = 'GET /v1/manage/certificates/{certificateNo}'
const toCall = (method: string, certificateNo: string) => `${method} /v1/manage/certificates/${certificateNo}`

beforeEach(() => {
  stubPictureWorker()
})

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const makeFile = (name: string) => new File([toBytes('\xff\xd8\xff\xe0 a photograph')], name)

const DRAFT = makePendingChange({ writers: [{ id: OWNER.id, nickname: OWNER.nickname }] })

async function open() {
  const uploads = fakeUploads()
  const server = { stored: DRAFT, isChanged: false }
  const view = (certificateNo: string, pendingChange: PendingChange) =>
    makeDeskCertificate({ certificateNo, pendingChange })
  const save = ({ body }: { body: unknown }) => {
    const { revision, form } = body as Pick<PendingChange, 'revision' | 'form'>
    if (server.isChanged || revision !== server.stored.revision) return bad(409, '这份证书刚刚被他人更改')
    server.stored = { ...server.stored, revision: revision + 1, form }
    return { code: 200, message: '成功', extra: {}, data: { revision: revision + 1, faults: [], warnings: [] } }
  }
  const other = { ...DRAFT, writers: [{ id: 'b'.repeat(32), nickname: '林知微' }] }
  openArea('/certificates/import/pictures', {
    answers: staffAnswers(
      { duties: ['certify'] },
      {
        [toCall('GET', MINE)]: () => good(ONE, view(MINE, server.stored)),
        [toCall('PUT', MINE)]: save,
        [toCall('GET', THEIRS)]: good(ONE, view(THEIRS, other)),
        [toCall('GET', UNKNOWN)]: bad(500, '没有这份证书'),
      },
    ),
  })
  await screen.findByText('把图片拖到这里')
  return { uploads, server, listStored: () => server.stored.form.pictures.map(({ file }) => file) }
}
const choose = (...names: string[]) =>
  fireEvent.change(screen.getByLabelText('选择图片'), { target: { files: names.map(makeFile) } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const readState = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) })).getAllByRole('cell')[2]

it('shows which files fit an own draft before anything is uploaded', async () => {
  const { uploads } = await open()
  choose(`${MINE}-2.jpg`, `${MINE}.jpg`, `${THEIRS}.jpg`, `${UNKNOWN}.jpg`, 'IMG_1.jpg', 'notes.txt')
  expect(await screen.findByRole('heading', { name: '2 张可以上传，3 张不能上传' })).toBeTruthy()
  expect(readState(`${MINE}.jpg`)?.textContent).toBe('可以上传')
  expect(readState(`${THEIRS}.jpg`)?.textContent).toBe('不上传林知微的草稿，请到证书页上传')
  expect(readState(`${UNKNOWN}.jpg`)?.textContent).toBe('不上传没有这份证书')
  expect(readState('IMG_1.jpg')?.textContent).toBe('不上传文件名不是证书编号')
  expect(screen.getByText(/另有 1 个文件没有列出/)).toBeTruthy()
  expect(uploads).toHaveLength(0)
})

it('takes dropped files, and leaves other dragged things alone', async () => {
  await open()
  const zone = screen.getByText('把图片拖到这里')
  expect(fireEvent.dragOver(zone, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [makeFile(`${MINE}.jpg`)] } })
  expect(await screen.findByRole('heading', { name: '1 张可以上传，0 张不能上传' })).toBeTruthy()
})

it('uploads one after the other, and saves the pictures in the order of their suffixes', async () => {
  const { uploads, listStored } = await open()
  choose(`${MINE}-2.jpg`, `${MINE}-1.jpg`)
  fireEvent.click(await screen.findByRole('button', { name: '上传 2 张' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(readState(`${MINE}-2.jpg`)?.textContent).toBe('等待')
  await act(async () => uploads[0]?.answer({ code: 200, data: { file: 'one.jpg' } }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  await act(async () => uploads[1]?.answer({ code: 200, data: { file: 'two.jpg' } }))
  expect(await screen.findByText('已存入 2 / 2 张')).toBeTruthy()
  expect(listStored()).toEqual(['one.jpg', 'two.jpg'])
})

it('continues after a failure, and stores a picture that is retried in its place', async () => {
  const { uploads, listStored } = await open()
  choose(`${MINE}-1.jpg`, `${MINE}-2.jpg`)
  fireEvent.click(await screen.findByRole('button', { name: '上传 2 张' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  await act(async () => uploads[0]?.onerror?.())
  await waitFor(() => expect(uploads).toHaveLength(2))
  await act(async () => uploads[1]?.answer({ code: 200, data: { file: 'two.jpg' } }))
  expect(await screen.findByText('已存入 1 / 2 张，失败 1 张')).toBeTruthy()
  press(`重试：${MINE}-1.jpg`)
  await waitFor(() => expect(uploads).toHaveLength(3))
  await act(async () => uploads[2]?.answer({ code: 200, data: { file: 'one.jpg' } }))
  expect(await screen.findByText('已存入 2 / 2 张')).toBeTruthy()
  expect(listStored()).toEqual(['one.jpg', 'two.jpg'])
})

it('shows a conflict for its file alone, and does not upload that picture again', async () => {
  const { uploads, server, listStored } = await open()
  choose(`${MINE}.jpg`)
  fireEvent.click(await screen.findByRole('button', { name: '上传 1 张' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  server.isChanged = true
  await act(async () => uploads[0]?.answer({ code: 200, data: { file: 'one.jpg' } }))
  expect(await screen.findByText('他人刚刚改过这份证书，这张没有存入，请重试')).toBeTruthy()
  server.isChanged = false
  server.stored = { ...server.stored, revision: 9, form: { ...DRAFT.form, fields: { conclusion: '绿松石（充填）' } } }
  press('重试失败的 1 张')
  expect(await screen.findByText('已存入 1 / 1 张')).toBeTruthy()
  expect(uploads).toHaveLength(1)
  expect([listStored(), server.stored.form.fields]).toEqual([['one.jpg'], { conclusion: '绿松石（充填）' }])
})

it('stops without losing a picture: what was not stored can be started again', async () => {
  const { uploads } = await open()
  choose(`${MINE}-1.jpg`, `${MINE}-2.jpg`)
  fireEvent.click(await screen.findByRole('button', { name: '上传 2 张' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  press('停止')
  expect(await screen.findByRole('button', { name: '上传 2 张' })).toBeTruthy()
  expect(uploads[0]?.isAborted).toBe(true)
})
