import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { ApiContext } from '#lib/api/api-context.ts'
import { createStaffApi } from '#manage/staff/staff-api.ts'
import { answering, good } from '#testing/answering.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import type { ApprovalResult, ReviewRow } from './use-approval.ts'

const REVIEW = 'POST /v1/manage/certificates/review'
const APPROVE = 'POST /v1/manage/certificates/approve'
const [PLAIN, WARNED, OPEN, OWN, END, GONE] = [...'123456'].map((nth) => `SH2026112000000${nth}`) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

const makeRow = (certificateNo: string, changes: Partial<ReviewRow> = {}): ReviewRow => ({
  certificateNo,
  kind: 'first',
  version: 1,
  revision: 2,
  contentHash: 'a'.repeat(64),
  category: 'turquoise',
  conclusion: '绿松石',
  submittedBy: '周观澜',
  submitTime: '2026-11-20 10:38:00',
  reason: null,
  warnings: [],
  changes: [],
  refusal: null,
  ...changes,
})
const text = '绿松石密度应为 2.76，现为 2.31'
const ROWS = [
  makeRow(PLAIN),
  makeRow(WARNED, {
    kind: 'correction',
    version: 2,
    warnings: [{ text, answer: '复测三次' }],
    changes: [{ member: 'color', before: '绿色', after: '蓝绿色' }],
  }),
  makeRow(OPEN, { warnings: [{ text, answer: null }] }),
  makeRow(OWN, { refusal: '由您制作或提交，须由他人批准' }),
  makeRow(END, { kind: 'withdrawal', reason: '样品被调换' }),
]

function open(results: ApprovalResult[]) {
  const fetch = answering({
    [REVIEW]: good(REVIEW, { records: ROWS, notSubmitted: [GONE] }),
    [APPROVE]: good(APPROVE, { results }),
  })
  vi.stubGlobal('fetch', fetch)
  const onClose = vi.fn()
  const element = (
    <ApproveDialog numbers={[...ROWS.map(({ certificateNo }) => certificateNo), GONE]} onClose={onClose} />
  )
  render(
    <ApiContext value={createStaffApi()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </ApiContext>,
  )
  return { fetch, onClose }
}

const findBox = (certificateNo: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(certificateNo))

it('lists every selected certificate, and counts those that will be approved', async () => {
  open([])
  await waitFor(() => expect(findBox(PLAIN)).toHaveProperty('checked', true))
  expect([OPEN, OWN].map((no) => [findBox(no).checked, findBox(no).disabled])).toEqual([
    [false, true],
    [false, true],
  ])
  expect(screen.getByText('尚未答复，请打开单份处理。')).toBeTruthy()
  expect(screen.getByText(/由您制作或提交/)).toBeTruthy()
  expect(screen.getByText(/不在待批/)).toBeTruthy()
  expect(findBox(WARNED).closest('li')?.textContent).toContain('颜色绿色 → 蓝绿色')
  expect(screen.getByRole('button', { name: /批准 2 份/ })).toBeTruthy()
  fireEvent.click(screen.getByLabelText('已看，同意发布'))
  expect(screen.getByRole('button', { name: /批准 3 份/ })).toBeTruthy()
  fireEvent.click(findBox(PLAIN))
  expect(screen.getByRole('button', { name: /批准 2 份/ })).toBeTruthy()
})

it('approves the checked certificates in the version that was read, and shows each result', async () => {
  const { fetch, onClose } = open([
    { certificateNo: PLAIN, outcome: 'published', version: 1, reason: null },
    { certificateNo: END, outcome: 'conflict', version: null, reason: '这份证书刚刚被他人更改' },
  ])
  fireEvent.click(await screen.findByLabelText('在公开的撤销名单中列出编号与日期'))
  fireEvent.click(screen.getByRole('button', { name: /批准 2 份/ }))
  expect(await screen.findByText('已批准')).toBeTruthy()
  expect(fetch.of(APPROVE)[0]?.body).toEqual({
    certificates: [
      { certificateNo: PLAIN, revision: 2, contentHash: 'a'.repeat(64) },
      { certificateNo: END, revision: 2, contentHash: 'a'.repeat(64), isNoticed: true },
    ],
  })
  expect(screen.getByText(/未批准：这份证书刚刚被他人更改/)).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: '关闭' }).at(-1) as HTMLElement)
  expect(onClose).toHaveBeenCalledWith(true)
})
