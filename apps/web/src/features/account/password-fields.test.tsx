import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { openDialog } from '#lib/dialogs.ts'
import { type Answers, bad } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'

const REGISTER = 'POST /oauth/emailRegister'

async function openRegister(answers: Answers = {}) {
  const { fetch } = openPage('/', makePlainPages('/'), answers)
  await screen.findByRole('heading', { name: '页面 /' })
  act(() => openDialog('login'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: '注册账号' }))
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  type('邮箱', 'zhiwei@example.com')
  type('昵称', '林知微')
  type('验证码', '123456')
  const password = dialog.getByLabelText<HTMLInputElement>('密码')
  return { fetch, dialog, type, password, submit: () => fireEvent.click(dialog.getByRole('button', { name: '注册' })) }
}

describe('a new password', () => {
  it('refuses a short or common password in the form, with the reason', async () => {
    const { fetch, dialog, type, password, submit } = await openRegister()
    expect(dialog.getByText('至少 8 个字符，不要用常见密码')).toBeTruthy()
    fireEvent.focus(password)
    type('密码', 'a')
    expect(dialog.getByRole('status').textContent).toBe('密码至少 8 个字符')
    submit()
    expect(password.getAttribute('aria-invalid')).toBe('true')
    type('密码', 'Passw0rd')
    expect(await dialog.findByText('这个密码太常见，很容易被猜到，请换一个')).toBeTruthy()
    submit()
    expect(dialog.getByRole('alert').textContent).toContain('这个密码太常见')
    expect(document.activeElement).toBe(password)
    type('密码', 'zhiwei99')
    expect(dialog.getByText(/不能主要由邮箱、昵称/)).toBeTruthy()
    expect(password.value).toBe('zhiwei99')
    expect(fetch.of(REGISTER)).toEqual([])
  })

  it('shows the strength while typing, to screen readers too', async () => {
    const { dialog, type, password } = await openRegister()
    fireEvent.focus(password)
    const status = dialog.getByRole('status')
    expect(password.getAttribute('aria-describedby')).toContain(status.id)
    type('密码', 'x7Kd92mq')
    await vi.waitFor(() => expect(status.textContent).toBe('强度：中'))
    type('密码', 'correct-horse-battery')
    expect(status.textContent).toBe('强度：强')
  })
})

describe('a password field without the estimator', () => {
  it('checks only the length without the estimator, and shows upstream’s refusal', async () => {
    vi.resetModules()
    vi.doMock('#domain/people/password-estimator.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const { NewPasswordField, judgeNewPassword: newPasswordFault } = await import('./password-fields.tsx')
    expect(newPasswordFault('Passw0rd', {})).toBeUndefined()
    expect(newPasswordFault('Passw0r', {})).toBe('密码至少 8 个字符')
    expect(NewPasswordField).toBeTypeOf('function')
    vi.doUnmock('#domain/people/password-estimator.ts')
  })

  it('keeps the input when upstream refuses it', async () => {
    const { type, password, submit } = await openRegister({
      [REGISTER]: bad(400, '这个密码太常见，很容易被猜到，请换一个'),
    })
    type('密码', 'correct-horse-battery')
    submit()
    expect(await screen.findByText('这个密码太常见，很容易被猜到，请换一个')).toBeTruthy()
    expect(password.value).toBe('correct-horse-battery')
  })
})
