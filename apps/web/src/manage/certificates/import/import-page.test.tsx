import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { Batch, BatchRow } from './batch-words.ts'

const BATCHES = 'GET /v1/manage/certificates/imports'
const ONE = 'GET /v1/manage/certificates/imports/{id}'
const ROWS = 'GET /v1/manage/certificates/imports/{id}/rows'
const toCall = (method: string, rest = '') => `${method} /v1/manage/certificates/imports/7${rest}`

const counts = { added: 1, corrected: 0, unchanged: 0, warned: 0, faulty: 1, pending: 0 }
const batch: Batch = {
  id: 7,
  fileName: '绿松石.csv',
  state: 'ready',
  message: null,
  sheets: [],
  sheet: null,
  encoding: 'gb18030',
  pictures: 0,
  columns: [{ title: '重量', use: 'known', becomes: '总质量（g）', sample: '12.5g' }],
  rows: 2,
  share: 1,
  counts,
  withoutReason: 0,
  warnings: [],
  drafts: 0,
  submitted: 0,
  time: '2026-11-20 10:00:00',
}
const fault = { text: '总质量（g）应为数，现为“12.5g”', suggestion: '12.5' }
const cell = { member: 'totalMassG', title: '总质量（g）', value: '12.5g', before: null, faults: [fault], warnings: [] }
const row: BatchRow = { lineNo: 17, change: null, version: null, faults: [], cells: [cell] }
const done = { code: 200, message: '成功', extra: {}, data: null }

const open = (changes: Partial<Batch> = {}, answers: Answers = {}, rows: BatchRow[] = [row]) =>
  openArea('/certificates/import?id=7', {
    answers: staffAnswers(
      { duties: ['certify'] },
      {
        [toCall('GET')]: good(ONE, { ...batch, ...changes }),
        [toCall('GET', '/rows')]: good(ROWS, { rows, next: null }),
        ...answers,
      },
    ),
  })

it('shows the fault at its cell, and corrects it by the button or by typing', async () => {
  const { fetch } = open({}, { [toCall('PUT', '/cells')]: { ...done, data: { rows: [], counts } } })
  expect(await screen.findByText(fault.text)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '改为 12.5' }))
  const field = screen.getByLabelText('第 17 行 总质量（g）')
  fireEvent.change(field, { target: { value: '12.50' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(fetch.of(toCall('PUT', '/cells'))).toHaveLength(2))
  const sent = fetch
    .of(toCall('PUT', '/cells'))
    .map(({ body }) => (body as { cells: { value: string }[] }).cells[0]?.value)
  expect(sent).toEqual(['12.5', '12.50'])
})

it('keeps the typed value when it could not be stored', async () => {
  open(
    {},
    { [toCall('PUT', '/cells')]: { code: 500, message: '正在入库或已经入库，不能再更改', data: null, extra: {} } },
  )
  const field = await screen.findByLabelText('第 17 行 总质量（g）')
  fireEvent.change(field, { target: { value: '12.50' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByText(/不能再更改/)).toBeTruthy()
  expect(screen.getByLabelText('第 17 行 总质量（g）')).toHaveProperty('value', '12.50')
})

it('stores nothing while a row has a fault, and requires the reason of corrections', async () => {
  const { unmount } = open()
  expect(await screen.findByRole('button', { name: '入库 1 份' })).toHaveProperty('disabled', true)
  unmount()
  const { fetch } = open(
    { counts: { ...counts, faulty: 0, corrected: 1 }, withoutReason: 1 },
    { [toCall('POST', '/store')]: done },
    [],
  )
  const button = await screen.findByRole('button', { name: '入库 2 份' })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText(/更正原因/), { target: { value: '复称' } })
  fireEvent.click(screen.getByLabelText(/直接提交审批/))
  fireEvent.click(button)
  await waitFor(() => expect(fetch.of(toCall('POST', '/store'))).toHaveLength(1))
  expect(fetch.of(toCall('POST', '/store'))[0]?.body).toEqual({ target: 'submitted', reason: '复称' })
})

it('offers the choice of a sheet, and reads the file again with an assigned column', async () => {
  const sheets = [
    { name: '说明', isHidden: false },
    { name: '旧', isHidden: true },
  ]
  const { fetch, unmount } = open({ state: 'asking', sheets }, { [toCall('PUT')]: done }, [])
  fireEvent.click(await screen.findByRole('button', { name: '旧（隐藏）' }))
  await waitFor(() => expect(fetch.of(toCall('PUT'))[0]?.body).toEqual({ sheet: '旧' }))
  unmount()
  const again = open({}, { [toCall('PUT')]: done })
  fireEvent.change(await screen.findByLabelText('重量 对应'), { target: { value: '' } })
  await waitFor(() => expect(again.fetch.of(toCall('PUT'))[0]?.body).toEqual({ columns: { 重量: '' } }))
})

it('shows five counts and the progress, and can be cancelled', async () => {
  const { fetch } = open({ state: 'checking', share: 0.5 }, { [toCall('DELETE')]: done, [BATCHES]: good(BATCHES, []) })
  expect(await screen.findByRole('progressbar')).toHaveProperty('ariaValueNow', '50')
  const titles = ['新增', '更正', '未变', '有警示', '有错']
  const list = within(screen.getByRole('progressbar').parentElement as HTMLElement)
  expect(list.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(titles)
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(await screen.findByText('把表格拖到这里')).toBeTruthy()
  expect(fetch.of(toCall('DELETE'))).toHaveLength(1)
})

it('opens a confirmation before it cancels the storing', async () => {
  const { fetch } = open(
    { state: 'storing', share: 0.5 },
    { [toCall('DELETE')]: done, [BATCHES]: good(BATCHES, []) },
    [],
  )
  fireEvent.click(await screen.findByRole('button', { name: '取消' }))
  const dialog = within(await screen.findByRole('dialog', { name: '取消“绿松石.csv”的入库' }))
  expect(fetch.of(toCall('DELETE'))).toHaveLength(0)
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toContain('继续入库')
  fireEvent.click(dialog.getByRole('button', { name: '取消入库' }))
  expect(await screen.findByText('把表格拖到这里')).toBeTruthy()
  expect(fetch.of(toCall('DELETE'))).toHaveLength(1)
})

it('lists unassigned columns, and pictures, that the import ignores', async () => {
  const columns = [...batch.columns, { title: '仓位', use: 'unknown' as const, becomes: null, sample: 'A-3' }]
  const { fetch } = open({ columns, pictures: 12 }, { [toCall('PUT')]: done })
  expect(await screen.findByText('1 列没有认出，不会导入：')).toBeTruthy()
  expect(screen.getByText('表格中浮动的 12 张图片没有导入。')).toBeTruthy()
  const choice = screen.getByLabelText('仓位 对应')
  expect(choice).toHaveProperty('value', '')
  fireEvent.change(choice, { target: { value: '仓位' } })
  await waitFor(() => expect(fetch.of(toCall('PUT'))[0]?.body).toEqual({ columns: { 仓位: '仓位' } }))
})

it('refuses a file above 50 MB before it is sent', async () => {
  const { fetch } = openArea('/certificates/import', {
    answers: staffAnswers({ duties: ['certify'] }, { [BATCHES]: good(BATCHES, []) }),
  })
  const file = new File(['x'], 'a.csv')
  Object.defineProperty(file, 'size', { value: 51 * 2 ** 20 })
  fireEvent.change(await screen.findByLabelText('选择文件'), { target: { files: [file] } })
  expect(await screen.findByText(/不能超过 50 MB/)).toBeTruthy()
  expect(fetch.of('POST /v1/manage/certificates/imports')).toHaveLength(0)
})

it('answers a warning for all its rows, and keeps the typed answer when that fails', async () => {
  const kind = { member: 'specificGravity', title: '密度', conclusion: '绿松石', rows: 3, answer: null }
  const text = '绿松石密度应为 2.76'
  const refused = { ...done, code: 500, message: '服务出错' }
  const { fetch } = open({ warnings: [{ ...kind, text }] }, { [toCall('PUT', '/answers')]: refused })
  const field = await screen.findByLabelText(text)
  expect(screen.getByText('绿松石，3 行')).toBeTruthy()
  fireEvent.change(field, { target: { value: '已复测两次' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByText('服务出错')).toBeTruthy()
  expect((field as HTMLInputElement).value).toBe('已复测两次')
  expect(fetch.of(toCall('PUT', '/answers')).map(({ body }) => body)).toEqual([
    { member: 'specificGravity', conclusion: '绿松石', answer: '已复测两次' },
  ])
})
