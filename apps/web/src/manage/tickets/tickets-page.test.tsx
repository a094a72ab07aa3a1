import type { Ticket, TicketItem } from '@portal/contract/manage/ticket-shapes.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bad, good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'
import { useOutgoing } from './outgoing-answers.ts'

const LIST = 'GET /v1/manage/tickets'
const ONE = 'GET /v1/manage/tickets/{id}'
const UPDATE = 'PUT /v1/manage/tickets/{id}'
const ANSWER = 'POST /v1/manage/tickets/{id}/answers'
const RESEND = 'POST /v1/manage/tickets/{id}/mails'
/** A call as it is made for the ticket. */
const at = <K extends string>(key: K) => key.replace('{id}', '1042') as K
const HOUR_MS = 3_600_000

const ITEM: TicketItem = {
  id: 1042,
  kind: 'feedback',
  state: 'new',
  title: '重量与实物不符',
  customer: null,
  assigneeId: null,
  assigneeName: null,
  leftMs: -7 * HOUR_MS,
  allowedMs: 16 * HOUR_MS,
  isStopped: false,
  pictures: 0,
  reports: 0,
  hasFailedMail: false,
  createTime: '2026-11-18 03:36:00',
}
const TICKET: Ticket = {
  ...ITEM,
  version: 3,
  dueTime: '2026-11-20 03:36:00',
  closeTime: null,
  content: '家里的秤称是 11.9 g',
  type: 2,
  customerId: null,
  email: 'li@example.test',
  phone: null,
  source: 'site',
  channel: 'mail',
  pictureNames: [],
  picture: null,
  certificateNo: null,
  comment: null,
  otherTickets: 0,
  entries: [],
}

const REPLIES = [
  { id: 1, title: '补照片', content: '{称呼}，您好：请就 {工单号} 补一张照片。', version: 1 },
  { id: 2, title: '证书已查', content: '证书 {证书编号} 由本中心签发。', version: 4 },
]

const answers = (ticket: Partial<Ticket> = {}, more = {}, self = {}) =>
  staffAnswers(self, {
    [LIST]: good(LIST, { records: [ITEM], next: null }),
    'GET /v1/manage/tickets/counts': good('GET /v1/manage/tickets/counts', {
      ...{ new: 1, mine: 0, open: 0, waiting: 0, closed: 1001, all: 1001, late: 1 },
    }),
    'GET /v1/manage/tickets/times': good('GET /v1/manage/tickets/times', {
      ...{ answered: 0, medianMs: null, p90Ms: null, longestMs: null, late: 0, allowedMs: 16 * HOUR_MS },
    }),
    'GET /v1/manage/tickets/replies': good('GET /v1/manage/tickets/replies', REPLIES),
    'GET /v1/manage/tickets/assignees': good('GET /v1/manage/tickets/assignees', []),
    [at(ONE)]: good(ONE, { ...TICKET, ...ticket }),
    ...more,
  })
const open = (path = '/tickets/1042', given = answers()) => openManage(given, path)
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: '答复对方' })

beforeEach(() => {
  localStorage.clear()
  useOutgoing.setState({ answers: [] })
})

it('lists tickets with state and due time, and counts beyond a thousand as such', async () => {
  const { fetch } = open('/tickets?view=closed&kind=forgery&odd=1')
  expect((await screen.findByText('超 7 小时')).closest('a')?.getAttribute('href')).toBe(
    '/manage/tickets/1042?view=closed&kind=forgery&odd=1',
  )
  expect(screen.getByRole('link', { name: /已办结\s*1000\+/ })).toBeTruthy()
  expect(Object.fromEntries(fetch.of(LIST)[0]?.query ?? [])).toEqual({ view: 'closed', kind: 'forgery' })
})

it('keeps answer and note apart, each with its draft, and leaves single keys to the fields', async () => {
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

it('holds an answer back, and sends it at once when told so', async () => {
  const { fetch } = open('/tickets/1042', answers({}, { [at(ANSWER)]: good(ANSWER, TICKET) }))
  fireEvent.change(await field(), { target: { value: '请带扣再称' } })
  fireEvent.click(screen.getByRole('button', { name: '答复并等待' }))
  expect((await field()).value).toBe('')
  expect(fetch.of(at(ANSWER))).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: '立即发送' }))
  await waitFor(() => expect(screen.queryByText(/的答复即将发出/)).toBeNull())
  expect(fetch.of(at(ANSWER))).toMatchObject([{ body: { version: 3, content: '请带扣再称', state: 'waiting' } }])
})

it('puts an answer back as a draft when somebody wrote in between', async () => {
  open('/tickets/1042', answers({}, { [at(ANSWER)]: bad(409, '内容已被他人修改') }))
  fireEvent.change(await field(), { target: { value: '请带扣再称' } })
  fireEvent.click(screen.getByRole('button', { name: '答复并等待' }))
  fireEvent.click(await screen.findByRole('button', { name: '立即发送' }))
  await waitFor(() => expect(useOutgoing.getState().answers).toEqual([]))
  expect((await field()).value).toBe('请带扣再称')
})

it('sends at the next visit what was not sent before', async () => {
  const id = 'b'.repeat(32)
  const body = { version: 3, content: '早先的答复', state: 'closed' as const, ref: 'earlier-visit' }
  const stored = [{ ticketId: 1042, body, draftKey: 'x', sendAtMs: 0 }]
  localStorage.setItem(`${id}:outgoing-answers`, JSON.stringify(stored))
  const { fetch } = open('/tickets/1042', answers({}, { [at(ANSWER)]: good(ANSWER, TICKET) }, { id }))
  await waitFor(() => expect(fetch.of(at(ANSWER))).toMatchObject([{ body }]))
  await waitFor(() => expect(localStorage.getItem(`${id}:outgoing-answers`)).toBeNull())
})

it('names a failed mail with its reason, and sends it again', async () => {
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

it('shows when a mail is tried again, and tries it at once when told so', async () => {
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

it('takes a ticket over with A and closes it with E', async () => {
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
