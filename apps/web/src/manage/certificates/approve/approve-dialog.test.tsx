import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiContext } from '#lib/api/api-context.ts'
import { createStaffApi } from '#manage/staff/staff-api.ts'
import { answering, good } from '#testing/answering.ts'
import { useApprovalTask } from './approval-task-store.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import type { ApprovalResult } from './use-approval.ts'
import type { ReviewRow } from './use-review-pages.ts'

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
  values: [{ member: 'color', label: '颜色', value: '蓝绿色' }],
  pictures: [{ file: `${certificateNo}.jpg`, caption: '正面', widthMm: '20' }],
  submittedBy: '周观澜',
  submitTime: '2026-11-20 10:38:00',
  reviewedBy: null,
  reason: null,
  warnings: [],
  changes: [],
  refusal: null,
  ...changes,
})
const text = '绿松石密度应为 2.76，现为 2.31'
const ROWS = [
  makeRow(PLAIN, { values: [{ member: 'color', label: '颜色', value: '绿色' }] }),
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

/** Observers of the rows, with their targets. */
const observers: { report: IntersectionObserverCallback; targets: Element[] }[] = []
beforeEach(() => {
  observers.length = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      targets: Element[] = []
      constructor(report: IntersectionObserverCallback) {
        observers.push({ report, targets: this.targets })
      }
      observe = (target: Element) => this.targets.push(target)
      disconnect() {
        this.targets.length = 0
      }
    },
  )
})

/** Shows the edges of a row on the screen. */
const show = (certificateNo: string, edges = ['start', 'end']) =>
  act(() => {
    for (const { report, targets } of observers) {
      const shown = targets.filter(
        (target) =>
          findRow(certificateNo).contains(target) && edges.includes((target as HTMLElement).dataset.edge ?? ''),
      )
      if (shown.length === 0) continue
      const entries = shown.map((target) => ({ target, isIntersecting: true }) as unknown as IntersectionObserverEntry)
      report(entries, {} as IntersectionObserver)
    }
  })
/** Waits until the rows are shown and observed, which happens one after the other. */
const waitForRows = async () => {
  await screen.findByText('不在待批，未列入')
  await waitFor(() => {
    const observed = observers.flatMap(({ targets }) => targets)
    expect([...document.querySelectorAll('[data-edge]')].filter((edge) => !observed.includes(edge))).toEqual([])
  })
}
const showAll = async () => {
  await waitForRows()
  for (const { certificateNo } of ROWS) show(certificateNo)
}

function open(results: ApprovalResult[], rows = ROWS) {
  const fetch = answering({
    [REVIEW]: good(REVIEW, { records: rows, notSubmitted: [GONE] }),
    [APPROVE]: good(APPROVE, { results }),
  })
  vi.stubGlobal('fetch', fetch)
  const onClose = vi.fn()
  const element = (
    <ApproveDialog
      step="approve"
      numbers={[...rows.map(({ certificateNo }) => certificateNo), GONE]}
      onClose={onClose}
    />
  )
  render(
    <ApiContext value={createStaffApi()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </ApiContext>,
  )
  return { fetch, onClose }
}

const findRow = (certificateNo: string) => document.querySelector(`li[data-number="${certificateNo}"]`) as HTMLElement
const findBox = (certificateNo: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(certificateNo))

it('names the number that a reissue replaces', async () => {
  open([], [makeRow(PLAIN, { replaces: GONE, reason: '遗失' })])
  await screen.findByText('原因：遗失')
  expect(findRow(PLAIN).textContent).toContain(`换发（代替 ${GONE}）`)
})

it('keeps the number of a standard on the line of its letters', async () => {
  open([], [makeRow(PLAIN, { values: [{ member: 'standards', label: '检验依据', value: 'GB/T 16552、GB/T 16553' }] })])
  await screen.findByText('检验依据')
  expect(findRow(PLAIN).textContent).toContain('GB/T\u00a016552、GB/T\u00a016553')
})

it('lists every selected certificate, and counts those that will be approved', async () => {
  open([])
  await showAll()
  await waitFor(() => expect(findBox(PLAIN)).toHaveProperty('checked', true))
  expect([OPEN, OWN].map((no) => [findBox(no).checked, findBox(no).disabled])).toEqual([
    [false, true],
    [false, true],
  ])
  expect(screen.getByText('尚未答复，请打开单份处理。')).toBeTruthy()
  expect(screen.getByText(/由您制作或提交/)).toBeTruthy()
  expect(screen.getByText(/不在待批/)).toBeTruthy()
  expect(findBox(WARNED).closest('li')?.textContent).toContain('颜色绿色 → 蓝绿色')
  expect(screen.getByRole('button', { name: /批准已阅的 2 份/ })).toBeTruthy()
  fireEvent.click(screen.getByLabelText('已看，同意发布'))
  expect(screen.getByRole('button', { name: /批准已阅的 3 份/ })).toBeTruthy()
  fireEvent.click(findBox(PLAIN))
  expect(screen.getByRole('button', { name: /批准已阅的 2 份/ })).toBeTruthy()
})

it('approves the checked certificates in the version that was read, and shows each result', async () => {
  const { fetch, onClose } = open([
    { certificateNo: PLAIN, outcome: 'published', version: 1, reason: null },
    { certificateNo: END, outcome: 'conflict', version: null, reason: '这份证书刚刚被他人更改' },
  ])
  await showAll()
  fireEvent.click(await screen.findByLabelText('在公开的撤销名单中列出编号与日期'))
  fireEvent.click(await screen.findByRole('button', { name: /批准已阅的 2 份/ }))
  expect(await screen.findByText('已批准')).toBeTruthy()
  expect(fetch.of(APPROVE)[0]?.body).toEqual({
    step: 'approve',
    certificates: [
      { certificateNo: PLAIN, revision: 2, contentHash: 'a'.repeat(64) },
      { certificateNo: END, revision: 2, contentHash: 'a'.repeat(64), isNoticed: true },
    ],
  })
  expect(screen.getByText(/未批准：这份证书刚刚被他人更改/)).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: '关闭' }).at(-1) as HTMLElement)
  expect(onClose).toHaveBeenCalledWith(true)
})

it('approves nothing that was not on the screen with both edges', async () => {
  open([])
  await waitForRows()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /批准已阅的 0 份/ })
  expect([button.disabled, findBox(PLAIN).disabled, findBox(PLAIN).checked]).toEqual([true, true, false])
  expect(screen.getByText(/^已阅 0 \/ 5/)).toBeTruthy()
  show(PLAIN, ['start'])
  expect(findBox(PLAIN).checked).toBe(false)
  show(PLAIN, ['end'])
  expect(findBox(PLAIN).checked).toBe(true)
  expect(screen.getByText(/^已阅 1 \/ 5/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /批准已阅的 1 份/ })).toBeTruthy()
})

it('counts a certificate as read when the keys move to it', async () => {
  open([])
  await waitForRows()
  HTMLElement.prototype.scrollIntoView = () => undefined
  screen.getByRole('button', { name: /取消/ }).focus()
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'j' })
  expect([document.activeElement, findBox(PLAIN).checked]).toEqual([findRow(PLAIN), true])
  fireEvent.keyDown(findRow(PLAIN), { key: 'j' })
  fireEvent.keyDown(findRow(WARNED), { key: 'k' })
  expect(document.activeElement).toBe(findRow(PLAIN))
  expect(screen.getByText(/^已阅 2 \/ 5/)).toBeTruthy()
})

it('agrees to the same warnings of the certificates that were read, in one step', async () => {
  const same = { warnings: [{ text, answer: '复测三次' }] }
  const [first, second, unread, other] = [
    makeRow(PLAIN, same),
    makeRow(WARNED, same),
    makeRow(OPEN, same),
    makeRow(OWN),
  ]
  other.warnings = [{ text, answer: '换用静水称重复测' }]
  open([], [first, second, unread, other])
  await waitForRows()
  for (const no of [PLAIN, WARNED, OWN]) show(no)
  expect(screen.queryByRole('button', { name: /一并同意/ })).toBeNull()
  fireEvent.click(within(findRow(PLAIN)).getByLabelText('已看，同意发布'))
  fireEvent.click(screen.getByRole('button', { name: '警示与答复相同、已阅的另 1 份一并同意' }))
  expect([PLAIN, WARNED, OPEN, OWN].map((no) => findBox(no).checked)).toEqual([true, true, false, false])
  expect(screen.queryByRole('button', { name: /一并同意/ })).toBeNull()
})

it('shows values and pictures, and marks the value that differs from the others', async () => {
  open([])
  await waitForRows()
  expect(findRow(PLAIN).textContent).toContain('颜色绿色，与其他各份不同')
  expect(findRow(OPEN).textContent).not.toContain('不同')
  expect(findRow(PLAIN).querySelector('img')?.getAttribute('src')).toBe(`/file/img/${PLAIN}.jpg`)
  expect(findRow(PLAIN).textContent).toContain('正面，宽 20 mm')
})

const MANY = Array.from({ length: 120 }, (_, at) => `SH20261121${String(at).padStart(6, '0')}`)
const START = 'POST /v1/manage/certificates/approvals'

it('loads further certificates as they are read, and approves more than fifty in a task', async () => {
  const task = {
    id: 't',
    step: 'approve' as const,
    total: 60,
    position: 0,
    published: 0,
    refused: [],
    startTime: '',
    finishTime: null,
  }
  const fetch = answering({
    [REVIEW]: ({ body }) => {
      const { numbers } = body as { numbers: string[] }
      return good(REVIEW, { records: numbers.map((no) => makeRow(no)), notSubmitted: [] })
    },
    [START]: good(START, task),
  })
  vi.stubGlobal('fetch', fetch)
  const onClose = vi.fn()
  render(
    <ApiContext value={createStaffApi()}>
      <RouterProvider
        router={createMemoryRouter([
          { path: '/', element: <ApproveDialog step="approve" numbers={MANY} onClose={onClose} /> },
        ])}
      />
    </ApiContext>,
  )
  await waitFor(() => expect(observers).toHaveLength(50))
  expect(screen.getByText('已阅 0 / 120，其余 120 份留在待批')).toBeTruthy()
  const countLoaded = () => document.querySelectorAll('li[data-number]').length
  expect(countLoaded()).toBe(50)
  for (const certificateNo of MANY.slice(0, 40)) show(certificateNo)
  expect(fetch.of(REVIEW)).toHaveLength(1)
  show(MANY[40] ?? '')
  await waitFor(() => expect(countLoaded()).toBe(100))
  for (const certificateNo of MANY.slice(41, 60)) show(certificateNo)
  fireEvent.click(screen.getByText(/批准已阅的 60 份/))
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true))
  const { certificates } = (fetch.of(START)[0] as { body: unknown }).body as {
    certificates: { certificateNo: string }[]
  }
  expect(certificates.map(({ certificateNo }) => certificateNo)).toEqual(MANY.slice(0, 60))
  expect(fetch.of(APPROVE)).toEqual([])
  expect(useApprovalTask.getState().task).toEqual(task)
}, 20_000)
