import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useClosing } from '#lib/closing.ts'
import { useSession } from '#lib/session.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import { AccountSecurity } from './account-security.tsx'

const SECURITY = 'GET /v1/user/security'
const PASSWORD = 'PUT /v1/user/password'
const CLOSURE = 'POST /v1/user/closure'
const user = { id: 'a'.repeat(32), nickname: '林知微' }
const NEW_PASSWORD = 'quartz over granite'

const pages = [{ path: '/user', element: <AccountSecurity>屏蔽名单</AccountSecurity> }]
const open = (answers: Answers = {}) =>
  openPage('/user', pages, {
    'GET /bff/session': { code: 200, data: { user, expiresAt: null } },
    [SECURITY]: good(SECURITY, { hasPassword: true, email: 'zhiwei@example.test', isStaff: false }),
    ...answers,
  })
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  fireEvent.click(button)
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(() => useClosing.setState({ closing: null }))

it('changes the password with the current one', async () => {
  const { fetch } = open({ [PASSWORD]: good(PASSWORD, null) })
  await press('修改密码')
  const dialog = within(await screen.findByRole('dialog', { name: '修改密码' }))
  type('当前密码', 'the first password')
  type('新密码', NEW_PASSWORD)
  fireEvent.click(dialog.getByRole('button', { name: '修改密码' }))
  expect(await screen.findByText('密码已修改，其他设备已退出')).toBeTruthy()
  expect(fetch.of(PASSWORD)[0]?.body).toEqual({ password: 'the first password', newPassword: NEW_PASSWORD })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps the input when the current password is wrong', async () => {
  open({ [PASSWORD]: bad(500, '当前密码不正确') })
  await press('修改密码')
  const dialog = within(await screen.findByRole('dialog', { name: '修改密码' }))
  type('当前密码', 'a wrong one')
  type('新密码', NEW_PASSWORD)
  fireEvent.click(dialog.getByRole('button', { name: '修改密码' }))
  expect(await screen.findByText('当前密码不正确')).toBeTruthy()
  expect((screen.getByLabelText('新密码') as HTMLInputElement).value).toBe(NEW_PASSWORD)
})

it('requires an e-mailed code from an account without a password', async () => {
  const { fetch } = open({
    [SECURITY]: good(SECURITY, { hasPassword: false, email: 'zhiwei@example.test', isStaff: false }),
    'POST /v1/user/code': good('POST /v1/user/code', null),
    [PASSWORD]: good(PASSWORD, null),
  })
  await press('设置密码')
  const dialog = within(await screen.findByRole('dialog', { name: '设置密码' }))
  expect(dialog.getByText('验证码将发送到 zhiwei@example.test。')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '发送验证码' }))
  expect(await screen.findByText('验证码发送成功')).toBeTruthy()
  type('验证码', '123456')
  type('新密码', NEW_PASSWORD)
  fireEvent.click(dialog.getByRole('button', { name: '设置密码' }))
  expect(await screen.findByText('密码已设置')).toBeTruthy()
  expect(fetch.of(PASSWORD)[0]?.body).toEqual({ code: '123456', newPassword: NEW_PASSWORD })
})

it('explains what to do when the account has neither password nor address', async () => {
  open({ [SECURITY]: good(SECURITY, { hasPassword: false, email: null, isStaff: false }) })
  await press('注销账号')
  expect(await screen.findByText(/请先在“编辑资料”中填写邮箱/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '申请注销' })).toBeNull()
})

it('closes the account with the chosen option and logs out', async () => {
  const { fetch } = open({ [CLOSURE]: good(CLOSURE, { closeTime: '2026-11-29 10:00:00' }) })
  await press('注销账号')
  const dialog = within(await screen.findByRole('dialog', { name: '注销账号' }))
  expect(dialog.getByText(/^已提交的委托单照常办理/)).toBeTruthy()
  expect(dialog.getByText(/^委托单上的电话、邮箱与地址一并删除/)).toBeTruthy()
  fireEvent.click(dialog.getByLabelText('一并删除'))
  type('当前密码', 'the first password')
  fireEvent.click(dialog.getByRole('button', { name: '申请注销' }))
  await waitFor(() => expect(useSession.getState().user).toBeNull())
  expect(useClosing.getState().closing).toEqual({ closeTime: '2026-11-29 10:00:00', canUndo: false })
  expect(fetch.of(CLOSURE)[0]?.body).toEqual({ password: 'the first password', keepsWritings: false })
})

it('hides from staff the choice about content that belongs to the organisation', async () => {
  open({ [SECURITY]: good(SECURITY, { hasPassword: true, email: 'a@example.test', isStaff: true }) })
  await press('注销账号')
  expect(await screen.findByText('您以工作人员身份发布的内容属于机构，将会保留。')).toBeTruthy()
  expect(screen.queryByLabelText('一并删除')).toBeNull()
})

it('saves the account data as a file, and shows a refusal', async () => {
  const saved = vi.fn(() => 'blob:data')
  URL.createObjectURL = saved
  URL.revokeObjectURL = () => {}
  const answers = [
    new Response('PK', { headers: { 'content-type': 'application/zip' } }),
    bad(500, '今天下载的次数已达上限，请明天再试'),
  ]
  open({ 'GET /v1/user/export': () => answers.shift() as Response })
  await press('下载我的数据')
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  await press('下载我的数据')
  expect(await screen.findByText('今天下载的次数已达上限，请明天再试')).toBeTruthy()
  expect(saved).toHaveBeenCalledOnce()
})
