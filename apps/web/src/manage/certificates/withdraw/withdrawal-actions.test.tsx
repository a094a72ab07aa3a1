import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { makeDeskCertificate, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { DeskCertificate } from '../desk-words.ts'

const toCall = (method: string, step = '') => `${method} /v1/manage/certificates/${NO}${step}`
const NOW = toCall('POST', '/withdrawNow')
const CONFIRM = toCall('POST', '/confirm')
const done = { code: 200, message: '成功', data: null, extra: {} }

const open = (changes: Partial<DeskCertificate>) =>
  openArea(`/certificates/${NO}`, {
    answers: staffAnswers(
      { duties: ['approve'] },
      {
        [toCall('GET')]: good(
          'GET /v1/manage/certificates/{certificateNo}',
          makeDeskCertificate({ shownState: 'published', version: 1, maySign: true, ...changes }),
        ),
        [NOW]: done,
        [CONFIRM]: done,
      },
    ),
  })

it('withdraws alone with a reason, and publishes the withdrawal on the public page on request', async () => {
  const { fetch } = open({})
  fireEvent.click(await screen.findByRole('button', { name: '紧急撤销…' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('button', { name: '撤销' })).toHaveProperty('disabled', true)
  fireEvent.change(dialog.getByLabelText(/^撤销原因/), { target: { value: '伪造的检验记录' } })
  fireEvent.click(dialog.getByLabelText(/公开的撤销名单/))
  fireEvent.click(dialog.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(fetch.of(NOW)[0]?.body).toEqual({ reason: '伪造的检验记录', isNoticed: true }))
})

it('shows a withdrawal that waits for a second signatory, who confirms it', async () => {
  const unconfirmed = { byName: '陈景行', time: '2026-11-20 10:00:00', isOwn: false }
  const { fetch } = open({ shownState: 'withdrawn', unconfirmed })
  expect(await screen.findByText(/陈景行于 2026-11-20 10:00 一人紧急撤销/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '复核撤销' }))
  await waitFor(() => expect(fetch.of(CONFIRM)).toHaveLength(1))
})

it('offers no confirmation to the person who withdrew', async () => {
  open({ shownState: 'withdrawn', unconfirmed: { byName: '顾怀瑾', time: '2026-11-20 10:00:00', isOwn: true } })
  expect(await screen.findByRole('button', { name: '由您撤销，须他人复核' })).toHaveProperty('disabled', true)
})
