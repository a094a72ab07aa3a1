import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, type Asked, bad, good } from '#testing/answering.ts'
import { makeDeskCertificate, makePendingChange, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { DeskCertificate } from '../desk-words.ts'
import { describeRecords } from './record-words.ts'
import type { RawRecord } from './use-raw-records.ts'

// The tests answer `fetch`, which cannot report progress.
vi.mock('#lib/api/progress-fetch.ts', () => ({
  createProgressFetch: () => (address: string, init: RequestInit) => fetch(address, init),
}))

const ONE = 'GET /v1/manage/certificates/{certificateNo}'
const LIST = 'GET /v1/manage/certificates/{certificateNo}/records'
const PATH: string = `/v1/manage/certificates/${NO}`

const makeRecord = (changes: Partial<RawRecord> = {}): RawRecord => ({
  id: 'a'.repeat(32),
  version: 1,
  fileName: '红外.csv',
  kind: 'text',
  bytes: 2048,
  sha256: `1a2b3c4d${'0'.repeat(56)}`,
  instrument: '红外光谱仪',
  byName: '周检',
  time: '2026-11-20 10:42:18',
  isApproved: false,
  ...changes,
})

function open(
  records: readonly RawRecord[],
  {
    answers = {},
    certificate = {},
    duties = ['certify'],
  }: { answers?: Answers; certificate?: Partial<DeskCertificate>; duties?: ('certify' | 'approve')[] } = {},
) {
  const shown = makeDeskCertificate({ pendingChange: makePendingChange(), ...certificate })
  return openArea(`/certificates/${NO}`, {
    answers: staffAnswers(
      { duties },
      { [`GET ${PATH}`]: good(ONE, shown), [`GET ${PATH}/records`]: good(LIST, [...records]), ...answers },
    ),
  })
}
const findPanel = async () => within(await screen.findByRole('region', { name: '原始记录' }))
const drop = (panel: ReturnType<typeof within>, ...files: File[]) =>
  fireEvent.change(panel.getByLabelText('选择文件'), { target: { files } })

it('lists files with instrument, size, person, time and SHA-256', async () => {
  open([makeRecord()])
  const panel = await findPanel()
  expect(panel.getByText('红外.csv')).toBeTruthy()
  expect(panel.getByText('红外光谱仪，第 1 版（未批准），2.0 KB，周检，2026-11-20 10:42')).toBeTruthy()
  expect(panel.getByText(makeRecord().sha256)).toBeTruthy()
})

it('uploads several files one after the other, with the chosen instrument, and keeps a refused one with its reason', async () => {
  const refusal = '内容相同的文件已经上传过：红外.csv'
  const sent: { instrument: string | null; name: string }[] = []
  const upload = ({ query, body }: Asked) => {
    const { name } = (body as FormData).get('multipartFile') as File
    sent.push({ instrument: query.get('instrument'), name })
    if (name === 'b.csv') return bad(400, refusal)
    return { code: 200, message: '成功', extra: {}, data: makeRecord({ id: name, fileName: name }) }
  }
  open([], { answers: { [`POST ${PATH}/records`]: upload } })
  const panel = await findPanel()
  fireEvent.change(panel.getByLabelText(/仪器/), { target: { value: '拉曼光谱仪' } })
  drop(panel, new File(['1,2'], 'a.csv'), new File(['1,2'], 'b.csv'), new File(['1,3'], 'c.csv'))
  expect(await panel.findByText(refusal)).toBeTruthy()
  expect(await panel.findByText('c.csv')).toBeTruthy()
  expect(sent).toEqual(['a.csv', 'b.csv', 'c.csv'].map((name) => ({ instrument: '拉曼光谱仪', name })))
  fireEvent.click(panel.getByRole('button', { name: '重试：b.csv' }))
  await waitFor(() => expect(sent).toHaveLength(4))
  expect(await panel.findByText(refusal)).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: '不传了：b.csv' }))
  expect(panel.queryByText('b.csv')).toBeNull()
})

it('sends no file that is too large', async () => {
  const { fetch } = open([])
  const panel = await findPanel()
  const file = new File(['x'], 'large.csv')
  Object.defineProperty(file, 'size', { value: 20 * 1024 * 1024 + 1 })
  drop(panel, file)
  expect(await panel.findByText('文件不能超过 20 MB')).toBeTruthy()
  expect(fetch.of(`POST ${PATH}/records`)).toEqual([])
})

it('removes a file of the draft after a question, and none of an approved version', async () => {
  const { fetch } = open([makeRecord(), makeRecord({ id: 'b'.repeat(32), fileName: 'old.csv', isApproved: true })], {
    answers: { [`DELETE ${PATH}/records/${'a'.repeat(32)}`]: { code: 200, message: '成功', data: null, extra: {} } },
  })
  const panel = await findPanel()
  expect(panel.queryByRole('button', { name: '移除：old.csv' })).toBeNull()
  fireEvent.click(panel.getByRole('button', { name: '移除：红外.csv' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '移除' }))
  await waitFor(() => expect(panel.queryByText('红外.csv')).toBeNull())
  expect(fetch.of(`DELETE ${PATH}/records/${'a'.repeat(32)}`)).toHaveLength(1)
})

it('says why a file cannot be downloaded', async () => {
  const refusal = '“红外.csv”与上传时的 SHA-256 不符，或已丢失，请联系管理员从备份中找回'
  open([makeRecord()], { answers: { [`GET ${PATH}/records/${'a'.repeat(32)}`]: bad(500, refusal) } })
  fireEvent.click((await findPanel()).getByRole('button', { name: '下载：红外.csv' }))
  expect(await screen.findByText(refusal)).toBeTruthy()
})

it('is read by signatories, who cannot change it, and names the files when it asks to approve', async () => {
  const record = makeRecord()
  const pendingChange = makePendingChange({ state: 'submitted', contentHash: '0'.repeat(64), rawRecords: [record] })
  open([record], {
    certificate: { pendingChange, maySign: true },
    duties: ['approve'],
    answers: { [`POST ${PATH}/open`]: bad(500, '') },
  })
  const panel = await findPanel()
  expect(panel.queryByLabelText('选择文件')).toBeNull()
  expect(panel.queryByRole('button', { name: /移除/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /批准并发布/ }))
  expect(await screen.findByText('1 个：红外.csv（1a2b3c4d）')).toBeTruthy()
})

it('shows no panel without records where nothing can be added, and asks again after a failure', async () => {
  const { unmount } = open([], { duties: ['approve'], certificate: { pendingChange: null } })
  await screen.findByRole('heading', { name: NO })
  expect(screen.queryByText('原始记录')).toBeNull()
  unmount()
  let asked = 0
  const answer = () => (++asked === 1 ? bad(503, '忙') : good(LIST, [makeRecord()]))
  open([], { answers: { [`GET ${PATH}/records`]: answer } })
  fireEvent.click(
    within((await screen.findByText('没有取到原始记录。')).closest('section') as HTMLElement).getByRole('button', {
      name: '重试',
    }),
  )
  expect(await screen.findByText('红外.csv')).toBeTruthy()
})

it('describes the records of a certificate in one line', () => {
  expect(describeRecords([])).toBeNull()
  expect(describeRecords([makeRecord(), makeRecord({ fileName: 'b.pdf' })])).toBe(
    '2 个：红外.csv（1a2b3c4d）、b.pdf（1a2b3c4d）',
  )
})
