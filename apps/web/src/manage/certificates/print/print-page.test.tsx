import type { Duty } from '@portal/contract/accounts/duties.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { buildPrintAddress, readNumbersToPrint, splitNumbers } from './print-list.ts'
import { NEW_PRINTER, readPrinters } from './printers.ts'

const NO = 'SH20261103001285'
const OLD = 'SH20240815000254'
const LIST = 'POST /v1/manage/certificates/printable'
const CODE_REFUSED = { code: 403, message: '请再验证一次', data: null, extra: {} }

const row = { certificateNo: NO, state: 'ready', hasCode: true, version: 2, conclusion: '绿松石', prints: 3 } as const
const first = {
  certificate: { certificateNo: NO, version: 2, category: 'turquoise', conclusion: '绿松石', issuedOn: '2026-11-03' },
  replaces: { version: 1, issuedOn: '2026-11-01' },
  marks: [],
  signatures: [],
  publishedTime: '2026-11-03 12:30:00',
} as const

/** Answers of the BFF to prints, in their order. */
let answers: Response[]
let orders: unknown[]
/** Print orders of previews. */
let previews: unknown[]

beforeEach(() => {
  orders = []
  previews = []
  URL.createObjectURL = () => 'blob:print'
  URL.revokeObjectURL = () => {}
  localStorage.clear()
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'pdfViewerEnabled')
  vi.unstubAllGlobals()
})

const makePdf = (text: string) => new Response(text, { headers: { 'content-type': 'application/pdf' } })
const whole = '%PDF-1.7\n/Type /Page\n/Type /Page\n%%EOF\n'

function open(rows: readonly object[] = [row], duty: Duty = 'certify') {
  const listed = () => good(LIST, { rows: rows as never, first: first as never })
  openArea(`/certificates/print?no=${NO}`, {
    answers: staffAnswers({ duties: [duty] }, { [LIST]: listed }),
  })
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address !== '/bff/certificates/print') return others(address, init)
    const order = JSON.parse(String(init.body)) as { isPreview: boolean }
    if (order.isPreview) {
      previews.push(order)
      return makePdf(whole)
    }
    orders.push(order)
    return answers.shift()
  })
}

it('shows the new number of prints after a print', async () => {
  answers = [makePdf(whole)]
  const rows = [{ ...row, prints: 0 }]
  open(rows)
  expect(await screen.findByText('未印过')).toBeTruthy()
  rows[0] = { ...row, prints: 1 }
  fireEvent.click(screen.getByRole('button', { name: '下载 PDF' }))
  expect(await screen.findByText('已印 1 次')).toBeTruthy()
})

it('prints cards with codes, and shows the code nowhere', async () => {
  answers = [makePdf(whole)]
  open()
  expect((await screen.findByTitle('第一份证书的预览')).getAttribute('src')).toMatch(/^blob:/)
  expect(previews).toMatchObject([{ isPreview: true, numbers: [NO], kind: 'card', withCode: true }])
  expect(screen.getByText('已印 3 次')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '下载 PDF' }))
  expect(await screen.findByRole('link', { name: `下载 ${NO}-card.pdf` })).toBeTruthy()
  expect(orders).toEqual([
    {
      numbers: [NO],
      kind: 'card',
      withCode: true,
      isPreview: false,
      withBleed: false,
      grid: '5x13',
      startCell: 1,
      calibration: NEW_PRINTER.calibration,
    },
  ])
})

it('shows the preview beside the choices that change it, before a list of certificates', async () => {
  open()
  const preview = await screen.findByTitle('第一份证书的预览')
  const field = screen.getByLabelText('添加编号')
  expect(preview.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('offers the last file no longer once another layout is chosen', async () => {
  answers = [makePdf(whole)]
  open()
  fireEvent.click(await screen.findByRole('button', { name: '下载 PDF' }))
  expect(await screen.findByRole('link', { name: `下载 ${NO}-card.pdf` })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /A5/ }))
  expect(screen.queryByRole('link', { name: /下载/ })).toBeNull()
})

it.each([
  ['A4 英文', 'a4-en'],
  ['A4 中英对照', 'a4-zh-en'],
])('prints and previews a page in this language: %s', async (name, kind) => {
  answers = [makePdf(whole)]
  open()
  fireEvent.click(await screen.findByRole('radio', { name: new RegExp(name) }))
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ kind, isPreview: true, withCode: true }))
  fireEvent.click(screen.getByRole('button', { name: '下载 PDF' }))
  expect(await screen.findByRole('link', { name: `下载 ${NO}-${kind}.pdf` })).toBeTruthy()
  expect(orders).toMatchObject([{ kind, withCode: true }])
})

it('says why there is no preview in a browser that shows no PDF, and offers the file', async () => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true })
  open()
  const link = await screen.findByRole('link', { name: '打开预览' })
  expect(link.getAttribute('href')).toMatch(/^blob:/)
  expect(screen.getByText(/这个浏览器不能在页面里显示 PDF。/)).toBeTruthy()
})

it('leaves out numbers that cannot be printed, and shows the reasons', async () => {
  const rows = [
    { ...row, certificateNo: OLD, state: 'withdrawn', hasCode: false },
    { ...row, hasCode: false },
  ]
  open(rows)
  expect(await screen.findByText('已撤销，核对码已销毁，不能再印')).toBeTruthy()
  expect(screen.getByText('核对码不在本系统，只能印不含核对码的件')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '打印 0 份' })).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: '印核对码' }))
  expect(await screen.findByRole('heading', { name: '打印 1 份' })).toBeTruthy()
})

it('shows why a print was interrupted, and discards its file', async () => {
  const stopped = { code: 500, message: '这份证书已撤销', certificateNo: OLD, extra: {} }
  answers = [makePdf(`%PDF-1.7\n/Type /Page\n\n%%Stopped ${JSON.stringify(stopped)}\n`), Response.json(CODE_REFUSED)]
  open()
  fireEvent.click(await screen.findByRole('button', { name: '下载 PDF' }))
  expect((await screen.findByRole('alert')).textContent).toContain(`${OLD}：这份证书已撤销`)
  expect(screen.queryByRole('link', { name: /下载/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '下载 PDF' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('请再验证一次'))
})

it('continues with the next free label, and stores the correction of the printer', async () => {
  answers = [makePdf(whole)]
  open()
  fireEvent.click(await screen.findByRole('radio', { name: /^标签/ }))
  fireEvent.change(screen.getByLabelText('标签起始格'), { target: { value: '8' } })
  const shift = screen.getByLabelText('右移（mm）')
  fireEvent.blur(shift, { target: { value: '-0.4' } })
  await waitFor(() =>
    expect(previews.at(-1)).toMatchObject({ kind: 'label', startCell: 8, calibration: { offsetX: -4 } }),
  )
  fireEvent.click(screen.getByRole('button', { name: '下载 PDF' }))
  await screen.findByRole('link', { name: /^下载/ })
  expect(orders).toMatchObject([{ kind: 'label', withCode: false, startCell: 8, calibration: { offsetX: -4 } }])
  expect(readPrinters()).toMatchObject([{ nextLabel: 9, calibration: { offsetX: -4, scaleX: 1000 } }])
})

it('reads numbers from a text, and stores long lists for this tab', () => {
  expect(splitNumbers(`${NO}，${NO}\nSH1\n${OLD}`)).toEqual({ numbers: [NO, OLD], wrong: ['SH1'] })
  const numbers = Array.from({ length: 60 }, () => NO)
  expect(buildPrintAddress(numbers)).toBe('/certificates/print?list=60')
  expect(readNumbersToPrint(new URLSearchParams('list=60'))).toEqual([NO])
  expect(readNumbersToPrint(new URL(`http://a${buildPrintAddress([NO, OLD])}`).searchParams)).toEqual([NO, OLD])
})

it('prints copies without code for support, without links to the desk', async () => {
  answers = [makePdf(whole)]
  open([row], 'support')
  expect(await screen.findByRole('heading', { name: '打印副本 1 份' })).toBeTruthy()
  expect(screen.queryByLabelText(/印核对码/)).toBeNull()
  expect(screen.queryByRole('link', { name: NO })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '下载 PDF' }))
  await waitFor(() => expect(orders).toMatchObject([{ numbers: [NO], withCode: false }]))
})
