import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { ANSWER, answers, at, field, LIST, ONE, open, RESEND, TICKET, UPDATE } from '#testing/open-tickets.ts'
import { useOutgoing } from './outgoing-answers.ts'

beforeEach(() => {
  localStorage.clear()
  useOutgoing.setState({ answers: [] })
})

it('lists tickets with state and due time, and shows counts above a thousand as 1000+', async () => {
  const { fetch } = open('/tickets?view=closed&kind=forgery&odd=1')
  expect((await screen.findByText('超 7 小时')).closest('a')?.getAttribute('href')).toBe(
    '/manage/tickets/1042?view=closed&kind=forgery&odd=1',
  )
  expect(screen.getByRole('link', { name: /已办结\s*1000\+/ })).toBeTruthy()
  expect(Object.fromEntries(fetch.of(LIST)[0]?.query ?? [])).toEqual({ view: 'closed', kind: 'forgery' })
})

it('says where the open ticket is when the list beside it has others', async () => {
  const waiting = answers(
    { state: 'waiting', dueTime: null, isStopped: true },
    { [LIST]: good(LIST, { records: [], next: null }) },
  )
  open('/tickets/1042?view=new', waiting)
  const link = await screen.findByRole('link', { name: '“等对方回复”' })
  expect(link.getAttribute('href')).toBe('/manage/tickets/1042?view=waiting')
  expect(link.parentElement?.textContent).toBe('打开的 T-1042 不在这一列，现在是“等对方回复”')
})

it('keeps the dialog of the due time open when the clock stops meanwhile, and says why it does not move', async () => {
  let ticket = TICKET
  const answered = Promise.withResolvers<void>()
  const opened = answers(
    {},
    {
      [at(ONE)]: () => good(ONE, ticket),
      [at(UPDATE)]: async () => {
        await answered.promise
        return good(UPDATE, ticket)
      },
    },
  )
  open('/tickets/1042', opened)
  await field()
  fireEvent.keyDown(document.body, { key: 'a' })
  fireEvent.keyDown(document.body, { key: 'd' })
  const dialog = within(await screen.findByRole('dialog', { name: '改期' }))
  const day = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T09:00`
  fireEvent.change(dialog.getByLabelText(/应答复于/), { target: { value: day } })
  expect(dialog.getByRole('button', { name: '改期' })).toHaveProperty('disabled', false)
  ticket = { ...TICKET, state: 'waiting', dueTime: null, isStopped: true, version: 4 }
  answered.resolve()
  expect(await dialog.findByText(/刚停止计时/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: '改期' })).toHaveProperty('disabled', true)
  expect(dialog.getByLabelText(/应答复于/)).toHaveProperty('value', day)
})

it('separates answer and note, each with its draft, and leaves single keys to the fields', async () => {
  const { unmount } = open()
  fireEvent.change(await field(), { target: { value: '请带扣再称' } })
  fireEvent.keyDown(document.body, { key: 'n' })
  const note = screen.getByRole('textbox', { name: '内部备注' })
  expect(document.activeElement).toBe(note)
  expect(note).toHaveProperty('value', '')
  fireEvent.change(note, { target: { value: '天平已校准' } })
  unmount()
  open()
  expect((await field()).value).toBe('请带扣再称')
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(screen.getByRole('textbox', { name: '内部备注' })).toHaveProperty('value', '天平已校准')
})

it('sends the unsent answers of an earlier visit', async () => {
  const id = 'b'.repeat(32)
  const body = { version: 3, content: '早先的答复', state: 'closed' as const, ref: 'earlier-visit' }
  const stored = [{ ticketId: 1042, body, draftKey: 'x', sendAtMs: 0 }]
  localStorage.setItem(`${id}:outgoing-answers`, JSON.stringify(stored))
  const { fetch } = open('/tickets/1042', answers({}, { [at(ANSWER)]: good(ANSWER, TICKET) }, { id }))
  await waitFor(() => expect(fetch.of(at(ANSWER))).toMatchObject([{ body }]))
  await waitFor(() => expect(localStorage.getItem(`${id}:outgoing-answers`)).toBeNull())
})

it('shows a failed mail with its reason, and sends it again', async () => {
  const mail = {
    id: 7,
    state: 'failed' as const,
    reason: '550 no such mailbox',
    attempts: 1,
    retryTime: null,
    time: '2026-11-19 09:41:00',
  }
  const entry = {
    key: 'a1',
    kind: 'answer' as const,
    name: '林知微',
    content: '您好',
    change: null,
    isNotice: false,
    pictureNames: [],
  }
  const ticket = { entries: [{ ...entry, mail, time: '2026-11-19 09:40:00' }] }
  const { fetch } = open('/tickets/1042', answers(ticket, { [at(RESEND)]: good(RESEND, TICKET) }))
  await screen.findByText('550 no such mailbox')
  fireEvent.click(screen.getByRole('button', { name: '重发' }))
  await waitFor(() => expect(fetch.of(at(RESEND))).toMatchObject([{ body: { mailId: 7 } }]))
})

it('shows when a mail is sent again, and sends it at once on request', async () => {
  const waits = { attempts: 2, retryTime: '2026-11-19 10:46:00', time: '2026-11-19 10:16:00' }
  const mail = { id: 7, state: 'queued' as const, reason: '451 try again later', ...waits }
  const entry = {
    key: 'a1',
    kind: 'answer' as const,
    name: '林知微',
    content: '您好',
    change: null,
    isNotice: false,
    pictureNames: [],
  }
  const ticket = { entries: [{ ...entry, mail, time: '2026-11-19 10:10:00' }] }
  const { fetch } = open('/tickets/1042', answers(ticket, { [at(RESEND)]: good(RESEND, TICKET) }))
  await screen.findByText('邮件未送出，等待重试')
  expect(screen.getByText('试过 2 次；451 try again later')).toBeTruthy()
  expect(screen.getByText(/下次重试 .*10:46/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '立即重试' }))
  await waitFor(() => expect(fetch.of(at(RESEND))).toMatchObject([{ body: { mailId: 7 } }]))
})

it('assigns a ticket to the caller with A and closes it with E', async () => {
  const { fetch } = open('/tickets/1042', answers({}, { [at(UPDATE)]: good(UPDATE, TICKET) }))
  await field()
  fireEvent.keyDown(document.body, { key: 'a' })
  fireEvent.keyDown(document.body, { key: 'e' })
  await waitFor(() =>
    expect(fetch.of(at(UPDATE)).map(({ body }) => body)).toEqual([
      { version: 3, assigneeId: 'a'.repeat(32) },
      { version: 3, state: 'closed' },
    ]),
  )
})

it.each([
  ['support', 1],
  ['edit', 0],
] as const)('offers the duty %s copies of the certificate: %i', async (duty, links) => {
  open('/tickets/1042', answers({ certificateNo: 'sh 2026 1103 0012 85' }, {}, { duties: [duty] }))
  await field()
  const found = screen.queryAllByRole('link', { name: '打印副本' })
  expect(found.map((link) => link.getAttribute('href'))).toEqual(
    Array(links).fill('/manage/certificates/print?no=SH20261103001285'),
  )
})
