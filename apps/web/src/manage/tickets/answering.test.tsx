import type { Ticket } from '@portal/contract/tickets/ticket-shapes.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settleGate } from '#manage/staff/gates.ts'
import { bad, good } from '#testing/answering.ts'
import { ANSWER, answers, at, field, ONE, open, TICKET } from '#testing/open-tickets.ts'
import { useOutgoing } from './outgoing-answers.ts'

const TEXT = '请带扣再称'
const getOutgoing = () => useOutgoing.getState().answers
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = { version: 3, content: TEXT, state: 'waiting' }

beforeEach(() => {
  localStorage.clear()
  useOutgoing.setState({ answers: [] })
})
afterEach(() => vi.useRealTimers())

/** Writes an answer and presses the button that delays its sending. */
async function answer(more = {}) {
  const opened = open('/tickets/1042', answers({}, more))
  await field()
  // The client loads its first page twice here, so text typed in between would belong to a page that is replaced.
  await waitFor(() => expect(opened.fetch.of('GET /v1/manage/overview')).toHaveLength(2))
  fireEvent.change(await field(), { target: { value: TEXT } })
  await waitFor(() => expect(getDraft()).toBe(TEXT))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  press('答复并等待')
  return opened
}
const advanceSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
/** Processes pending answers until the check holds. */
async function waitUntil(check: () => boolean) {
  for (let turn = 0; turn < 100 && !check(); turn += 1) await advanceSeconds(0.05)
  expect(check()).toBe(true)
}
const getDraft = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '答复对方' }).value

it('sends an answer after ten seconds, not before', async () => {
  const { fetch } = await answer({ [at(ANSWER)]: good(ANSWER, TICKET) })
  await advanceSeconds(9)
  expect(fetch.of(at(ANSWER))).toEqual([])
  await advanceSeconds(1)
  expect(fetch.of(at(ANSWER))).toMatchObject([{ body: sent }])
  expect(getOutgoing()).toEqual([])
})

it('takes an answer back within ten seconds: it becomes a draft again and is never sent', async () => {
  const { fetch } = await answer({ [at(ANSWER)]: good(ANSWER, TICKET) })
  await advanceSeconds(8)
  press('撤回修改')
  expect(getDraft()).toBe(TEXT)
  await advanceSeconds(60)
  expect(fetch.of(at(ANSWER))).toEqual([])
})

it('sends an answer at once on request', async () => {
  const { fetch } = await answer({ [at(ANSWER)]: good(ANSWER, TICKET) })
  press('立即发送')
  await advanceSeconds(0)
  expect(fetch.of(at(ANSWER))).toMatchObject([{ body: sent }])
  await advanceSeconds(60)
  expect(fetch.of(at(ANSWER))).toHaveLength(1)
})

it('restores an answer as a draft when a newer message has arrived, and shows that message', async () => {
  const entry = { kind: 'customer' as const, name: null, content: '已经找到原因了', change: null, isNotice: false }
  const newer = { ...entry, key: 'e1', pictureNames: [], mail: null, time: '2026-11-19 09:40:00' }
  let ticket: Ticket = TICKET
  await answer({
    [at(ONE)]: () => good(ONE, ticket),
    [at(ANSWER)]: () => {
      ticket = { ...TICKET, version: 4, entries: [newer] }
      return bad(409, '内容已被他人修改')
    },
  })
  await advanceSeconds(10)
  await waitUntil(() => screen.queryByText('已经找到原因了') !== null)
  expect(getDraft()).toBe(TEXT)
  expect(screen.getByText('T-1042 刚有新内容，答复没有发出，已放回草稿')).toBeTruthy()
  expect(getOutgoing()).toEqual([])
})

it('keeps an answer while offline, and sends it later with the same key', async () => {
  let isOffline = true
  const { fetch } = await answer({
    [at(ANSWER)]: () => {
      if (isOffline) throw new TypeError('Failed to fetch')
      return good(ANSWER, TICKET)
    },
  })
  await advanceSeconds(10)
  const [queuedAnswer] = getOutgoing()
  expect(queuedAnswer?.body).toMatchObject(sent)
  expect(localStorage.getItem(`${'a'.repeat(32)}:outgoing-answers`)).toContain(TEXT)
  isOffline = false
  await advanceSeconds(15)
  const refs = fetch.of(at(ANSWER)).map(({ body }) => (body as { ref: string }).ref)
  expect(refs).toEqual([queuedAnswer?.body.ref, queuedAnswer?.body.ref])
  expect(getOutgoing()).toEqual([])
})

it('sends an answer again after the ended login was renewed', async () => {
  let isEnded = true
  const { fetch } = await answer({
    [at(ANSWER)]: () => (isEnded ? bad(401, '当前会话已过期，请重新登录') : good(ANSWER, TICKET)),
  })
  await advanceSeconds(10)
  await waitUntil(() => screen.queryByRole('dialog', { name: '登录已结束' }) !== null)
  expect(getOutgoing()).toHaveLength(1)
  isEnded = false
  await act(async () => settleGate(true))
  await waitUntil(() => getOutgoing().length === 0)
  expect(fetch.of(at(ANSWER))).toHaveLength(2)
})

it('restores an answer as a draft when the login is not renewed', async () => {
  await answer({ [at(ANSWER)]: bad(401, '当前会话已过期，请重新登录') })
  await advanceSeconds(10)
  await act(async () => settleGate(false))
  await waitUntil(() => getDraft() === TEXT)
  expect(getOutgoing()).toEqual([])
})
