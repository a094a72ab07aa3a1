import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { makeDeskCertificate, makePendingChange, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { OWNER, openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { DeskCertificate } from '../desk-words.ts'

const toCall = (method: string, step = '', certificateNo = NO): string =>
  `${method} /v1/manage/certificates/${certificateNo}${step}`
const done = { code: 200, message: '成功', data: { version: 2 }, extra: {} }
const SELF = { id: 'a'.repeat(32), nickname: '顾怀瑾' }

const pendingChange = makePendingChange({
  kind: 'correction',
  state: 'submitted',
  version: 2,
  contentHash: 'h',
  warnings: [{ member: 'specificGravity', text: '绿松石密度应为 2.76，现为 2.31', key: 'k' }],
  answers: [{ key: 'k', text: '复测三次' }],
  form: {
    category: 'turquoise',
    fields: { conclusion: '绿松石', specificGravity: '2.31', treatment: '未见优化处理' },
    pictures: [],
  },
  reason: '密度复测',
  isOpened: true,
  submittedBy: '周观澜',
  changeTime: '2026-11-20 10:38:00',
})
const published = {
  certificateNo: NO,
  version: 1,
  category: 'turquoise',
  conclusion: '绿松石',
  specificGravity: 2.67,
  issuedOn: '2026-11-03',
} as DeskCertificate['published']

const makeCertificate = (certificateNo: string, changes: Partial<DeskCertificate>) =>
  good(
    'GET /v1/manage/certificates/{certificateNo}',
    makeDeskCertificate({
      certificateNo,
      shownState: 'published',
      version: 1,
      published,
      pendingChange,
      maySign: true,
      ...changes,
    }),
  )
const open = (changes: Partial<DeskCertificate> = {}, answers: Answers = {}) =>
  openArea(`/certificates/${NO}`, {
    answers: staffAnswers(
      { duties: ['certify', 'approve'] },
      {
        [toCall('GET')]: makeCertificate(NO, changes),
        [toCall('POST', '/approve')]: done,
        [toCall('POST', '/return')]: { ...done, data: null },
        ...answers,
      },
    ),
  })
const approveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^批准并发布/ })

const findQuestion = () => screen.findByRole('dialog', { name: /这份证书？$/ })
const confirm = (words = /^确认发布/) => fireEvent.click(screen.getByRole('button', { name: words }))

it('shows only changed fields, and asks by key once every warning is checked off', async () => {
  const { fetch } = open()
  const row = (await screen.findByRole('rowheader', { name: '密度（g/cm³）' })).closest('tr')
  expect(row?.querySelector('del')?.textContent).toBeTruthy()
  expect(row?.querySelector('ins')?.textContent).toBeTruthy()
  expect(screen.getByText('改 1 项，增 1 项，余 2 项未变')).toBeTruthy()
  expect(approveButton().disabled).toBe(true)
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByLabelText('已看，同意发布'))
  expect(approveButton().disabled).toBe(false)
  fireEvent.keyDown(document.body, { key: 'a' })
  const question = await findQuestion()
  for (const words of [NO, '绿松石', '未见优化处理', '更正，第 2 版']) expect(question.textContent).toContain(words)
  expect(document.activeElement?.textContent).toContain('确认发布')
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(fetch.of(toCall('POST', '/approve'))).toEqual([])
  confirm()
  await waitFor(() => expect(fetch.of(toCall('POST', '/approve'))[0]?.body).toEqual({ revision: 3, contentHash: 'h' }))
})

it('names the number that a reissue replaces', async () => {
  const replaces = 'SH20261120000077'
  open({ published: null, pendingChange: { ...pendingChange, kind: 'first', version: 1, replaces, warnings: [] } })
  expect(await screen.findByRole('region', { name: `换发（代替 ${replaces}）` })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'a' })
  const question = (await findQuestion()).textContent
  expect(question).toContain(`换发（代替 ${replaces}）`)
  expect(question).not.toContain('首发')
})

it('publishes nothing when the question is cancelled', async () => {
  const { fetch } = open()
  fireEvent.click(await screen.findByLabelText('已看，同意发布'))
  fireEvent.click(approveButton())
  fireEvent(await findQuestion(), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fetch.of(toCall('POST', '/approve'))).toEqual([])
})

it('shows the reading of a warning on its scale', async () => {
  open()
  const label = /^密度标尺：绿松石公布 .*，读数 2\.31，不符/
  expect(await screen.findByRole('img', { name: label })).toBeTruthy()
})

it('moves by key to the neighbours in the queue, also after the decision, and resets the checked warnings', async () => {
  const [before, next] = ['SH20261120000093', 'SH20261120000077']
  let isDecided = false
  const queue = { place: 2, total: 1001, previous: before, next }
  const { router } = open(
    {},
    {
      [toCall('GET')]: () => makeCertificate(NO, isDecided ? { pendingChange: null } : { queue }),
      [toCall('POST', '/approve')]: () => {
        isDecided = true
        return done
      },
      [toCall('GET', '', next)]: makeCertificate(next, { queue: { place: 3, total: 3, previous: NO, next: null } }),
    },
  )
  expect((await screen.findByRole('link', { name: '待批' })).parentElement?.textContent).toContain(
    '第 2 份，共 1,000+ 份',
  )
  expect(screen.getByRole('link', { name: '上一份待批' }).getAttribute('href')).toContain(before)
  fireEvent.click(screen.getByLabelText('已看，同意发布'))
  fireEvent.click(approveButton())
  confirm()
  await waitFor(() => expect(screen.queryByText(/第 2 份/)).toBeNull())
  expect(screen.queryByRole('link', { name: '待批' })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'j' })
  await screen.findByText(/第 3 份，共 3 份/)
  expect(router.state.location.pathname).toBe(`/certificates/${next}`)
  expect(screen.getByLabelText<HTMLInputElement>('已看，同意发布').checked).toBe(false)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一份待批' }).disabled).toBe(true)
})

it('returns a submitted change by key with a common reason', async () => {
  const { fetch } = open()
  await screen.findByText('批准之后')
  fireEvent.keyDown(document.body, { key: 'r' })
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
  fireEvent.click(screen.getByRole('button', { name: '读数待复测' }))
  fireEvent.click(screen.getByRole('button', { name: '退回' }))
  await waitFor(() =>
    expect(fetch.of(toCall('POST', '/return'))[0]?.body).toEqual({ revision: 3, reason: '读数待复测' }),
  )
})

it('lets a writer approve while the rule of two people is off, and shows that it is off', async () => {
  const own = { ...pendingChange, warnings: [], writers: [SELF] }
  open({ pendingChange: own, fourEyesOff: '只有一位授权签字人在岗' })
  expect(await screen.findByText(/四眼原则已停用/)).toBeTruthy()
  expect(approveButton().disabled).toBe(false)
})

it('publishes a withdrawal on the public page when the signatory chooses so', async () => {
  const { fetch } = open({
    pendingChange: { ...pendingChange, kind: 'withdrawal', version: 1, warnings: [], setsAside: 2 },
  })
  expect(await screen.findByText('第 2 版的更正作废')).toBeTruthy()
  fireEvent.click(screen.getByLabelText(/公开的撤销名单/))
  fireEvent.click(screen.getByRole('button', { name: /^批准撤销/ }))
  expect((await findQuestion()).textContent).toContain('密度复测')
  confirm(/^确认撤销/)
  await waitFor(() => expect(fetch.of(toCall('POST', '/approve'))[0]?.body).toMatchObject({ isNoticed: true }))
})

it('keeps a typed reason when the keys lead away and back', async () => {
  const next = 'SH20261120000077'
  const other = makeCertificate(next, { queue: { place: 2, total: 2, previous: NO, next: null } })
  open({ queue: { place: 1, total: 2, previous: null, next } }, { [toCall('GET', '', next)]: other })
  fireEvent.change(await screen.findByLabelText(/^退回原因/), { target: { value: '照片不清，请补' } })
  fireEvent.keyDown(document.body, { key: 'j' })
  await screen.findByText(/第 2 份/)
  expect(screen.getByLabelText(/^退回原因/)).toHaveProperty('value', '')
  fireEvent.keyDown(document.body, { key: 'k' })
  await screen.findByText(/第 1 份/)
  expect(screen.getByLabelText(/^退回原因/)).toHaveProperty('value', '照片不清，请补')
})

it('offers no approval to a signatory without a name for signing, and explains why', async () => {
  const me = { duties: ['approve' as const], signingName: null }
  openArea(`/certificates/${NO}`, { answers: staffAnswers(me, { [toCall('GET')]: makeCertificate(NO, {}) }) })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '您还没有证书署名' })
  expect(button.disabled).toBe(true)
})

const awaiting = { pendingChange: { ...pendingChange, awaitsReview: true, warnings: [] } }
const reviewed = { id: SELF.id, name: '沈砚秋', time: '2026-11-20 11:02:00' }

it('lets a reviewer pass a text on by key, without a signatory record', async () => {
  const { fetch } = open(
    { ...awaiting, maySign: false },
    {
      'GET /v1/manage/me': good('GET /v1/manage/me', { ...OWNER, duties: ['review'] }),
      [toCall('POST', '/review')]: { ...done, data: null },
    },
  )
  expect(await screen.findByText('审核 由您')).toBeTruthy()
  expect(screen.getByText('批准 待定')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'a' })
  expect((await findQuestion()).textContent).toContain('通过后由授权签字人批准')
  confirm(/^确认通过/)
  await waitFor(() => expect(fetch.of(toCall('POST', '/review'))[0]?.body).toEqual({ revision: 3, contentHash: 'h' }))
  expect(fetch.of(toCall('POST', '/approve'))).toEqual([])
})

it('asks a reviewer to pass warnings on, not to publish them', async () => {
  open(
    { pendingChange: { ...pendingChange, awaitsReview: true } },
    { 'GET /v1/manage/me': good('GET /v1/manage/me', { ...OWNER, duties: ['review'] }) },
  )
  expect(await screen.findByLabelText('已看，审核通过')).toBeTruthy()
  expect(screen.queryByLabelText('已看，同意发布')).toBeNull()
})

it('asks a signatory to wait for the review, and shows no button', async () => {
  open(awaiting)
  expect(await screen.findByText('等待审核人审核。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^批准并发布|^审核通过/ })).toBeNull()
  expect(screen.getByText(/主检、审核与批准须是三个人/)).toBeTruthy()
})

it('refuses the approval to the reviewer, and names the reviewer', async () => {
  open({ pendingChange: { ...pendingChange, warnings: [], reviewer: reviewed } })
  expect(await screen.findByText('审核 沈砚秋')).toBeTruthy()
  expect(screen.getByText('11-20 11:02 通过')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /由您审核，须他人批准/ }).disabled).toBe(true)
})
