import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { setLogoutPending } from '#lib/pending-logout.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makeArea, openArea, staffAnswers } from '#testing/open-manage.tsx'

const RENEW = 'POST /v1/manage/factor/recoveryCodes'
const PROOF = 'POST /v1/manage/factor/proof'
const LOGIN = 'POST /oauth/emailLogin'
const ME = 'a'.repeat(32)
const stale = {
  code: 403,
  message: '这项操作需要再次验证',
  data: null,
  extra: { factor: 'fresh', action: 'user.disable' },
}
const renewed = good(RENEW, { recoveryCodes: ['4k7p-91rt-xe0m-c2wd'] })
const totp = {
  id: 'totp',
  kind: 'totp',
  label: '验证器应用',
  isSynced: false,
  createTime: '2026-03-02 09:00:00',
  lastUseTime: null,
} as const

/** Returns the answers one after another, and then repeats the last one. */
function answerInTurn<T>(...answers: T[]): () => T {
  let at = 0
  return () => answers[Math.min(at++, answers.length - 1)] as T
}

const page = { Component: () => <h1>收费标准</h1> }

async function open(answers: Answers) {
  const opened = openArea('/pages', {
    areas: [makeArea('/pages', '页面', page)],
    answers: staffAnswers({ methods: [totp] }, answers),
  })
  await screen.findByRole('heading', { name: '收费标准' })
  return opened
}

const enterCode = (code: string) => {
  fireEvent.change(screen.getByLabelText('动态验证码'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: '验证' }))
}

it('requests a proof when the last one is too old, and then sends the call again', async () => {
  const { api, fetch } = await open({ [RENEW]: answerInTurn(stale, renewed), [PROOF]: good(PROOF, null) })
  const call = api.call(RENEW)
  const dialog = within(await screen.findByRole('dialog', { name: '再次验证' }))
  expect(dialog.getByText('要停用账号，请再验证一次；15 分钟内不再询问。')).toBeTruthy()
  enterCode('482 913')
  expect((await call).recoveryCodes).toHaveLength(1)
  expect(fetch.of(PROOF)[0]?.body).toEqual({ totp: '482913' })
  expect(fetch.of(RENEW)).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('sends all waiting calls again after one proof', async () => {
  const { api, fetch } = await open({ [RENEW]: answerInTurn(stale, stale, renewed), [PROOF]: good(PROOF, null) })
  const calls = [api.call(RENEW), api.call(RENEW)]
  await screen.findByRole('dialog', { name: '再次验证' })
  enterCode('482913')
  await Promise.all(calls)
  expect([fetch.of(PROOF).length, fetch.of(RENEW).length]).toEqual([1, 4])
})

it('keeps the dialog open after a wrong code', async () => {
  const { api } = await open({
    [RENEW]: answerInTurn(stale, renewed),
    [PROOF]: answerInTurn(bad(500, '验证没有通过，请重试'), good(PROOF, null)),
  })
  const call = api.call(RENEW)
  await screen.findByRole('dialog')
  enterCode('000000')
  expect(await screen.findByText('验证没有通过，请重试')).toBeTruthy()
  enterCode('482913')
  expect((await call).recoveryCodes).toHaveLength(1)
})

it('refuses the call when the dialog is closed', async () => {
  const { api, fetch } = await open({ [RENEW]: stale })
  const call = api.call(RENEW).catch((reason: unknown) => reason)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: '关闭' }))
  expect(await call).toMatchObject({ code: 403 })
  expect(await screen.findByText('没有验证，刚才的操作没有提交')).toBeTruthy()
  expect(fetch.of(RENEW)).toHaveLength(1)
})

it('closes the dialog when the page that made the call is left', async () => {
  const { api } = await open({ [RENEW]: stale })
  const controller = new AbortController()
  const call = api
    .bindTo(controller.signal)
    .call(RENEW)
    .catch((reason: unknown) => reason)
  await screen.findByRole('dialog')
  await act(async () => controller.abort(new DOMException('left', 'AbortError')))
  expect(await call).toMatchObject({ message: 'left' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('opens no dialog for background calls', async () => {
  const { api } = await open({ [RENEW]: stale })
  await expect(api.call(RENEW, { quiet: true })).rejects.toMatchObject({ code: 403 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('opens the login when the session has ended, with the page unchanged', async () => {
  const { api, fetch } = await open({
    [RENEW]: answerInTurn(bad(401, '当前会话已过期，请重新登录'), stale, renewed),
    [LOGIN]: { code: 200, data: { id: ME, nickname: '顾怀瑾' } },
    [PROOF]: good(PROOF, null),
  })
  const call = api.call(RENEW)
  const dialog = within(await screen.findByRole('dialog', { name: '登录已结束' }))
  expect((dialog.getByLabelText('账号') as HTMLInputElement).value).toBe('owner@example.test')
  fireEvent.change(dialog.getByLabelText('密码'), { target: { value: 'quartz over granite' } })
  fireEvent.click(dialog.getByRole('button', { name: '登录' }))
  await screen.findByRole('dialog', { name: '再次验证' })
  expect(screen.getByText('收费标准')).toBeTruthy()
  enterCode('482913')
  await call
  expect(fetch.of(LOGIN)[0]?.body).toEqual({ email: 'owner@example.test', password: 'quartz over granite' })
})

it('accepts recovery codes for the proof of a renewed login, and then closes the dialog', async () => {
  let isProven = true
  const prove = { code: 403, message: '请先完成两步验证', data: null, extra: { factor: 'prove' } }
  const { api, fetch } = await open({
    'GET /v1/manage/me': () => staffAnswers({ methods: [totp], isProven })['GET /v1/manage/me'] as never,
    [RENEW]: answerInTurn<object>(bad(401, '当前会话已过期，请重新登录'), prove, renewed) as never,
    [LOGIN]: () => {
      isProven = false
      return { code: 200, data: { id: ME, nickname: '顾怀瑾' } }
    },
    [PROOF]: () => {
      isProven = true
      return good(PROOF, null)
    },
  })
  const call = api.call(RENEW)
  const login = within(await screen.findByRole('dialog', { name: '登录已结束' }))
  fireEvent.change(login.getByLabelText('密码'), { target: { value: 'quartz over granite' } })
  fireEvent.click(login.getByRole('button', { name: '登录' }))
  const proof = within(await screen.findByRole('dialog', { name: '再次验证' }))
  expect(screen.getByText('收费标准')).toBeTruthy()
  fireEvent.click(proof.getByRole('button', { name: '用恢复码' }))
  fireEvent.change(proof.getByLabelText('恢复码'), { target: { value: '4k7p-91rt-xe0m-c2wd' } })
  fireEvent.click(proof.getByRole('button', { name: '验证' }))
  expect((await call).recoveryCodes).toHaveLength(1)
  expect(fetch.of(PROOF)[0]?.body).toEqual({ recoveryCode: '4k7p-91rt-xe0m-c2wd' })
  await waitFor(() => expect(fetch.of('GET /v1/manage/me')).toHaveLength(3))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('收费标准')).toBeTruthy()
})

it('does not send the call of one account for another', async () => {
  const { api, fetch } = await open({
    [RENEW]: bad(401, '当前会话已过期，请重新登录'),
    [LOGIN]: { code: 200, data: { id: 'b'.repeat(32), nickname: '沈砚秋' } },
  })
  const call = api.call(RENEW).catch((reason: unknown) => reason)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('密码'), { target: { value: 'x' } })
  fireEvent.click(dialog.getByRole('button', { name: '登录' }))
  expect(await call).toMatchObject({ code: 401 })
  expect(fetch.of(RENEW)).toHaveLength(1)
  expect(await screen.findByText('登录的是另一个账号，刚才的操作没有提交')).toBeTruthy()
})

it('shows other refusals, and leaves conflicts to the page', async () => {
  const { api } = await open({
    [RENEW]: answerInTurn(bad(500, '请稍后再试'), { code: 409, message: '内容已被他人修改', extra: { current: {} } }),
  })
  await expect(api.call(RENEW)).rejects.toMatchObject({ code: 500 })
  expect(await screen.findByText('请稍后再试')).toBeTruthy()
  await expect(api.call(RENEW)).rejects.toMatchObject({ code: 409 })
  expect(screen.queryByText('内容已被他人修改')).toBeNull()
})

it('completes a logout that did not reach the site before', async () => {
  setLogoutPending(true)
  const { fetch } = await open({ 'GET /logout': { code: 200, data: null } })
  expect(fetch.of('GET /logout')).toHaveLength(1)
  await vi.waitFor(() => expect(localStorage.getItem('logout-pending')).toBeNull())
})
