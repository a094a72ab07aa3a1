import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDialog, useDialogs } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { type Answers, bad } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { tab } from './social-login.ts'

const CODE = 'GET /oauth/wechatLoginCode'
const POLL = 'GET /oauth/wechat/is_login'
const SITE = 'GET /v1/webSiteInfo'
const user = { id: 'a'.repeat(32), nickname: 'WECHAT-8F2KQ1' }
const WAITING = bad(400, '用户未被授权')
const DONE = { code: 200, data: { ...user, token: 't'.repeat(20) } }

/** Answers the codes DL0001, DL0002 and so on. */
const makeCodes = () => {
  let last = 0
  return () => ({ code: 200, data: `DL000${++last}` })
}

async function openWechat(answers: Answers = {}, info: object = {}) {
  const site = { code: 200, data: { name: '石衡珠宝玉石检测中心', loginTypeList: '1,5', ...info } }
  const page = openPage('/', makePlainPages('/'), { [SITE]: site, [CODE]: makeCodes(), [POLL]: WAITING, ...answers })
  await screen.findByRole('heading', { name: '页面 /' })
  act(() => openDialog('login'))
  const dialog = within(await screen.findByRole('dialog'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(dialog.getByRole('button', { name: '使用 微信 登录' }))
  return { ...page, dialog, polls: () => page.fetch.of(POLL).length }
}

const advanceSeconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000))
const setHidden = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  fireEvent(document, new Event('visibilitychange'))
}

const reload = vi.fn()
beforeEach(() => {
  reload.mockClear()
  vi.spyOn(tab, 'reload').mockImplementation(reload)
})
afterEach(() => vi.spyOn(document, 'hidden', 'get').mockReturnValue(false))

describe('login by WeChat', () => {
  it('shows the code, confirms it and counts down from 60 seconds', async () => {
    const { dialog } = await openWechat()
    expect(dialog.getByRole('heading').textContent).toBe('微信扫码登录')
    expect(await dialog.findByText('DL0001')).toBeTruthy()
    expect(await screen.findByText('验证码获取成功')).toBeTruthy()
    expect(dialog.getByText('验证码 60 秒内有效')).toBeTruthy()
    await advanceSeconds(23)
    expect(dialog.getByText('验证码 37 秒内有效')).toBeTruthy()
  })

  it('polls every second with the code shown, and stays silent on a refusal', async () => {
    const { dialog, fetch, polls } = await openWechat()
    await dialog.findByText('DL0001')
    await advanceSeconds(5)
    expect(polls()).toBe(5)
    expect(fetch.of(POLL)[0]?.query.get('loginCode')).toBe('DL0001')
    expect(screen.queryByText('用户未被授权')).toBeNull()
  })

  it('reports the expiry after 60 polls, stops, and gets a new code on refresh', async () => {
    const { dialog, polls } = await openWechat()
    await dialog.findByText('DL0001')
    await advanceSeconds(61)
    expect(dialog.getAllByText('验证码已失效，请刷新').length).toBeGreaterThan(0)
    expect(dialog.queryByText('DL0001')).toBeNull()
    expect(polls()).toBe(60)
    await advanceSeconds(10)
    expect(polls()).toBe(60)
    fireEvent.click(dialog.getByRole('button', { name: '刷新' }))
    expect(await dialog.findByText('DL0002')).toBeTruthy()
    await advanceSeconds(1)
    expect(polls()).toBe(61)
  })

  it('stores the user, closes, and reloads the page with its greeting', async () => {
    const { dialog } = await openWechat({ [POLL]: DONE })
    await dialog.findByText('DL0001')
    await advanceSeconds(1)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(useSession.getState().user).toEqual(user)
    expect(useDialogs.getState().open).toBeNull()
    expect(sessionStorage.getItem('toast')).toContain('登录成功')
  })

  it('stops polling when it is closed or another mode is chosen', async () => {
    const { dialog, polls } = await openWechat()
    await dialog.findByText('DL0001')
    await advanceSeconds(2)
    fireEvent.click(dialog.getByRole('button', { name: '返回登录' }))
    await advanceSeconds(5)
    expect(polls()).toBe(2)
    fireEvent.click(dialog.getByRole('button', { name: '使用 微信 登录' }))
    await dialog.findByText('DL0002')
    await advanceSeconds(1)
    fireEvent.click(dialog.getByRole('button', { name: '关闭' }))
    await advanceSeconds(5)
    expect(polls()).toBe(3)
  })

  it('does not poll in a hidden tab, and polls at once when it is visible again', async () => {
    const { dialog, polls } = await openWechat()
    await dialog.findByText('DL0001')
    setHidden(true)
    await advanceSeconds(20)
    expect(polls()).toBe(0)
    act(() => setHidden(false))
    expect(polls()).toBe(1)
    expect(dialog.getByText('验证码 40 秒内有效')).toBeTruthy()
  })

  it('polls once more when a code has expired in the background', async () => {
    const answers = [DONE]
    const { dialog } = await openWechat({ [POLL]: () => answers.shift() ?? WAITING })
    await dialog.findByText('DL0001')
    setHidden(true)
    await advanceSeconds(70)
    act(() => setHidden(false))
    await waitFor(() => expect(useSession.getState().user).toEqual(user))
  })

  it('treats a code as expired when another tab has fetched a newer one', async () => {
    const { dialog } = await openWechat({ [POLL]: bad(403, '验证码不是由本浏览器获取的，请刷新后重试') })
    await dialog.findByText('DL0001')
    await advanceSeconds(1)
    expect(dialog.getByRole('button', { name: '刷新' })).toBeTruthy()
  })

  it('offers a retry when no code was received', async () => {
    const answers = [bad(500, '系统繁忙，请稍后重试')]
    const next = makeCodes()
    const { dialog } = await openWechat({ [CODE]: () => answers.shift() ?? next() })
    expect(await screen.findByText('系统繁忙，请稍后重试')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: '刷新' }))
    expect(await dialog.findByText('DL0001')).toBeTruthy()
  })
})

describe('the official account', () => {
  it('shows the QR code of the official account when the site has one', async () => {
    const { dialog } = await openWechat({}, { wechatQr: '/file/img/official-account.png' })
    expect(dialog.getByRole('img', { name: '公众号二维码' }).getAttribute('src')).toBe('/file/img/official-account.png')
    expect(dialog.getByText('扫码关注公众号，发送下方验证码')).toBeTruthy()
  })

  it('shows the name of the official account when the site has one', async () => {
    const { dialog } = await openWechat({}, { wechat: '石衡检测' })
    expect(dialog.getByText('在微信中关注公众号“石衡检测”，发送下方验证码')).toBeTruthy()
  })
})
