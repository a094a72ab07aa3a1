import type { Ticket, TicketItem } from '@portal/contract/tickets/ticket-shapes.ts'
import { screen } from '@testing-library/react'
import { good } from './answering.ts'
import { openManage, staffAnswers } from './open-manage.tsx'

export const LIST = 'GET /v1/manage/tickets'
export const ONE = 'GET /v1/manage/tickets/{id}'
export const UPDATE = 'PUT /v1/manage/tickets/{id}'
export const ANSWER = 'POST /v1/manage/tickets/{id}/answers'
export const RESEND = 'POST /v1/manage/tickets/{id}/mails'
/** Builds the key of a call for the ticket. */
export const at = <K extends string>(key: K) => key.replace('{id}', '1042') as K
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
export const TICKET: Ticket = {
  ...ITEM,
  version: 3,
  dueTime: '2026-11-20 03:36:00',
  closeTime: null,
  content: '家里的秤称是 11.9 g',
  type: 2,
  customerId: null,
  email: 'li@example.test',
  contactEmail: null,
  phone: null,
  source: 'site',
  channel: 'mail',
  isMailLinked: true,
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

export const answers = (ticket: Partial<Ticket> = {}, more = {}, self = {}) =>
  staffAnswers(self, {
    [LIST]: good(LIST, { records: [ITEM], next: null }),
    'GET /v1/manage/tickets/counts': good('GET /v1/manage/tickets/counts', {
      new: 1,
      mine: 0,
      open: 0,
      waiting: 0,
      closed: 1001,
      all: 1001,
      late: 1,
    }),
    'GET /v1/manage/tickets/times': good('GET /v1/manage/tickets/times', {
      answered: 0,
      medianMs: null,
      p90Ms: null,
      longestMs: null,
      late: 0,
      allowedMs: 16 * HOUR_MS,
    }),
    'GET /v1/manage/tickets/replies': good('GET /v1/manage/tickets/replies', REPLIES),
    'GET /v1/manage/tickets/assignees': good('GET /v1/manage/tickets/assignees', []),
    [at(ONE)]: good(ONE, { ...TICKET, ...ticket }),
    ...more,
  })
export const open = (path = '/tickets/1042', given = answers()) => openManage(given, path)
export const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: '答复对方' })
