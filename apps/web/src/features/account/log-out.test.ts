import { beforeEach, expect, it, vi } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { isLogoutPending, setLogoutPending } from '#lib/pending-logout.ts'
import { restoreUser, setUser, useSession } from '#lib/session.ts'
import { useToasts } from '#lib/toasts.ts'
import { type Answers, answering, bad, good } from '#testing/answering.ts'
import { loadSession } from './load-session.ts'
import { logOut } from './log-out.ts'

const LOGOUT = 'GET /logout'
const SESSION = 'GET /bff/session'
const onError = vi.fn()
const createApi = (answers: Answers) => createApiClient({ fetch: answering(answers), onError })
const createLogoutApi = (answer: ReturnType<typeof bad>) => createApi({ [LOGOUT]: answer })
const member = { id: '7', nickname: '林知微' }
const rejectUnreachable = () => Promise.reject(new TypeError('Failed to fetch'))
const STILL_HERE = { code: 200, data: { user: member, expiresAt: null } }
const listToasts = () => useToasts.getState().toasts.map(({ type, text }) => `${type} ${text}`)
const NOT_YET = 'warning 网络不通，退出尚未完成。连接恢复后会自动退出，在此之前请勿将设备交给他人'
const steps: string[] = []

/** Actions of the logout on the tab, in order. */
const tab = {
  reload: () => steps.push(`reload as ${useSession.getState().user ? 'member' : 'visitor'}`),
  goBack: async () => void steps.push('back'),
}

beforeEach(() => {
  steps.length = 0
  onError.mockClear()
  setLogoutPending(false)
  useToasts.setState({ toasts: [] })
  sessionStorage.removeItem('toast')
  setUser(member)
})

it('clears the user and confirms the logout after a reload', async () => {
  await logOut(createLogoutApi(good(LOGOUT, '退出成功')), { ...tab, pathname: '/article/3' })
  expect(steps).toEqual(['reload as visitor'])
  expect(sessionStorage.getItem('user')).toBeNull()
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['退出成功'])
  expect(sessionStorage.getItem('toast')).toContain('退出成功')
})

it('removes what the member typed in this tab, and keeps how the tab looks', async () => {
  sessionStorage.setItem('typed:orders-done', '{"code":"7KQ4RM"}')
  sessionStorage.setItem('typed:orders-new', '0.name=x')
  sessionStorage.setItem('theme', 'dark')
  await logOut(createLogoutApi(good(LOGOUT, '退出成功')), { ...tab, pathname: '/orders/new' })
  expect(Object.keys(sessionStorage).sort()).toEqual(['theme', 'toast'])
  sessionStorage.removeItem('theme')
})

it('goes back one page first on the user page', async () => {
  await logOut(createLogoutApi(good(LOGOUT, '退出成功')), { ...tab, pathname: '/user' })
  expect(steps).toEqual(['back', 'reload as visitor'])
})

it('only logs an upstream failure, as the site has cleared the cookie', async () => {
  await logOut(createLogoutApi(bad(502, '上游不可用')), { ...tab, pathname: '/' })
  expect(steps).toEqual(['reload as visitor'])
  expect(onError).not.toHaveBeenCalled()
  expect(listToasts()).toEqual(['success 退出成功'])
  expect(isLogoutPending()).toBe(false)
  expectLogged()
})

it('retries a logout that did not reach the site, and shows no user until then', async () => {
  await logOut(createApi({ [LOGOUT]: rejectUnreachable, [SESSION]: STILL_HERE }), { ...tab, pathname: '/' })
  expect(steps).toEqual(['reload as visitor'])
  expect(sessionStorage.getItem('toast')).toBeNull()
  expectLogged()

  // Simulates the next page, and another tab whose storage has the user.
  sessionStorage.setItem('user', JSON.stringify(member))
  restoreUser()
  expect(useSession.getState().user).toBeNull()
  vi.stubGlobal('fetch', answering({ [LOGOUT]: rejectUnreachable, [SESSION]: STILL_HERE }))
  await loadSession()
  expect(useSession.getState()).toEqual({ user: null, status: 'ready' })
  expect(listToasts()).toEqual([NOT_YET])
  expectLogged()

  const fetch = answering({ [LOGOUT]: good(LOGOUT, '退出成功') })
  vi.stubGlobal('fetch', fetch)
  await loadSession()
  expect(fetch.asked.map(({ key }) => key)).toEqual([LOGOUT, SESSION])
  expect(useSession.getState().user).toBeNull()
  expect(listToasts()).toEqual([NOT_YET, 'success 退出成功'])
  expect(isLogoutPending()).toBe(false)
})

it('retries until the request reaches the site', async () => {
  vi.useFakeTimers()
  setLogoutPending(true)
  const fetch = answering({ [LOGOUT]: bad(503, '繁忙'), [SESSION]: bad(502, '上游不可用') })
  vi.stubGlobal('fetch', fetch)
  await loadSession()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(fetch.of(LOGOUT)).toHaveLength(2)
  expect(listToasts()).toHaveLength(1)
  vi.stubGlobal('fetch', answering({ [LOGOUT]: good(LOGOUT, null) }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(isLogoutPending()).toBe(false)
  vi.useRealTimers()
  expectLogged(2)
})

it('does not retry after a new login', async () => {
  setLogoutPending(true)
  setUser(member)
  const fetch = answering({ [SESSION]: STILL_HERE })
  vi.stubGlobal('fetch', fetch)
  await loadSession()
  expect(fetch.asked.map(({ key }) => key)).toEqual([SESSION])
  expect(useSession.getState().user).toEqual(member)
})

function expectLogged(times = 1): void {
  expect(console.error).toHaveBeenCalledTimes(times)
  vi.mocked(console.error).mockClear()
}
