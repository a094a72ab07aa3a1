import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makeDeskCertificate, makePendingChange, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { mayBeSpectrum } from '../record-words.ts'
import type { RawRecord } from '../use-raw-records.ts'

const PATH: string = `/v1/manage/certificates/${NO}`
const ID = 'a'.repeat(32)

const makeRecord = (changes: Partial<RawRecord> = {}): RawRecord => ({
  id: ID,
  version: 1,
  fileName: 'a.csv',
  kind: 'text',
  bytes: 2048,
  sha256: '0'.repeat(64),
  instrument: null,
  byName: '周检',
  time: '2026-11-20 10:42:18',
  isApproved: true,
  ...changes,
})
const toFile = (text: string) => new Response(text, { headers: { 'content-type': 'application/octet-stream' } })

async function clickButton(file: Answers[keyof Answers], changes: Partial<RawRecord> = {}) {
  const ONE = 'GET /v1/manage/certificates/{certificateNo}'
  const records = good(`${ONE}/records`, [makeRecord(changes)])
  const shown = makeDeskCertificate({ pendingChange: makePendingChange() })
  const answers = { [`GET ${PATH}`]: good(ONE, shown), [`GET ${PATH}/records`]: records }
  openArea(`/certificates/${NO}`, {
    answers: staffAnswers({ duties: ['approve'] }, { ...answers, [`GET ${PATH}/records/${ID}`]: file }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^查看图谱/ }))
}
async function openSpectrum(...values: Parameters<typeof clickButton>) {
  await clickButton(...values)
  return within(await screen.findByRole('dialog'))
}
const readCells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

const JCAMP = `##TITLE=绿松石 42-02
##JCAMP-DX=4.24
##XUNITS=1/CM
##YUNITS=ABSORBANCE
##YFACTOR=0.1
##FIRSTX=4000
##LASTX=3990
##NPOINTS=6
##XYDATA=(X++(Y..Y))
4000 0 1 9 0 4 0
##END=
`

it('draws a JCAMP-DX file with its title, units and main peaks, wavenumbers from right to left', async () => {
  const dialog = await openSpectrum(toFile(JCAMP), { fileName: '红外.jdx', kind: 'jcamp' })
  expect(dialog.getByRole('heading', { name: '图谱：红外.jdx' })).toBeTruthy()
  expect(dialog.getByText('绿松石 42-02，4000 至 3990 cm⁻¹，6 个点')).toBeTruthy()
  expect(readCells(dialog.getByRole('table', { name: '主要的峰' }))).toEqual([
    ['波数（cm⁻¹）', '吸光度'],
    ['3996', '0.9'],
    ['3992', '0.4'],
  ])
  const chart = screen.getByRole('dialog').querySelector('figure svg')
  const texts = [...(chart?.querySelectorAll('text') ?? [])]
  const getX = (text: string) => Number(texts.find(({ textContent }) => textContent === text)?.getAttribute('x'))
  expect(getX('3998')).toBeGreaterThan(0)
  expect(getX('3998')).toBeLessThan(getX('3994'))
  expect(chart?.outerHTML).not.toMatch(/NaN|Infinity/)
})

it('is read by keyboard and pointer', async () => {
  const dialog = await openSpectrum(toFile(JCAMP), { kind: 'jcamp' })
  const reader = dialog.getByRole('slider', { name: '图谱读数' })
  const press = (key: string, shiftKey = false) => fireEvent.keyDown(reader, { key, shiftKey })
  const getReading = () => reader.getAttribute('aria-valuetext')
  fireEvent.focus(reader)
  expect(getReading()).toBe('波数 3996 cm⁻¹，吸光度 0.9')
  expect(dialog.getByText('波数 3996 cm⁻¹，吸光度 0.9')).toBeTruthy()
  for (const [key, x] of [
    ['ArrowRight', 3994],
    ['ArrowLeft', 3996],
    ['PageDown', 3992],
    ['PageDown', 3992],
    ['PageUp', 3996],
    ['Home', 4000],
    ['ArrowLeft', 4000],
    ['End', 3990],
  ] as const) {
    press(key)
    expect([key, getReading()]).toEqual([key, expect.stringContaining(`波数 ${x} cm⁻¹`)])
  }
  press('ArrowLeft', true)
  expect(getReading()).toContain('4000')
  fireEvent(reader, new MouseEvent('pointermove', { bubbles: true, clientX: 620 }))
  expect(getReading()).toContain('3990')
})

it('is magnified by keyboard, buttons and a selection with the mouse', async () => {
  const rows = Array.from(
    { length: 101 },
    (_none, index) => `${200 + index},${index === 20 ? 90 : index === 70 ? 9 : 0}`,
  )
  const dialog = await openSpectrum(toFile(['波长 nm,吸光度', ...rows].join('\n')))
  const reader = dialog.getByRole('slider', { name: '图谱读数' })
  const getRange = () => dialog.getByText(/ 个点$/).textContent
  const getPeaks = () => readCells(dialog.getByRole('table', { name: '主要的峰' })).slice(1)
  fireEvent.focus(reader)
  for (const [key, range] of [
    ['+', '200 至 250 nm，51 个点'],
    ['+', '208 至 233 nm，26 个点'],
    ['-', '200 至 250 nm，51 个点'],
    ['0', '200 至 300 nm，101 个点'],
  ] as const) {
    fireEvent.keyDown(reader, { key })
    expect([key, getRange()]).toEqual([key, range])
  }
  const click = (name: string) => fireEvent.click(dialog.getByRole('button', { name }))
  for (let nth = 0; nth < 9; nth += 1) click('放大')
  expect(getRange()).toBe('218 至 222 nm，5 个点')
  expect(reader.getAttribute('aria-valuetext')).toBe('波长 220 nm，吸光度 90')
  for (let nth = 0; nth < 9; nth += 1) click('缩小')
  expect(getRange()).toBe('200 至 300 nm，101 个点')

  const point = (type: string, clientX: number) =>
    fireEvent(reader, new PointerEvent(type, { bubbles: true, clientX, pointerType: 'mouse', button: 0 }))
  point('pointerdown', 628)
  point('pointermove', 334)
  point('pointerup', 334)
  expect(getRange()).toBe('250 至 300 nm，51 个点')
  // The height of the chart and the list of peaks follow the section.
  expect(getPeaks()).toEqual([['270', '9']])
  point('pointerdown', 400)
  point('pointermove', 403)
  point('pointerup', 403)
  expect(getRange()).toBe('250 至 300 nm，51 个点')
  click('全谱')
  expect(getPeaks()).toEqual([
    ['220', '90'],
    ['270', '9'],
  ])
})

it('lists a bounded number of values, and says what it assumes', async () => {
  const rows = Array.from({ length: 900 }, (_none, index) => `${400 + index},0.5,1`).join('\n')
  const dialog = await openSpectrum(toFile(rows), { instrument: '红外光谱仪' })
  fireEvent.click(dialog.getByText('数值（等距取 101 个点）'))
  const cells = readCells(dialog.getByRole('table', { name: '数值', hidden: true }))
  expect(cells).toHaveLength(102)
  expect([cells[1]?.[0], cells.at(-1)?.[0]]).toEqual(['400', '1299'])
  expect(dialog.getByText('没有明显的峰')).toBeTruthy()
  expect(
    dialog.getByText('文件没有写明横坐标的单位，按仪器或文件名当作波数（cm⁻¹）。文件中还有其他数据，这里只画第一组。'),
  ).toBeTruthy()
})

it('says in which line a file cannot be read, and the file stays downloadable', async () => {
  const created = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const dialog = await openSpectrum(() => toFile('波数,吸光度\n4000,0.1\n3998,\n3996,0.2\n'))
  expect(within(dialog.getByRole('alert')).getByText('第 3 行不是两列数值：“3998,”。')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '下载原文件' }))
  await waitFor(() => expect(clicked).toHaveBeenCalled())
  created.mockRestore()
  clicked.mockRestore()
})

it('says why a file cannot be shown', async () => {
  const refusal = '“a.csv”与上传时的 SHA-256 不符，或已丢失，请联系管理员从备份中找回'
  await clickButton(bad(500, refusal))
  expect(await screen.findByText(refusal)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each<[Partial<RawRecord>, boolean]>([
  [{ kind: 'jcamp', fileName: 'a.txt' }, true],
  [{ fileName: 'a.csv' }, true],
  [{ fileName: 'a.dpt' }, true],
  [{ fileName: 'a.txt' }, false],
  [{ fileName: 'a.txt', instrument: '拉曼光谱仪' }, true],
  [{ fileName: '红外.txt' }, true],
  [{ fileName: 'UV-Vis.txt' }, true],
  [{ fileName: '1.csv', instrument: '电子天平' }, false],
  [{ fileName: '天平.csv' }, false],
  [{ fileName: '1.csv', instrument: '紫外荧光灯' }, false],
  [{ fileName: '红外.png', kind: 'png', instrument: '红外光谱仪' }, false],
  [{ fileName: '红外.pdf', kind: 'pdf' }, false],
])('%o may be a spectrum: %s', (changes, expected) => {
  expect(mayBeSpectrum(makeRecord(changes))).toBe(expected)
})
