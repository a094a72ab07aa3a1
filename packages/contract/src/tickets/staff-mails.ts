import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString } from '../shapes.ts'
import { NEW_TICKET_MAILS, type NewTicketMails } from './staff-mail-rules.ts'

/** Ours: mails that tell a person of the staff what waits. */

const choices = {
  newTickets: Type.Unsafe<NewTicketMails>({ type: 'string', enum: Object.keys(NEW_TICKET_MAILS) }),
  /** A ticket is due within four working hours. */
  due: Type.Boolean(),
  /** Once a day while tickets are overdue. */
  overdue: Type.Boolean(),
  /** Once a day while comments wait longer than a day. */
  comments: Type.Boolean(),
}

export const getStaffMails = defineCall('GET /v1/manage/staffMail', {
  access: 'staff',
  summary: "Ours: which mails the caller gets, and whether the site can send them; no mail contains a customer's text",
  data: Type.Object({
    ...choices,
    /** Address of the mails; `null`: the account has none. */
    email: nullableString,
    /** `mailbox`: mails stay on this machine, for trials. */
    mode: Type.Unsafe<'on' | 'off' | 'mailbox'>({ type: 'string', enum: ['on', 'off', 'mailbox'] }),
  }),
})

export const saveStaffMails = defineCall('PUT /v1/manage/staffMail', {
  access: 'staff',
  summary: 'Ours: chooses the mails that the caller gets',
  body: Type.Object(choices),
  data: nothing,
  audit: 'staffMail.save',
})

export const testStaffMail = defineCall('POST /v1/manage/staffMail/test', {
  access: 'staff',
  summary:
    'Ours: sends a test mail to the address of the caller; a refusal says why it did not leave, without any text of the server',
  data: Type.Object({
    /** Address that the mail was sent to. */
    email: Type.String(),
    /** `false`: it stays on this machine, for trials. */
    isSent: Type.Boolean(),
  }),
  audit: 'staffMail.test',
})

export const staffMailCalls = [getStaffMails, saveStaffMails, testStaffMail] as const
