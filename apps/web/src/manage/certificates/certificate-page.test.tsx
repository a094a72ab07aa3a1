import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { makeDeskCertificate, makePendingChange, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { DeskCertificate, PendingChange } from './desk-words.ts'

const ONE = 'GET /v1/manage/certificates/{certificateNo}'
const toCall = (method: string, step = '') => `${method} /v1/manage/certificates/${NO}${step}`
const WARNING = { member: 'specificGravity', text: '绿松石密度应为 2.76，现为 3.9', key: 'k' }

const pendingChange = makePendingChange()
const MEASURED = { ...pendingChange.form, fields: { conclusion: '绿松石', specificGravity: '3.9' } }
const certificate = makeDeskCertificate({ pendingChange })

const open = (
  changes: Partial<DeskCertificate>,
  answers: Answers = {},
  duties: ('certify' | 'approve')[] = ['certify'],
) =>
  openArea(`/certificates/${NO}`, {
    answers: staffAnswers({ duties }, { [toCall('GET')]: good(ONE, { ...certificate, ...changes }), ...answers }),
  })
const makeSavedAnswer = (revision: number, more: object = {}) => ({
  code: 200,
  message: '成功',
  extra: {},
  data: { revision, faults: [], warnings: [], ...more },
})
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('saves typed text automatically with the newest revision, and shows faults at their fields', async () => {
  let revision = 3
  const fault = { member: 'totalMassG', text: '总质量（g）应为数，现为“12.5g”' }
  const { fetch } = open(
    {},
    { [toCall('PUT')]: () => makeSavedAnswer(++revision, { faults: revision === 4 ? [fault] : [] }) },
  )
  await screen.findByLabelText('总质量')
  type('总质量', '12.5g')
  expect(await screen.findByText(fault.text)).toBeTruthy()
  expect(screen.getByRole('button', { name: /提交审批/ })).toHaveProperty('disabled', true)
  type('总质量', '12.50')
  await waitFor(() => expect(screen.queryByText(fault.text)).toBeNull())
  const sent = fetch.of(toCall('PUT')).map(({ body }) => body as { revision: number; form: PendingChange['form'] })
  expect(sent.map((body) => [body.revision, body.form.fields.totalMassG])).toEqual([
    [3, '12.5g'],
    [4, '12.50'],
  ])
})

it('shows no summary above the form, because it would not follow the typing', async () => {
  const { unmount } = open({})
  await screen.findByLabelText('总质量')
  expect(screen.queryByText('绿松石 绿松石')).toBeNull()
  unmount()
  open({ pendingChange: { ...pendingChange, state: 'submitted' } })
  expect(await screen.findByText('绿松石 绿松石')).toBeTruthy()
})

it('submits once every warning has an answer, after it has saved the last input', async () => {
  const { fetch } = open(
    { pendingChange: { ...pendingChange, form: MEASURED, warnings: [WARNING] } },
    { [toCall('PUT')]: makeSavedAnswer(4, { warnings: [WARNING] }), [toCall('POST', '/submit')]: makeSavedAnswer(4) },
  )
  expect(await screen.findByRole('button', { name: /提交审批/ })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByLabelText('已复测，确认'))
  type(/^答复/, '静水称重复测三次')
  fireEvent.click(screen.getByRole('button', { name: /提交审批/ }))
  await waitFor(() => expect(fetch.of(toCall('POST', '/submit'))[0]?.body).toEqual({ revision: 4 }))
  expect(fetch.of(toCall('PUT'))[0]?.body).toMatchObject({ answers: [{ key: 'k', text: '静水称重复测三次' }] })
})

it('shows a signatory the differences from the published version, and approves the version that was read', async () => {
  const published = { certificateNo: NO, version: 1, category: 'turquoise', conclusion: '绿松石', color: '绿色' }
  const submitted: PendingChange = {
    ...pendingChange,
    kind: 'correction',
    state: 'submitted',
    version: 2,
    reason: '颜色描述有误',
    contentHash: 'h',
    form: { ...pendingChange.form, fields: { conclusion: '绿松石', color: '蓝绿色' } },
  }
  const { fetch } = open(
    {
      shownState: 'published',
      version: 1,
      maySign: true,
      pendingChange: submitted,
      published: { ...published, issuedOn: '2026-11-03' } as DeskCertificate['published'],
    },
    { [toCall('POST', '/open')]: makeSavedAnswer(3), [toCall('POST', '/approve')]: makeSavedAnswer(3) },
    ['approve'],
  )
  const row = (await screen.findByRole('rowheader', { name: '颜色' })).closest('tr')
  expect(row?.textContent).toBe('颜色绿色蓝绿色')
  expect(screen.queryByRole('rowheader', { name: '检验结论' })).toBeNull()
  await waitFor(() => expect(fetch.of(toCall('POST', '/open'))).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: /^批准并发布/ }))
  fireEvent.click(screen.getByRole('button', { name: /^确认发布/ }))
  await waitFor(() => expect(fetch.of(toCall('POST', '/approve'))[0]?.body).toEqual({ revision: 3, contentHash: 'h' }))
})

it('offers no approval to a writer', async () => {
  const writers = [{ id: 'a'.repeat(32), nickname: '顾怀瑾' }]
  open({ maySign: true, pendingChange: { ...pendingChange, state: 'submitted', writers } }, {}, ['certify', 'approve'])
  expect(await screen.findByRole('button', { name: '由您制作，须他人批准' })).toHaveProperty('disabled', true)
})

it('shows the pictures of a published certificate', async () => {
  const pictures = [{ url: '/file/img/a.jpg', caption: '正面', widthMm: 20 }]
  const published = { certificateNo: NO, version: 1, category: 'turquoise', conclusion: '绿松石', pictures } as const
  open({
    shownState: 'published',
    version: 1,
    pendingChange: null,
    published: published as unknown as DeskCertificate['published'],
  })
  expect((await screen.findByAltText('正面')).getAttribute('src')).toBe('/file/img/a.jpg')
})

it('tells a signatory which marks the certificate will carry', async () => {
  const scope = { categories: ['turquoise'], standards: ['GB/T 16552'], validTo: '2099-12-31', isPrinted: true }
  const marks = [{ kind: 'cma', number: '240000000001', ...scope }] as DeskCertificate['marks']
  const form = { ...pendingChange.form, fields: { conclusion: '绿松石', standards: 'GB/T 36169' } }
  open({ marks, pendingChange: { ...pendingChange, state: 'submitted', form } }, {}, ['approve'])
  expect(await screen.findByText(/CMA 240000000001：不印，GB\/T 36169 不在资质范围内/)).toBeTruthy()
})

it('leaves out the steps of an imported certificate, which has none', async () => {
  const published = {
    certificateNo: NO,
    version: 1,
    category: 'turquoise',
    conclusion: '绿松石',
    issuedOn: '2026-11-03',
  }
  open({
    shownState: 'published',
    version: 1,
    pendingChange: null,
    published: published as DeskCertificate['published'],
  })
  await screen.findByRole('heading', { name: '已发布的内容' })
  expect(screen.queryByRole('heading', { name: '经过' })).toBeNull()
})

it('warns testers and signatories of a text that differs from the public log, and offers no print of it', async () => {
  const published = { certificateNo: NO, version: 1, category: 'turquoise', conclusion: '天然绿松石' } as const
  const altered = { shownState: 'published', version: 1, published, pendingChange: null, isAltered: true } as const
  for (const duty of ['certify', 'approve'] as const) {
    const { unmount } = open(altered as unknown as Partial<DeskCertificate>, {}, [duty])
    expect(await screen.findByText('这份证书未能通过核对')).toBeTruthy()
    expect(screen.getByText('未能通过核对')).toBeTruthy()
    expect(screen.getByRole('link', { name: '查看办法' }).getAttribute('href')).toContain('/help#')
    expect(screen.queryByRole('link', { name: '打印' })).toBeNull()
    unmount()
  }
})

it('confirms a withdrawal in red, and the start of a correction in the usual colour', async () => {
  open({ shownState: 'published', version: 1, pendingChange: null })
  const getColour = async (action: string, verb: string) => {
    fireEvent.click(await screen.findByRole('button', { name: action }))
    const [button] = await screen.findAllByRole('button', { name: verb }).then((found) => found.slice(-1))
    const isRed = button?.className.includes('danger')
    fireEvent.click(screen.getByRole('button', { name: `不${verb}` }))
    return isRed
  }
  expect(await getColour('更正', '开始更正')).toBe(false)
  expect(await getColour('申请撤销', '申请撤销')).toBe(true)
})

it('asks for the reason of a reissue before a number is made, and sends the note apart from it', async () => {
  const newNo = 'SH20261120000021'
  const { fetch } = open(
    { shownState: 'published', version: 1, pendingChange: null },
    { [toCall('POST', '/reissue')]: () => ({ code: 200, message: '成功', extra: {}, data: { certificateNo: newNo } }) },
  )
  fireEvent.click(await screen.findByRole('button', { name: '换发' }))
  const dialog = await screen.findByRole('dialog', { name: `换发 ${NO}` })
  const confirm = within(dialog).getByRole('button', { name: '换发' })
  expect(confirm).toHaveProperty('disabled', true)
  const reasons = within(dialog).getByLabelText('换发原因')
  expect([...(reasons as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    ...['请选择', '遗失', '损坏', '信息更正', '补充检验', '样品改变', '委托方要求'],
  ])
  fireEvent.change(reasons, { target: { value: 'lost' } })
  fireEvent.change(within(dialog).getByLabelText(/内部说明/), { target: { value: ' 挂失单 12 ' } })
  expect(fetch.of(toCall('POST', '/reissue'))).toHaveLength(0)
  fireEvent.click(confirm)
  await waitFor(() => expect(fetch.of(toCall('POST', '/reissue'))).toHaveLength(1))
  expect(fetch.of(toCall('POST', '/reissue'))[0]?.body).toEqual({ reason: 'lost', note: '挂失单 12' })
})

it('shows a signatory what a reissue replaces and why', async () => {
  open(
    {
      maySign: true,
      pendingChange: { ...pendingChange, state: 'submitted', replaces: 'SH20261103001285', reason: '遗失' },
    },
    { [toCall('POST', '/open')]: good('POST /v1/manage/certificates/{certificateNo}/open', null) },
    ['approve'],
  )
  expect(await screen.findByText('换发原因')).toBeTruthy()
  expect(screen.getByText('遗失')).toBeTruthy()
  expect(screen.getByText('SH20261103001285 同时变为“已换发”')).toBeTruthy()
})
