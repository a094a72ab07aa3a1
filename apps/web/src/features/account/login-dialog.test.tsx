import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { openDialog, useDialogs } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'

const LOGIN = 'POST /oauth/emailLogin'
const SEND = 'GET /oauth/sendEmailCode'
const REGISTER = 'POST /oauth/emailRegister'
const RESET = 'PUT /oauth/forgetPassword'

const user = { id: 'a'.repeat(32), nickname: '林知微' }

async function openLogin(answers: Answers = {}, pages = makePlainPages('/')) {
  const page = openPage('/', pages, answers)
  await screen.findByRole('heading', { name: '页面 /' })
  act(() => openDialog('login'))
  const dialog = within(await screen.findByRole('dialog'))
  return { ...page, dialog }
}

type Dialog = Awaited<ReturnType<typeof openLogin>>['dialog']

const type = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } })
const press = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole('button', { name }))
const readDescription = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
const getTitle = (dialog: Dialog) => dialog.getByRole('heading').textContent

it('sends a login only after the session has been loaded, whose answer may remove the cookie of an ended session', async () => {
  const answered = Promise.withResolvers<{ code: number; data: unknown }>()
  const { dialog, fetch } = await openLogin({
    'GET /bff/session': answered.promise,
    [LOGIN]: { code: 200, data: { ...user, token: '' } },
  })
  type(dialog, '账号', 'zhiwei')
  type(dialog, '密码', 'jade wheel copper')
  press(dialog, '登录')
  await dialog.findByRole('button', { name: '登录中' })
  expect(fetch.asked.map(({ key }) => key)).not.toContain(LOGIN)
  answered.resolve({ code: 200, data: { user: null } })
  await waitFor(() => expect(useSession.getState().user?.nickname).toBe('林知微'))
})

describe('modes', () => {
  it('opens in mode 1, independent of the previous mode', async () => {
    const { dialog } = await openLogin()
    press(dialog, '忘记密码')
    expect(getTitle(dialog)).toBe('忘记密码')
    press(dialog, '关闭')
    act(() => openDialog('login'))
    expect(getTitle(within(await screen.findByRole('dialog')))).toBe('账号密码登录')
  })

  it('clears the input when the mode changes', async () => {
    const { dialog } = await openLogin()
    type(dialog, '账号', 'zhiwei')
    press(dialog, '注册账号')
    press(dialog, '返回登录')
    expect(dialog.getByLabelText<HTMLInputElement>('账号').value).toBe('')
  })

  it('closes by Esc, but not by a press outside', async () => {
    await openLogin()
    fireEvent.mouseDown(screen.getByRole('dialog'))
    expect(useDialogs.getState().open).toBe('login')
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(useDialogs.getState().open).toBeNull()
  })

  it('offers no social login when none is configured', async () => {
    const { dialog } = await openLogin()
    expect(dialog.queryByText('其他登录方式')).toBeNull()
  })
})

describe('required fields', () => {
  it.each([
    ['登录', '账号', '请输入账号'],
    ['登录', '密码', '请输入密码'],
    ['注册账号', '昵称', '请输入昵称'],
    ['注册账号', '密码', '请输入密码'],
    ['注册账号', '验证码', '请输入验证码'],
    ['忘记密码', '验证码', '请输入验证码'],
    ['忘记密码', '新密码', '请输入密码'],
  ])('show their errors when they lose the focus: %s, %s', async (mode, label, message) => {
    const { dialog } = await openLogin()
    if (mode !== '登录') press(dialog, mode)
    const field = dialog.getByLabelText(label)
    expect(dialog.queryByText(message)).toBeNull()
    fireEvent.blur(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(readDescription(field)).toContain(message)
    fireEvent.change(field, { target: { value: '1' } })
    expect(dialog.queryByText(message)).toBeNull()
  })

  it('reports all errors of an empty form at once and sends nothing', async () => {
    const { dialog, fetch } = await openLogin()
    press(dialog, '登录')
    expect(dialog.getByRole('alert').textContent).toBe('请输入账号，请输入密码')
    expect(document.activeElement).toBe(dialog.getByLabelText('账号'))
    expect(fetch.of(LOGIN)).toEqual([])
  })
})

describe('the code by e-mail', () => {
  it('requires the e-mail address when it is empty', async () => {
    const { dialog, fetch } = await openLogin()
    press(dialog, '注册账号')
    press(dialog, '发送验证码')
    expect((await screen.findAllByText('请输入邮箱')).length).toBeGreaterThan(0)
    expect(fetch.of(SEND)).toEqual([])
  })

  it('sends the code, and again after a countdown of 60 seconds', async () => {
    const { dialog, fetch } = await openLogin({ [SEND]: good(SEND, null) })
    press(dialog, '注册账号')
    type(dialog, '邮箱', 'zhiwei@example.com')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    press(dialog, '发送验证码')
    await screen.findByText('验证码发送成功')
    expect(fetch.of(SEND)[0]?.query.get('email')).toBe('zhiwei@example.com')
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: '60 秒后重发' })
    expect(button.disabled).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(18_000))
    expect(button.textContent).toBe('42 秒后重发')
    await act(() => vi.advanceTimersByTimeAsync(42_000))
    expect(button.textContent).toBe('发送验证码')
    expect(button.disabled).toBe(false)
  })

  it('does not count down when sending failed', async () => {
    const { dialog } = await openLogin({ [SEND]: bad(500, '发送邮件失败') })
    press(dialog, '忘记密码')
    type(dialog, '邮箱', 'zhiwei@example.com')
    press(dialog, '发送验证码')
    await screen.findByText('发送邮件失败')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '发送验证码' }).disabled).toBe(false)
  })

  it('shows when the next code may be sent', async () => {
    const makeRefusal = () => Response.json(bad(500, '请求过于频繁,稍后重试'), { headers: { 'retry-after': '45' } })
    const { dialog } = await openLogin({ [SEND]: makeRefusal })
    press(dialog, '忘记密码')
    type(dialog, '邮箱', 'zhiwei@example.com')
    press(dialog, '发送验证码')
    expect(await dialog.findByText('操作过于频繁，请 45 秒后重试')).toBeTruthy()
  })

  it('stops the countdown on return to mode 1', async () => {
    const { dialog } = await openLogin({ [SEND]: good(SEND, null) })
    press(dialog, '注册账号')
    type(dialog, '邮箱', 'zhiwei@example.com')
    press(dialog, '发送验证码')
    await dialog.findByRole('button', { name: /秒后重发/ })
    press(dialog, '返回登录')
    press(dialog, '注册账号')
    expect(dialog.queryByRole('button', { name: /秒后重发/ })).toBeNull()
  })
})

describe('login', () => {
  it('stores the user without a token, confirms, closes and reloads the page’s data', async () => {
    let loads = 0
    const pages = [{ path: '/', element: <h1>页面 /</h1>, loader: () => ++loads }]
    const { dialog, fetch } = await openLogin(
      { [LOGIN]: { code: 200, data: { ...user, token: 't'.repeat(20) } } },
      pages,
    )
    type(dialog, '账号', ' zhiwei ')
    type(dialog, '密码', ' secret ')
    press(dialog, '登录')
    await screen.findByText('登录成功')
    expect(fetch.of(LOGIN)[0]?.body).toEqual({ email: 'zhiwei', password: ' secret ' })
    expect(useSession.getState().user).toEqual(user)
    expect(sessionStorage.getItem('user')).toBe(JSON.stringify(user))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(loads).toBe(2))
  })

  it('submits on Enter, but not on the Enter of an input method', async () => {
    const { dialog } = await openLogin()
    const field = dialog.getByLabelText('账号')
    expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(false)
    expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(false)
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
    fireEvent.submit(field)
    expect(dialog.getByRole('alert').textContent).toContain('请输入账号')
  })

  it('sends one request, however often the button is pressed', async () => {
    const { dialog, fetch } = await openLogin({ [LOGIN]: new Promise<never>(() => {}) })
    type(dialog, '账号', 'zhiwei')
    type(dialog, '密码', 'secret')
    press(dialog, '登录')
    fireEvent.submit(dialog.getByLabelText('账号'))
    expect(dialog.getByRole('button', { name: '登录中' }).getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(fetch.of(LOGIN)).toHaveLength(1))
    fireEvent.submit(dialog.getByLabelText('账号'))
    expect(fetch.of(LOGIN)).toHaveLength(1)
  })

  it.each([
    ['37', '操作过于频繁，请 37 秒后重试'],
    ['600', '操作过于频繁，请 10 分钟后重试'],
  ])('shows when to retry after too many attempts: %s s', async (retryAfter, words) => {
    const makeRefusal = () =>
      Response.json(bad(429, '操作过于频繁，请稍后重试'), { headers: { 'retry-after': retryAfter } })
    const { dialog } = await openLogin({ [LOGIN]: makeRefusal })
    type(dialog, '账号', 'zhiwei')
    type(dialog, '密码', 'secret')
    press(dialog, '登录')
    expect(await dialog.findByText(words)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('密码').value).toBe('secret')
  })

  it('keeps the dialog and the input when the login is refused', async () => {
    const { dialog } = await openLogin({ [LOGIN]: bad(500, '用户账号或者密码错误!') })
    type(dialog, '账号', 'zhiwei')
    type(dialog, '密码', 'wrong')
    press(dialog, '登录')
    await screen.findByText('用户账号或者密码错误!')
    expect(dialog.getByLabelText<HTMLInputElement>('账号').value).toBe('zhiwei')
  })

  it('shows the password on request', async () => {
    const { dialog } = await openLogin()
    const field = dialog.getByLabelText<HTMLInputElement>('密码')
    expect(field.type).toBe('password')
    press(dialog, '显示密码')
    expect(field.type).toBe('text')
  })
})

it('fills in the e-mail address and focuses the password after a registration', async () => {
  const { dialog, fetch } = await openLogin({ [REGISTER]: good(REGISTER, null) })
  press(dialog, '注册账号')
  for (const [label, value] of [
    ['邮箱', 'a@example.com'],
    ['昵称', '林'],
    ['密码', 'x7Kd92mq'],
    ['验证码', '123456'],
  ] as const) {
    type(dialog, label, value)
  }
  press(dialog, '注册')
  await screen.findByText('注册成功')
  expect(fetch.of(REGISTER)[0]?.body).toEqual({
    email: 'a@example.com',
    nickname: '林',
    password: 'x7Kd92mq',
    code: '123456',
  })
  expect(getTitle(dialog)).toBe('账号密码登录')
  expectReadyToLogIn(dialog, 'a@example.com')
})

it('returns to mode 1 with the e-mail address after a new password was set', async () => {
  const { dialog, fetch } = await openLogin({ [RESET]: good(RESET, null) })
  press(dialog, '忘记密码')
  for (const [label, value] of [
    ['邮箱', 'a@example.com'],
    ['新密码', 'x7Kd92mq'],
    ['验证码', '123456'],
  ] as const) {
    type(dialog, label, value)
  }
  press(dialog, '修改密码')
  await screen.findByText('密码修改成功')
  expect(fetch.of(RESET)[0]?.body).toEqual({ email: 'a@example.com', password: 'x7Kd92mq', code: '123456' })
  expect(getTitle(dialog)).toBe('账号密码登录')
  expectReadyToLogIn(dialog, 'a@example.com')
})

function expectReadyToLogIn(dialog: Dialog, email: string): void {
  expect(dialog.getByLabelText<HTMLInputElement>('账号').value).toBe(email)
  expect(document.activeElement).toBe(dialog.getByLabelText('密码'))
  // The message is cleared by another change of the mode.
  press(dialog, '注册账号')
  expect(dialog.getByLabelText<HTMLInputElement>('邮箱').value).toBe('')
  press(dialog, '返回登录')
  expect(dialog.getByLabelText<HTMLInputElement>('账号').value).toBe('')
}

it('reports a login attempt without a network, and allows another one', async () => {
  let isOffline = true
  const { dialog } = await openLogin({
    [LOGIN]: () => {
      if (isOffline) throw new TypeError('Failed to fetch')
      return good(LOGIN, { ...user, token: 't' })
    },
  })
  type(dialog, '账号', 'zhiwei@example.test')
  type(dialog, '密码', 'correct-horse')
  press(dialog, '登录')
  expect(await dialog.findByText('网络不通，请检查网络后重试')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('密码').value).toBe('correct-horse')
  isOffline = false
  press(dialog, '登录')
  await waitFor(() => expect(dialog.queryByText('网络不通，请检查网络后重试')).toBeNull())
})
