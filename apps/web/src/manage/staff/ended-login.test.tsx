import { CLOSE } from '@portal/contract/socket.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { fakeSockets } from '#testing/fake-socket.ts'
import { makeArea, OWNER, openArea, staffAnswers } from '#testing/open-manage.tsx'

const ME = 'GET /v1/manage/me'
const SESSION = 'GET /bff/session'
const PROOF = 'POST /v1/manage/factor/proof'
const page = {
  Component: () => (
    <>
      <h1>收费标准</h1>
      <input aria-label="正文" />
    </>
  ),
}

/** Opens a page; `session.id` is the account of the login, `null` without one. */
async function open() {
  const session: { id: string | null; isProven: boolean } = { id: OWNER.id, isProven: true }
  const sockets = fakeSockets()
  openArea('/pages', {
    areas: [makeArea('/pages', '页面', page)],
    answers: staffAnswers(
      {},
      {
        [SESSION]: () => ({ code: 200, data: { user: session.id ? { id: session.id } : null, expiresAt: null } }),
        [ME]: () => staffAnswers({ id: session.id ?? '', isProven: session.isProven })[ME] as never,
        'POST /oauth/emailLogin': () => {
          session.id ??= OWNER.id
          session.isProven = false
          return { code: 200, data: { id: session.id } }
        },
        [PROOF]: () => {
          session.isProven = true
          return good(PROOF, null)
        },
      },
    ),
  })
  await screen.findByRole('heading', { name: '收费标准' })
  fireEvent.change(screen.getByLabelText('正文'), { target: { value: '没有保存的字' } })
  await waitFor(() => expect(sockets.open()).toHaveLength(1))
  sockets.last().welcome(OWNER.id)
  return { session, sockets }
}
const logIn = () => {
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'quartz over granite' } })
  fireEvent.click(screen.getByRole('button', { name: '登录' }))
}
const findCover = () => screen.getByLabelText('正文').closest('[data-covered]')

it('covers the page at once when the login is ended elsewhere, and shows it with the typed text after a new login', async () => {
  const { session, sockets } = await open()
  session.id = null
  act(() => sockets.last().end(CLOSE.loggedOut))
  expect((await screen.findByRole('alert')).textContent).toContain('这次登录已被结束')
  expect(findCover()).not.toBeNull()
  logIn()
  expect(await screen.findByRole('heading', { name: '两步验证' })).toBeTruthy()
  expect(findCover()).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '用恢复码' }))
  fireEvent.change(screen.getByLabelText('恢复码'), { target: { value: '4k7p-91rt-xe0m-c2wd' } })
  fireEvent.click(screen.getByRole('button', { name: '验证' }))
  await waitFor(() => expect(findCover()).toBeNull())
  expect((screen.getByLabelText('正文') as HTMLInputElement).value).toBe('没有保存的字')
})

it('discards the page when another account logs in over it', async () => {
  const { session, sockets } = await open()
  session.id = null
  act(() => sockets.last().end(CLOSE.loggedOut))
  await screen.findByRole('alert')
  session.id = 'b'.repeat(32)
  logIn()
  expect(await screen.findByRole('heading', { name: '两步验证' })).toBeTruthy()
  expect(screen.queryByLabelText('正文')).toBeNull()
})

it('leaves the page uncovered when only the connection was lost', async () => {
  const { sockets } = await open()
  act(() => sockets.last().end(CLOSE.loggedOut))
  await act(async () => {})
  expect(findCover()).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
