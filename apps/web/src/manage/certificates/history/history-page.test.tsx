import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { computeAxisMarks, type History } from './shown-times.ts'

const NO = 'SH20261012000611'
const CALL = 'GET /v1/manage/certificates/{certificateNo}/history'
const text = { certificateNo: NO, category: 'gemstone' as const, conclusion: '红宝石', issuedOn: '2026-10-12' }
const history: History = {
  certificateNo: NO,
  newerNo: 'SH20261120000142',
  endReason: null,
  now: '2026-11-22 09:00:00',
  versions: [
    { version: 1, time: '2026-10-12 16:20:00', reason: null, text: { ...text, version: 1, totalMassG: 4.28 } },
    { version: 2, time: '2026-10-20 10:05:00', reason: '误录', text: { ...text, version: 2, totalMassG: 4.82 } },
  ],
  shown: [
    { from: '2026-10-10 09:02:00', state: 'none', version: null },
    { from: '2026-10-12 16:20:00', state: 'published', version: 1 },
    { from: '2026-10-20 10:05:00', state: 'published', version: 2 },
    { from: '2026-11-20 09:12:00', state: 'reissued', version: 2 },
  ],
  logged: [
    { kind: 'publish', version: 1, index: 1047 },
    { kind: 'publish', version: 2, index: 1203 },
  ],
  events: [
    { id: 3, version: 2, step: 'approve', byName: '顾怀瑾', time: '2026-10-20 10:05:00', reason: '误录' },
    { id: 2, version: 1, step: 'approve', byName: '顾怀瑾', time: '2026-10-12 16:20:00', reason: null },
    { id: 1, version: 1, step: 'create', byName: '周观澜', time: '2026-10-10 09:02:00', reason: null },
  ],
}

const open = (changes: Partial<History> = {}, duties: ('certify' | 'approve')[] = ['certify']) =>
  openArea(`/certificates/${NO}/history`, {
    answers: staffAnswers(
      { duties, freshUntil: Number.MAX_SAFE_INTEGER },
      { [`GET /v1/manage/certificates/${NO}/history` as typeof CALL]: good(CALL, { ...history, ...changes }) },
    ),
  })
const press = (key: string) => fireEvent.keyDown(screen.getByRole('slider', { name: '时刻' }), { key })

it('gives the log entry of a version to its approval, not to the import of its draft', async () => {
  const events = history.events.map((event) => (event.step === 'create' ? { ...event, step: 'import' } : event))
  open({ events })
  await screen.findByText('公开日志第 1,047 条')
  const findStep = (words: string) =>
    screen.getAllByRole('listitem').find((item) => item.textContent?.startsWith(words))
  expect(findStep('批量导入（第 1 版）')?.textContent).not.toContain('公开日志')
  expect(findStep('批准并发布（第 1 版）')?.textContent).toContain('公开日志第 1,047 条')
})

it('shows what a holder saw at the marker, which the arrow keys move from change to change', async () => {
  open()
  expect(await screen.findByRole('heading', { name: /2026-11-22 09:00 持码人看到/ })).toBeTruthy()
  expect(screen.getByText(/持码人只看到新编号/)).toBeTruthy()
  press('ArrowLeft')
  press('ArrowLeft')
  press('ArrowLeft')
  expect(screen.getByRole('heading', { name: /2026-10-12 16:20 持码人看到/ })).toBeTruthy()
  expect(screen.getByText('第 2 版改为 4.82')).toBeTruthy()
  expect(screen.getByText('当时所见').closest('li')?.textContent).toContain('第 1 版')
  press('Home')
  expect(screen.getByText(/与不存在的编号无异/)).toBeTruthy()
  press('ArrowRight')
  expect(screen.getByRole('heading', { name: /2026-10-12 16:20 持码人看到/ })).toBeTruthy()
})

it('shows the differences between versions, and each step with person and reason', async () => {
  open()
  const row = (await screen.findByRole('rowheader', { name: '总质量（g）' })).closest('tr')
  expect(row?.textContent).toBe('总质量（g）4.284.82')
  expect(screen.getAllByText(/，顾怀瑾/)).toHaveLength(2)
  expect(screen.getByText('误录')).toBeTruthy()
  expect(screen.getByText('公开日志第 1,203 条').closest('li')?.textContent).toContain('第 2 版')
})

it('shows that there is no event yet', async () => {
  open({ shown: [], versions: [], events: [] })
  expect(await screen.findByText('还没有经过')).toBeTruthy()
})

it('labels an axis of any length with at most nine instants, and days at midnight in UTC+8', () => {
  for (const days of [0.2, 3, 40, 400, 4000]) {
    const { stepMs, marks } = computeAxisMarks(
      Date.parse('2026-10-10T01:00:00Z'),
      Date.parse('2026-10-10T01:00:00Z') + days * 86_400_000,
    )
    expect(marks.length).toBeLessThanOrEqual(9)
    if (stepMs >= 86_400_000) expect(new Date(marks[0] ?? 0).toISOString()).toContain('T16:00:00')
  }
})

it('exports the whole file for signatories alone', async () => {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.getAttribute('href')} ${this.download}`)
  })
  const { unmount } = open()
  await screen.findByRole('heading', { name: NO })
  expect(screen.queryByRole('button', { name: '导出全部档案' })).toBeNull()
  unmount()
  open({}, ['approve'])
  fireEvent.click(await screen.findByRole('button', { name: '导出全部档案' }))
  await waitFor(() => expect(clicked).toEqual([`/v1/manage/certificates/${NO}/dossier ${NO}.zip`]))
})
