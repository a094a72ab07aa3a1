import { beforeEach, expect, it, vi } from 'vitest'
import { createApiClient } from '#lib/api-client.ts'
import { setUser, useSession } from '#lib/session.ts'
import { useToasts } from '#lib/toasts.ts'
import { answering, bad, good } from '#testing/answering.ts'
import { logOut } from './log-out.ts'

const LOGOUT = 'GET /logout'
const onError = vi.fn()
const apiThat = (answer: ReturnType<typeof bad>) => createApiClient({ fetch: answering({ [LOGOUT]: answer }), onError })
const steps: string[] = []

/** What the flow does to the tab, in order. */
const tab = {
  reload: () => steps.push(`reload as ${useSession.getState().user ? 'member' : 'visitor'}`),
  goBack: async () => void steps.push('back'),
}

beforeEach(() => {
  steps.length = 0
  onError.mockClear()
  setUser({ id: '7', nickname: '林知微' })
})

it('forgets the user, says so on the page that is loaded again, and loads it', async () => {
  await logOut(apiThat(good(LOGOUT, '退出成功')), { ...tab, pathname: '/article/3' })
  expect(steps).toEqual(['reload as visitor'])
  expect(sessionStorage.getItem('user')).toBeNull()
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['退出成功'])
  expect(sessionStorage.getItem('toast')).toContain('退出成功')
})

it('goes back one page first on the user page', async () => {
  await logOut(apiThat(good(LOGOUT, '退出成功')), { ...tab, pathname: '/user' })
  expect(steps).toEqual(['back', 'reload as visitor'])
})

it('only logs a failure, and goes on', async () => {
  await logOut(apiThat(bad(502, '上游不可用')), { ...tab, pathname: '/' })
  expect(steps).toEqual(['reload as visitor'])
  expect(onError).not.toHaveBeenCalled()
  expect(console.error).toHaveBeenCalledOnce()
  vi.mocked(console.error).mockClear()
})
