import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { makeDeskCertificate, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { openArea, openManage, staffAnswers } from '#testing/open-manage.tsx'
import type { DeskCertificate, DeskRow } from '../desk-words.ts'

const LIST = 'GET /v1/manage/certificates'
const COUNTS = 'GET /v1/manage/certificates/counts'
const DAYS = 'GET /v1/manage/certificates/days'
const toCall = (method: string, certificateNo: string, step = '') =>
  `${method} /v1/manage/certificates/${certificateNo}${step}`
const toCheckCall = (certificateNo: string) => toCall('POST', certificateNo, '/checked')
const done = { code: 200, message: '成功', data: null, extra: {} }

const openCertificate = (changes: Partial<DeskCertificate>) =>
  openArea(`/certificates/${NO}`, {
    answers: staffAnswers(
      { duties: ['certify'] },
      {
        [toCall('GET', NO)]: good(
          'GET /v1/manage/certificates/{certificateNo}',
          makeDeskCertificate({ shownState: 'published', version: 1, ...changes }),
        ),
        [toCheckCall(NO)]: done,
      },
    ),
  })

it('requires the comparison of a certificate that was recovered after a restore, and records it', async () => {
  const { fetch } = openCertificate({
    shownState: 'withdrawn',
    recovered: { time: '2026-11-28 09:12:00', isWhole: true },
  })
  expect(await screen.findByText(/2026-11-28 09:12 恢复备份后，由恢复前的数据库找回/)).toBeTruthy()
  expect(screen.getByText('已撤销，待核对')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '核对无误' }))
  await waitFor(() => expect(fetch.of(toCheckCall(NO))).toHaveLength(1))
})

it('offers no confirmation of a certificate whose newer content was not found', async () => {
  openCertificate({ isAltered: true, recovered: { time: '2026-11-28 09:12:00', isWhole: false } })
  expect(await screen.findByText('内容未能找回')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '核对无误' })).toBeNull()
  expect(screen.queryByText('这份证书未能通过核对')).toBeNull()
  expect([screen.queryByRole('button', { name: '更正' }), screen.queryByRole('button', { name: '换发' })]).toEqual([
    null,
    null,
  ])
  expect(screen.getByRole('button', { name: '申请撤销' })).toBeTruthy()
})

it('asks for a new certificate when the backup does not have the number either, and records that it was issued', async () => {
  const { fetch } = openCertificate({
    shownState: 'discarded',
    version: null,
    recovered: { time: '2026-11-28 09:12:00', isWhole: false },
  })
  expect(await screen.findByText(/以新编号另行签发/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '已另行签发' }))
  await waitFor(() => expect(fetch.of(toCheckCall(NO))).toHaveLength(1))
})

const row: DeskRow = {
  certificateNo: NO,
  shownState: 'published',
  changeState: null,
  workKind: null,
  version: 2,
  category: 'turquoise',
  conclusion: '绿松石',
  totalMassG: 12.36,
  warnings: 0,
  unanswered: 0,
  preparedBy: '周观澜',
  reviewedBy: null,
  approvedBy: '陈景行',
  changeTime: '2026-11-20 10:38:00',
  isRecovered: true,
}
const OTHER = 'SH20261120000093'

it('lists certificates that were recovered after a restore, and records the comparison of several at once', async () => {
  const records = [
    row,
    { ...row, certificateNo: OTHER },
    { ...row, certificateNo: 'SH20261120000101', isRecovered: false },
  ]
  const counts = {
    draft: 0,
    returned: 0,
    review: 0,
    submitted: 0,
    published: 3,
    withdrawn: 0,
    reissued: 0,
    discarded: 0,
  }
  const makeDay = (at: number) => new Date(Date.UTC(2026, 8, 5 + at)).toISOString().slice(0, 10)
  const days = Array.from({ length: 84 }, (_none, at) => ({ day: makeDay(at), issued: 1 }))
  const { fetch } = openArea('/certificates?state=recovered', {
    answers: staffAnswers(
      { duties: ['certify'] },
      {
        [LIST]: good(LIST, { records, next: null, previous: null }),
        [COUNTS]: good(COUNTS, counts),
        [DAYS]: good(DAYS, { days }),
        [toCheckCall(NO)]: done,
        [toCheckCall(OTHER)]: done,
      },
    ),
  })
  expect((await screen.findByRole('link', { name: '恢复后待核对' })).getAttribute('aria-current')).toBe('page')
  expect(String(fetch.of(LIST)[0]?.query)).toBe('recovered=true')
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  fireEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByRole('button', { name: '核对无误' }))
  expect(await screen.findByText('已核对 2 份')).toBeTruthy()
  expect([fetch.of(toCheckCall(NO)).length, fetch.of(toCheckCall(OTHER)).length]).toEqual([1, 1])
})

it('links from the overview to the certificates to compare after a restore', async () => {
  const oldest = { title: NO, since: '2026-11-28 09:12:00', dueAt: '2026-12-01 09:12:00' }
  openManage(
    staffAnswers(
      { duties: ['certify'] },
      {
        'GET /v1/manage/overview': good('GET /v1/manage/overview', {
          waiting: [{ kind: 'recovery', count: 12, oldest }],
        }),
      },
    ),
  )
  const link = await screen.findByRole('link', { name: '恢复后待核对' })
  expect(link.getAttribute('href')).toBe('/manage/certificates?state=recovered')
})
