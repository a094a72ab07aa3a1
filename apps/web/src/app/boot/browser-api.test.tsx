import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { closeDialog, openDialog, useDialogs } from '#lib/dialogs.ts'
import { setUser, useSession } from '#lib/session.ts'
import { type Answers, type Asked, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'

const SEND = 'POST /v1/feedback/'
const LIKE = 'GET /v1/article/like'
const LOGIN = 'POST /oauth/emailLogin'
const SESSION = 'GET /bff/session'
const EXPIRED = bad(401, '当前会话已过期，请重新登录')
const member = { id: 'a'.repeat(32), nickname: '林知微' }
const asMember = { [SESSION]: { code: 200, data: { user: member, expiresAt: null } } }
const makeLoginAnswer = (user: object) => ({ [LOGIN]: { code: 200, data: { ...user, token: 't'.repeat(20) } } })

const outcomes: unknown[] = []
beforeEach(() => {
  outcomes.length = 0
})

/** A page with a text field and buttons that make calls. */
function Desk() {
  const api = useApi()
  const [text, setText] = useState('')
  const recordOutcome = (work: Promise<unknown>) =>
    void work.then(
      () => outcomes.push('done'),
      (reason: unknown) => outcomes.push(reason instanceof ApiError ? reason.code : (reason as Error).name),
    )
  const send = () => recordOutcome(api.call(SEND, { body: { type: 1, title: '题', content: text } }))
  const like = (signal?: AbortSignal) => recordOutcome(api.call(LIKE, { query: { articleId: 7 }, signal }))
  return (
    <>
      <h1>书桌</h1>
      <textarea aria-label="正文" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={send}>
        发送
      </button>
      <button type="button" onClick={() => like()}>
        点赞
      </button>
      <button
        type="button"
        onClick={() => {
          const controller = new AbortController()
          like(controller.signal)
          queueMicrotask(() => setTimeout(() => controller.abort(), 0))
        }}
      >
        点赞后离开
      </button>
    </>
  )
}

/** Answers calls with 401 until a login. */
const answerAfterLogin = (data: unknown) => {
  let hasLoggedIn = false
  return {
    login: () => {
      hasLoggedIn = true
    },
    answer: (_asked: Asked) => (hasLoggedIn ? { code: 200, data } : EXPIRED),
  }
}

async function openDesk(answers: Answers) {
  const page = openPage('/', [{ path: '/', element: <Desk /> }], { ...asMember, ...answers })
  await screen.findByRole('heading', { name: '书桌' })
  await waitFor(() => expect(useSession.getState().status).toBe('ready'))
  return page
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

async function logIn() {
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('账号'), { target: { value: 'zhiwei' } })
  fireEvent.change(dialog.getByLabelText('密码'), { target: { value: 'secret' } })
  fireEvent.click(dialog.getByRole('button', { name: '登录' }))
}

describe('a call refused with 401 after the session has ended', () => {
  it('opens the login dialog, keeps typed text, and resends after the login', async () => {
    const gate = answerAfterLogin(null)
    const { fetch } = await openDesk({
      [SEND]: gate.answer,
      [LOGIN]: () => {
        gate.login()
        return { code: 200, data: { ...member, token: 't'.repeat(20) } }
      },
    })
    fireEvent.change(screen.getByLabelText('正文'), { target: { value: '写了一半' } })
    press('发送')
    expect(await screen.findByText('当前会话已过期，请重新登录')).toBeTruthy()
    expect([useSession.getState().user, sessionStorage.getItem('user')]).toEqual([null, null])
    expect(outcomes).toEqual([])
    await logIn()
    await waitFor(() => expect(outcomes).toEqual(['done']))
    expect(fetch.of(SEND).map(({ body }) => body)).toEqual(Array(2).fill({ type: 1, title: '题', content: '写了一半' }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('正文').value).toBe('写了一半')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('warns about social logins that would leave the page with typed text', async () => {
    const site = { code: 200, data: { name: '石衡珠宝玉石检测中心', loginTypeList: '1,6' } }
    await openDesk({ 'GET /v1/webSiteInfo': site, [SEND]: EXPIRED })
    act(() => openDialog('login'))
    await screen.findByRole('button', { name: '使用 GitHub 登录' })
    expect(screen.queryByText(/正在填写的内容可能丢失/)).toBeNull()
    act(() => closeDialog('login'))
    press('发送')
    expect(await screen.findByText(/正在填写的内容可能丢失/)).toBeTruthy()
  })

  it('shares one login dialog with other calls, and resends each of them', async () => {
    const gate = answerAfterLogin(null)
    const { fetch } = await openDesk({
      [SEND]: gate.answer,
      [LIKE]: gate.answer,
      [LOGIN]: () => {
        gate.login()
        return { code: 200, data: { ...member, token: 't'.repeat(20) } }
      },
    })
    press('发送')
    press('点赞')
    press('点赞')
    await logIn()
    await waitFor(() => expect(outcomes).toEqual(['done', 'done', 'done']))
    expect([fetch.of(SEND).length, fetch.of(LIKE).length]).toEqual([2, 4])
    expect(useDialogs.getState().open).toBeNull()
  })

  it('opens the dialog once even if the page learned of the logout before the answer arrived', async () => {
    const gate = answerAfterLogin(null)
    const { fetch } = await openDesk({
      [SEND]: gate.answer,
      [LIKE]: EXPIRED,
      [LOGIN]: () => {
        gate.login()
        return { code: 200, data: { ...member, token: 't'.repeat(20) } }
      },
    })
    press('发送')
    act(() => setUser(null))
    await logIn()
    await waitFor(() => expect(outcomes).toEqual(['done']))
    expect(fetch.of(SEND)).toHaveLength(2)

    // Closing the dialog settles all waiting calls.
    press('点赞')
    press('点赞')
    await waitFor(() => expect(useDialogs.getState().open).toBe('login'))
    act(() => closeDialog('login'))
    await waitFor(() => expect(outcomes).toEqual(['done', 401, 401]))
    expect(useDialogs.getState().open).toBeNull()
  })

  it('fails with 401 when the dialog is closed', async () => {
    const { fetch } = await openDesk({ [SEND]: EXPIRED })
    press('发送')
    await screen.findByRole('dialog')
    act(() => closeDialog('login'))
    await waitFor(() => expect(outcomes).toEqual([401]))
    expect(fetch.of(SEND)).toHaveLength(1)
  })

  it('does not resend after a login with another account', async () => {
    const { fetch } = await openDesk({
      [SEND]: EXPIRED,
      ...makeLoginAnswer({ id: 'b'.repeat(32), nickname: '周观澜' }),
    })
    press('发送')
    await logIn()
    await waitFor(() => expect(outcomes).toEqual([401]))
    expect(await screen.findByText('登录的是另一个账号，刚才的操作没有提交')).toBeTruthy()
    expect(fetch.of(SEND)).toHaveLength(1)
  })

  it('resends only once, even if the call is refused again', async () => {
    const { fetch } = await openDesk({ [SEND]: EXPIRED, ...makeLoginAnswer(member) })
    press('发送')
    await logIn()
    await waitFor(() => expect(outcomes).toEqual([401]))
    expect(fetch.of(SEND)).toHaveLength(2)
    expect(useDialogs.getState().open).toBe('login')
  })

  it('aborts by its signal while waiting', async () => {
    const { fetch } = await openDesk({ [LIKE]: EXPIRED, ...makeLoginAnswer(member) })
    press('点赞后离开')
    await screen.findByRole('dialog')
    await waitFor(() => expect(outcomes).toEqual(['AbortError']))
    await logIn()
    await waitFor(() => expect(useSession.getState().user).not.toBeNull())
    expect(fetch.of(LIKE)).toHaveLength(1)
  })

  it('resends at once when the login took place before the answer arrived', async () => {
    let answerLater: (answer: ReturnType<typeof bad>) => void = () => undefined
    const answers = [new Promise<ReturnType<typeof bad>>((resolve) => (answerLater = resolve))]
    const { fetch } = await openDesk({ [SEND]: () => answers.shift() ?? good(SEND, null) })
    press('发送')
    act(() => setUser(null))
    act(() => setUser(member))
    await act(async () => answerLater(EXPIRED))
    await waitFor(() => expect(outcomes).toEqual(['done']))
    expect(fetch.of(SEND)).toHaveLength(2)
    expect([useSession.getState().user, useDialogs.getState().open]).toEqual([member, null])
  })

  it('fails at once for a visitor, and opens the login dialog', async () => {
    await openDesk({ [SESSION]: { code: 200, data: { user: null, expiresAt: null } }, [LIKE]: EXPIRED })
    press('点赞')
    await waitFor(() => expect(outcomes).toEqual([401]))
    expect(useDialogs.getState().open).toBe('login')
  })
})

it('adopts the login of another tab and closes its dialog', async () => {
  let user: object | null = null
  await openDesk({ [SESSION]: () => ({ code: 200, data: { user, expiresAt: null } }), [LIKE]: EXPIRED })
  press('点赞')
  await screen.findByRole('dialog')
  user = member
  new BroadcastChannel('session').postMessage('changed')
  await waitFor(() => expect(useSession.getState().user).toEqual(member))
  await waitFor(() => expect(useDialogs.getState().open).toBeNull())
})
