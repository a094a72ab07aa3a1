import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'
import { isSameCode } from './recovery/recovery-code.ts'

const ME = 'GET /v1/manage/me'
const SESSION = 'GET /bff/session'
const SECRET = 'POST /v1/manage/factor/totp/secret'
const TOTP = 'POST /v1/manage/factor/totp'
const CODES = Array.from({ length: 10 }, (_none, nth) => `4k7p-91rt-xe0m-c2w${nth}`)

afterEach(() => localStorage.clear())

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('shows a login form to visitors, and the pages after the login', async () => {
  let isIn = false
  const answers = staffAnswers()
  const { fetch } = openManage({
    ...answers,
    [SESSION]: () => ({ code: 200, data: { user: isIn ? { id: 'a' } : null, expiresAt: null } }),
    'POST /oauth/emailLogin': () => {
      isIn = true
      return { code: 200, data: { id: 'a'.repeat(32) } }
    },
  })
  expect(await screen.findByRole('heading', { name: '登录' })).toBeTruthy()
  expect(document.title).toBe('登录 - 管理')
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(screen.getByText('请输入账号')).toBeTruthy()
  type('账号', ' owner@example.test ')
  type('密码', 'quartz over granite')
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(await screen.findByRole('heading', { name: '概览' })).toBeTruthy()
  expect(fetch.of('POST /oauth/emailLogin')[0]?.body).toMatchObject({ email: 'owner@example.test' })
})

it('sends no request to upstream without a login', async () => {
  const { fetch } = openManage(staffAnswers({}, { [SESSION]: { code: 200, data: { user: null, expiresAt: null } } }))
  await screen.findByRole('heading', { name: '登录' })
  expect(fetch.of(ME)).toEqual([])
})

it('answers members without a duty with 403', async () => {
  openManage(staffAnswers({}, { [ME]: bad(403, '您的职责不包括这项操作') }))
  expect(await screen.findByRole('heading', { name: '没有管理职责' })).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('offers a retry when no answer arrives, and shows the request id', async () => {
  let isUp = false
  const down = Response.json(bad(502, '服务暂时不可用，请稍后再试'), {
    status: 502,
    headers: { 'x-request-id': 'Q04DMN-RVNRFM' },
  })
  openManage(staffAnswers({}, { [ME]: () => (isUp ? (staffAnswers()[ME] as never) : down.clone()) }))
  expect(await screen.findByText('Q04DMN-RVNRFM')).toBeTruthy()
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('heading', { name: '概览' })).toBeTruthy()
})

it('sets up an authenticator app, shows the recovery codes once and requires one of them', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.25)
  let isEnrolled = false
  const answers: Answers = {
    [ME]: () => staffAnswers({ isEnrolled, isProven: isEnrolled, methods: [] })[ME] as never,
    [SECRET]: good(SECRET, { secret: 'HZKM7P6YUGH7AQND', uri: 'otpauth://totp/x?secret=HZKM7P6YUGH7AQND' }),
    [TOTP]: () => {
      isEnrolled = true
      return good(TOTP, { recoveryCodes: CODES })
    },
  }
  const { fetch } = openManage(staffAnswers({}, answers))
  fireEvent.click(await screen.findByRole('button', { name: /动态验证码/ }))
  expect(await screen.findByText('HZKM 7P6Y UGH7 AQND')).toBeTruthy()
  expect(screen.getByRole('img', { name: '验证器应用的二维码' })).toBeTruthy()
  type('输入应用显示的 6 位数字', '482913')
  fireEvent.click(screen.getByRole('button', { name: '确认' }))
  expect(await screen.findByRole('heading', { name: '抄下恢复码' })).toBeTruthy()
  expect(fetch.of(TOTP)[0]?.body).toEqual({ code: '482913' })
  // The page offers no way to leave without the codes.
  type('请输入第 3 个恢复码', CODES[3] ?? '')
  fireEvent.click(screen.getByRole('button', { name: '进入管理' }))
  expect(screen.getByText('与第 3 个恢复码不符，请对照抄下的内容')).toBeTruthy()
  type('请输入第 3 个恢复码', '4K7P 91RT XEOM C2W2')
  fireEvent.click(screen.getByRole('button', { name: '进入管理' }))
  expect(await screen.findByRole('heading', { name: '概览' })).toBeTruthy()
})

it('creates a new set of recovery codes when the page was reloaded before the confirmation', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const RENEW = 'POST /v1/manage/factor/recoveryCodes'
  const enrolled = { [SECRET]: good(SECRET, { secret: 'HZKM', uri: 'otpauth://totp/x?secret=HZKM' }) }
  const made = { [TOTP]: good(TOTP, { recoveryCodes: CODES }) }
  openManage(staffAnswers({ isEnrolled: false, isProven: false, methods: [] }, { ...enrolled, ...made }))
  fireEvent.click(await screen.findByRole('button', { name: /动态验证码/ }))
  fireEvent.change(await screen.findByLabelText('输入应用显示的 6 位数字'), { target: { value: '482913' } })
  fireEvent.click(screen.getByRole('button', { name: '确认' }))
  await screen.findByRole('heading', { name: '抄下恢复码' })

  const renewed = CODES.map((code) => code.replace('4k7p', '9zzz'))
  const reload = () => {
    cleanup()
    return openManage(staffAnswers({}, { [RENEW]: good(RENEW, { recoveryCodes: renewed }) }))
  }
  reload()
  fireEvent.click(await screen.findByRole('button', { name: '生成新的恢复码' }))
  await screen.findByRole('list', { name: '恢复码' })
  reload()
  fireEvent.click(await screen.findByRole('button', { name: '生成新的恢复码' }))
  await screen.findByRole('list', { name: '恢复码' })
  type('请输入第 1 个恢复码', renewed[0] ?? '')
  fireEvent.click(screen.getByRole('button', { name: '进入管理' }))
  expect(await screen.findByRole('heading', { name: '概览' })).toBeTruthy()
  reload()
  expect(await screen.findByRole('heading', { name: '概览' })).toBeTruthy()
})

it('accepts a recovery code for the first proof of a login', async () => {
  const PROOF = 'POST /v1/manage/factor/proof'
  let isProven = false
  const { fetch } = openManage(
    staffAnswers(
      {},
      {
        [ME]: () => staffAnswers({ isProven })[ME] as never,
        [PROOF]: () => {
          isProven = true
          return good(PROOF, null)
        },
      },
    ),
  )
  await screen.findByRole('heading', { name: '两步验证' })
  fireEvent.click(screen.getByRole('button', { name: '用恢复码' }))
  type('恢复码', '4k7p-91rt-xe0m-c2wd')
  fireEvent.click(screen.getByRole('button', { name: '验证' }))
  expect(await screen.findByRole('heading', { name: '概览' })).toBeTruthy()
  expect(fetch.of(PROOF)[0]?.body).toEqual({ recoveryCode: '4k7p-91rt-xe0m-c2wd' })
})

it('offers to log out of a wrong account', async () => {
  const { fetch } = openManage(
    staffAnswers({ isProven: false }, { 'GET /logout': () => new Promise(() => {}) as never }),
  )
  fireEvent.click(await screen.findByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(fetch.of('GET /logout')).toHaveLength(1))
  localStorage.removeItem('logout-pending')
})

it('compares recovery codes in the forms in which people type them', () => {
  expect(isSameCode('4K7P-91RT xe0m c2wd', '4k7p-91rt-xe0m-c2wd')).toBe(true)
  expect(isSameCode('4k7p-9lrt-xeom-c2wd', '4k7p-91rt-xe0m-c2wd')).toBe(true)
  expect(isSameCode('4k7p', '4k7p-91rt-xe0m-c2wd')).toBe(false)
  expect(isSameCode('', '')).toBe(false)
})
