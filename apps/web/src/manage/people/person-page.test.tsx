import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { COLLEAGUE, MEMBER_ROW } from '#testing/sample-person.ts'

const PERSON = 'GET /v1/manage/users/{id}'
const WRITINGS = 'GET /v1/manage/users/{id}/writings'
/** Paths of the requests that were sent. */
const [PERSON_SENT, WRITINGS_SENT] = [PERSON, WRITINGS].map((key) => key.replace('{id}', COLLEAGUE.id)) as [
  string,
  string,
]
const DUTIES = `PUT /v1/manage/users/${COLLEAGUE.id}/duties`
const DISABLE = `POST /v1/manage/users/${COLLEAGUE.id}/disableStaff`
const SIGNING_NAME = `PUT /v1/manage/users/${COLLEAGUE.id}/signingName`
const ADD = 'POST /v1/manage/signatories'
const none = good(WRITINGS, { records: [], hasMore: false })
const done = { code: 200, message: '成功', data: null, extra: {} }

const open = (person: Partial<typeof COLLEAGUE> = {}, answers: Answers = {}, path = '') =>
  openArea(`/people/${COLLEAGUE.id}${path}`, {
    answers: staffAnswers(
      {},
      { [PERSON_SENT]: good(PERSON, { ...COLLEAGUE, ...person }), [WRITINGS_SENT]: none, ...answers },
    ),
  })
const findDutySwitch = (name: string) => screen.findByRole('switch', { name: new RegExp(`^${name}`) })
const save = () => fireEvent.click(screen.getByRole('button', { name: '保存职责' }))

it('disables an account with a reason, and keeps the typed reason when that is refused', async () => {
  let isRefused = true
  const { fetch } = open({ openTickets: 2 }, { [DISABLE]: () => (isRefused ? bad(500, '请稍后再试') : done) })
  fireEvent.click(await screen.findByRole('button', { name: '停用账号' }))
  const dialog = within(await screen.findByRole('dialog', { name: '停用“沈砚秋”' }))
  const button = dialog.getByRole('button', { name: '停用' })
  expect(button).toHaveProperty('disabled', true)
  expect(dialog.getByText(/名下有 2 件经办工单/)).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^原因/), { target: { value: ' 账号被盗 ' } })
  fireEvent.change(dialog.getByLabelText('期限'), { target: { value: '' } })
  fireEvent.click(button)
  expect(await screen.findByText('请稍后再试')).toBeTruthy()
  expect(dialog.getByLabelText(/^原因/)).toHaveProperty('value', ' 账号被盗 ')
  isRefused = false
  // A busy button ignores clicks.
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fetch.of(DISABLE)[1]?.body).toEqual({ reason: '账号被盗', days: null, version: 7 })
})

it('compares both sides when another owner has changed the duties, and saves the merged duties', async () => {
  const current = { version: 9, duties: ['edit', 'certify'], savedBy: '许听澜', savedAt: '2026-11-20 10:38:00' }
  let isConflict = true
  const { fetch } = open(
    {},
    {
      [DUTIES]: () => {
        if (!isConflict) return done
        isConflict = false
        return { code: 409, message: '内容已被他人修改', data: null, extra: { current } }
      },
    },
  )
  fireEvent.click(await findDutySwitch('客服'))
  save()
  const conflict = within(await screen.findByRole('region', { name: '没有保存：内容已被他人修改' }))
  expect(conflict.getByText(/^许听澜 .*改过这个账号/)).toBeTruthy()
  expect(within(conflict.getByRole('row', { name: /^客服/ })).getByText('只有您改了，已并入')).toBeTruthy()
  expect(within(conflict.getByRole('row', { name: /^制证/ })).getByText('只有对方改了，已并入')).toBeTruthy()
  fireEvent.click(conflict.getByRole('button', { name: '按所选保存' }))
  expect(await screen.findByText('职责已保存')).toBeTruthy()
  expect(fetch.of(DUTIES)[1]?.body).toEqual({ duties: ['edit', 'support', 'certify'], version: 9 })
})

it('offers no change of the duties and the account of the last owner', async () => {
  open({ isLastOwner: true, duties: [{ duty: 'owner', since: '2026-03-02 09:00:00', byName: null }] })
  expect(await findDutySwitch('负责人')).toHaveProperty('disabled', true)
  expect(screen.getByText('最后一位能登录的负责人，不能撤职或停用')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '停用账号' })).toBeNull()
})

it("offers no changes to the caller's own account", async () => {
  open({ isSelf: true })
  expect(await findDutySwitch('编辑')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: '停用账号' })).toBeNull()
})

it('keeps the chosen duties when the login has ended and is not renewed', async () => {
  open({}, { [DUTIES]: bad(401, '当前会话已过期，请重新登录') })
  fireEvent.click(await findDutySwitch('批准'))
  save()
  const dialog = within(await screen.findByRole('dialog', { name: '登录已结束' }))
  fireEvent.click(dialog.getByRole('button', { name: '关闭' }))
  expect(await screen.findByText(/登录已结束，职责没有保存/)).toBeTruthy()
  expect((await findDutySwitch('批准')).getAttribute('aria-checked')).toBe('true')
})

it('lists the reports about a person, with links to the tickets', async () => {
  const record = { key: '1.2', text: '加微信', targetId: '21', state: '广告', time: '2026-11-20 10:00:00' }
  open(
    { openReports: 1, counts: { ...COLLEAGUE.counts, reportsAbout: 1 } },
    {
      [WRITINGS_SENT]: good(WRITINGS, {
        records: [{ ...record, ticket: { id: 1042, state: 'open' } }],
        hasMore: false,
      }),
    },
    '?kind=reportsAbout',
  )
  expect(await screen.findByText('1 件被举报的评论未办结')).toBeTruthy()
  const ticket = screen.getByRole('link', { name: /^T-1042/ })
  expect(ticket.getAttribute('href')).toBe('/tickets/1042')
  expect(within(ticket).getByText('处理中')).toBeTruthy()
})

it('validates the days of a signatory record, and keeps the input when the save is refused', async () => {
  const approver = { duties: [{ duty: 'approve' as const, since: '2026-03-02 09:00:00', byName: null }] }
  const { fetch } = open(approver, { [ADD]: bad(500, '请稍后再试') })
  fireEvent.click(await screen.findByRole('button', { name: '登记' }))
  const dialog = within(await screen.findByRole('dialog', { name: '授权签字人：沈砚秋' }))
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: '保存记录' }))
  submit()
  expect(dialog.getByText('请选择起始日期')).toBeTruthy()
  expect(dialog.getByText('请选择截止日期')).toBeTruthy()
  type(/^职称/, '高级工程师')
  fireEvent.click(dialog.getAllByRole('checkbox')[0] as HTMLElement)
  type(/^起始日期/, '2026-11-20')
  type(/^截止日期/, '2026-11-19')
  submit()
  expect(dialog.getByText('不能早于起始日期')).toBeTruthy()
  expect(fetch.of(ADD)).toHaveLength(0)
  // The range is one day, which is included.
  type(/^截止日期/, '2026-11-20')
  submit()
  expect(await screen.findByText('请稍后再试')).toBeTruthy()
  expect(dialog.getByLabelText(/^职称/)).toHaveProperty('value', '高级工程师')
  expect(fetch.of(ADD)[0]?.body).toMatchObject({ validFrom: '2026-11-20', validTo: '2026-11-20' })
})

it.each([
  ['2099-01-01', '2099-12-31', '未生效'],
  ['2020-01-01', '2099-12-31', '有效'],
  ['2020-01-01', '2020-12-31', '已到期'],
])('shows a signatory record from %s to %s as %s', async (validFrom, validTo, words) => {
  const of = {
    id: 1,
    personId: COLLEAGUE.id,
    nickname: COLLEAGUE.nickname,
    signingName: null,
    deputyFor: null,
    version: 1,
  }
  const record = { ...of, title: '高级工程师', categories: [], withdrawnTime: null, updateTime: '2026-11-20 10:00:00' }
  open({ signatories: [{ ...record, validFrom, validTo }] })
  const panel = within(await screen.findByRole('region', { name: '授权签字人' }))
  expect(panel.getByText(words)).toBeTruthy()
})

const SIGNATORY = {
  id: 1,
  personId: COLLEAGUE.id,
  nickname: COLLEAGUE.nickname,
  signingName: '沈砚秋',
  title: '高级工程师',
  categories: ['jade' as const],
  validFrom: '2020-01-01',
  validTo: '2099-12-31',
  deputyFor: null,
  version: 1,
  withdrawnTime: null,
  updateTime: '2026-11-20 10:00:00',
}

it('names a deputy of a signatory from a day to a day, and keeps what was chosen when that is refused', async () => {
  const USERS = 'GET /v1/manage/users'
  const DELEGATE: string = 'POST /v1/manage/signatories/1/deputies'
  const deputyId = 'f'.repeat(32)
  const rows = [
    { ...MEMBER_ROW, id: COLLEAGUE.id, nickname: '沈砚秋' },
    { ...MEMBER_ROW, id: deputyId, nickname: '许听澜' },
  ]
  let isRefused = true
  const { fetch } = open(
    { signatories: [SIGNATORY] },
    {
      [USERS]: good(USERS, { records: rows, hasMore: false }),
      [DELEGATE]: () => (isRefused ? bad(500, '请稍后再试') : done),
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: '委托代理' }))
  const dialog = within(await screen.findByRole('dialog', { name: '委托代理：沈砚秋' }))
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: '登记代理' }))
  await dialog.findByRole('option', { name: '许听澜' })
  expect(dialog.queryByRole('option', { name: '沈砚秋' })).toBeNull()
  expect(dialog.getByText(/要提前撤回，请到代理人的资料页/)).toBeTruthy()
  submit()
  expect(dialog.getByText('请选择代理人')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^代理人/), { target: { value: deputyId } })
  fireEvent.change(dialog.getByLabelText(/^起始日期/), { target: { value: '2026-12-10' } })
  fireEvent.change(dialog.getByLabelText(/^截止日期/), { target: { value: '2026-12-01' } })
  submit()
  expect(dialog.getByText('不能早于起始日期')).toBeTruthy()
  expect(fetch.of(DELEGATE)).toEqual([])
  fireEvent.change(dialog.getByLabelText(/^截止日期/), { target: { value: '2026-12-20' } })
  submit()
  expect(await screen.findByText('请稍后再试')).toBeTruthy()
  expect(dialog.getByLabelText(/^代理人/)).toHaveProperty('value', deputyId)
  isRefused = false
  submit()
  expect(await screen.findByText('代理已登记，列在代理人的资料页')).toBeTruthy()
  expect(fetch.of(DELEGATE)[1]?.body).toEqual({
    deputyId,
    validFrom: '2026-12-10',
    validTo: '2026-12-20',
  })
})

it('shows whom a deputy stands in for, and offers to withdraw it alone', async () => {
  open({ signatories: [{ ...SIGNATORY, title: '代理签字人', deputyFor: { id: 'e'.repeat(32), name: '陈景行' } }] })
  const panel = within(await screen.findByRole('region', { name: '授权签字人' }))
  expect(panel.getByText('代理 陈景行')).toBeTruthy()
  expect(panel.getByText('2020-01-01 至 2099-12-31')).toBeTruthy()
  expect(panel.queryByRole('button', { name: '改动' })).toBeNull()
  expect(panel.queryByRole('button', { name: '委托代理' })).toBeNull()
  expect(panel.getByRole('button', { name: '撤回' })).toBeTruthy()
})

it('shows who stands in for an absent signatory, from which day to which', async () => {
  const deputyId = 'f'.repeat(32)
  const deputy = { ...SIGNATORY, id: 2, personId: deputyId, nickname: '听澜', signingName: '许听澜' }
  const days = { validFrom: '2099-12-10', validTo: '2099-12-20' }
  open({
    signatories: [SIGNATORY],
    deputies: [{ ...deputy, ...days, deputyFor: { id: COLLEAGUE.id, name: '沈砚秋' } }],
  })
  const panel = within(await screen.findByRole('region', { name: '授权签字人' }))
  const link = panel.getByRole('link', { name: '许听澜' })
  expect(link.getAttribute('href')).toContain(`/people/${deputyId}`)
  expect(link.parentElement?.textContent).toBe('由 许听澜 代理')
  expect(panel.getByText('2099-12-10 至 2099-12-20')).toBeTruthy()
})

it('sets the name that certificates show, and shows what is missing until then', async () => {
  const duties = [{ duty: 'certify' as const, since: '2026-03-02 09:00:00', byName: '顾怀瑾' }]
  const { fetch } = open({ duties }, { [SIGNING_NAME]: done })
  const panel = within(await screen.findByRole('region', { name: '证书署名' }))
  expect(panel.getByText('未填写')).toBeTruthy()
  fireEvent.click(panel.getByRole('button', { name: '填写署名' }))
  const dialog = within(await screen.findByRole('dialog', { name: '证书署名：沈砚秋' }))
  fireEvent.change(dialog.getByLabelText(/^署名/), { target: { value: ' 沈砚秋 ' } })
  fireEvent.click(dialog.getByRole('button', { name: '保存署名' }))
  expect(await screen.findByText('证书署名已保存')).toBeTruthy()
  expect(fetch.of(SIGNING_NAME)[0]?.body).toEqual({ name: '沈砚秋', version: 7 })
})

const PICTURE = `/v1/manage/users/${COLLEAGUE.id}/signingPicture`
const OWNED = {
  signingName: '沈砚秋',
  duties: [{ duty: 'approve' as const, since: '2026-03-02 09:00:00', byName: null }],
}

it('uploads a picture of a signature, and says at the button why it is refused', async () => {
  let isRefused = true
  const { fetch } = open(OWNED, { [`POST ${PICTURE}`]: () => (isRefused ? bad(400, '这个文件不是图片') : done) })
  expect(await screen.findByText('没有签名图片')).toBeTruthy()
  const file = new File(['x'], 'a.png', { type: 'image/png' })
  const choose = () => fireEvent.change(screen.getByLabelText('上传签名图片'), { target: { files: [file] } })
  choose()
  expect((await screen.findByRole('alert')).textContent).toBe('这个文件不是图片')
  isRefused = false
  choose()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(fetch.of(`POST ${PICTURE}`).map(({ body }) => (body as FormData).get('multipartFile'))).toEqual([file, file])
})

it('shows the picture of a signature, and removes it after a confirmation', async () => {
  const signingPicture = 'a'.repeat(64)
  const { fetch } = open({ ...OWNED, signingPicture }, { [`DELETE ${PICTURE}`]: done })
  const shown = await screen.findByRole('img', { name: '沈砚秋的签名' })
  expect(shown.getAttribute('src')).toBe(`/v1/manage/users/signingPictures/${signingPicture}.png`)
  fireEvent.click(screen.getByRole('button', { name: '移除' }))
  const dialog = within(await screen.findByRole('dialog', { name: '移除“沈砚秋”的签名图片？' }))
  expect(fetch.of(`DELETE ${PICTURE}`)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: '移除' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fetch.of(`DELETE ${PICTURE}`)).toHaveLength(1)
})
