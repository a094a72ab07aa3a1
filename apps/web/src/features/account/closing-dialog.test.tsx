import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useClosing } from '#lib/closing.ts'
import { useSession } from '#lib/session.ts'
import { type Answers, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'

const UNDO = 'DELETE /v1/user/closure'
const me = { id: 'a'.repeat(32), nickname: '林知微' }
const closing = { ...me, closeTime: '2026-11-29 10:00:00' }

/** Opens the page with a session that is closing, until the closure is undone. */
function open(more: Answers) {
  let user: object = closing
  return openPage('/', makePlainPages('/'), {
    'GET /bff/session': () => ({ code: 200, data: { user, expiresAt: null } }),
    [UNDO]: () => {
      user = me
      return good(UNDO, null)
    },
    ...more,
  })
}
const findDialog = async () => within(await screen.findByRole('dialog', { name: /账号将于 .*注销/ }))

it('offers to undo the closure after a login to a closing account', async () => {
  open({})
  const asked = await findDialog()
  expect(useSession.getState().user).toBeNull()
  fireEvent.click(asked.getByRole('button', { name: '撤销注销' }))
  expect(await screen.findByText('已撤销注销，账号恢复正常')).toBeTruthy()
  await waitFor(() => expect(useSession.getState().user).toMatchObject(me))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('logs out when the closure is not undone', async () => {
  const { fetch } = open({ 'GET /logout': good('GET /logout', '退出成功') })
  fireEvent.click((await findDialog()).getByRole('button', { name: '不撤销，退出登录' }))
  await waitFor(() => expect(fetch.of('GET /logout')).toHaveLength(1))
  expect(useClosing.getState().closing).toBeNull()
  expect(fetch.of(UNDO)).toEqual([])
})
