import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { DeskCertificate, DeskWork } from '../desk-words.ts'

const NO = 'SH20261120000085'
const at = (method: string, step = '') => `${method} /v1/manage/certificates/${NO}${step}`
const done = { code: 200, message: '成功', data: { version: 2 }, extra: {} }
const SELF = { id: 'a'.repeat(32), nickname: '顾怀瑾' }

const work: DeskWork = {
  ...{ kind: 'correction', state: 'submitted', version: 2, revision: 3, faults: [], contentHash: 'h' },
  warnings: [{ member: 'specificGravity', text: '绿松石密度应为 2.76，现为 2.31', key: 'k' }],
  answers: [{ key: 'k', text: '复测三次' }],
  form: { category: 'turquoise', fields: { conclusion: '绿松石', specificGravity: '2.31' }, pictures: [] },
  ...{ reason: '密度复测', returnReason: null, replaces: null, writers: [], isOpened: true },
  ...{ submittedBy: '周观澜', changeTime: '2026-11-20 10:38:00' },
}
const published = {
  ...{ certificateNo: NO, version: 1, category: 'turquoise', conclusion: '绿松石', specificGravity: 2.67 },
  issuedOn: '2026-11-03',
} as DeskCertificate['published']

const open = (changes: Partial<DeskCertificate> = {}, answers: Answers = {}) =>
  openArea(`/certificates/${NO}`, {
    answers: staffAnswers(
      { duties: ['certify', 'approve'] },
      {
        [at('GET')]: good('GET /v1/manage/certificates/{certificateNo}', {
          ...{ certificateNo: NO, shownState: 'published', version: 1, published, newerNo: null, work, acts: [] },
          ...{ maySign: true, ...changes },
        }),
        [at('POST', '/approve')]: done,
        [at('POST', '/return')]: { ...done, data: null },
        ...answers,
      },
    ),
  })
const approveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^批准并发布/ })

it('shows changed fields alone, and approves by key once every warning is ticked', async () => {
  const { fetch } = open()
  const row = (await screen.findByRole('rowheader', { name: '密度（g/cm³）' })).closest('tr')
  expect(row?.querySelector('del')?.textContent).toBeTruthy()
  expect(row?.querySelector('ins')?.textContent).toBeTruthy()
  expect(screen.getByText('改 1 项，余 2 项未变')).toBeTruthy()
  expect(approveButton().disabled).toBe(true)
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(fetch.of(at('POST', '/approve'))).toEqual([])
  fireEvent.click(screen.getByLabelText('已看，同意发布'))
  expect(approveButton().disabled).toBe(false)
  fireEvent.keyDown(document.body, { key: 'a' })
  await waitFor(() => expect(fetch.of(at('POST', '/approve'))[0]?.body).toEqual({ revision: 3, contentHash: 'h' }))
})

it('returns with a common reason, from the key on', async () => {
  const { fetch } = open()
  await screen.findByText('批准之后')
  fireEvent.keyDown(document.body, { key: 'r' })
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
  fireEvent.click(screen.getByRole('button', { name: '读数待复测' }))
  fireEvent.click(screen.getByRole('button', { name: '退回' }))
  await waitFor(() => expect(fetch.of(at('POST', '/return'))[0]?.body).toEqual({ revision: 3, reason: '读数待复测' }))
})

it('lets a writer approve while four eyes are off, and says so', async () => {
  const own = { ...work, warnings: [], writers: [SELF] }
  open({ work: own, fourEyesOff: '只有一位授权签字人在岗' })
  expect(await screen.findByText(/四眼原则已停用/)).toBeTruthy()
  expect(approveButton().disabled).toBe(false)
})

it('puts a withdrawal on the public page if the signatory says so', async () => {
  const { fetch } = open({ work: { ...work, kind: 'withdrawal', version: 1, warnings: [], setsAside: 2 } })
  expect(await screen.findByText('第 2 版的更正作废')).toBeTruthy()
  fireEvent.click(screen.getByLabelText(/公开的撤销名单/))
  fireEvent.click(screen.getByRole('button', { name: /^批准撤销/ }))
  await waitFor(() => expect(fetch.of(at('POST', '/approve'))[0]?.body).toMatchObject({ isNoticed: true }))
})
