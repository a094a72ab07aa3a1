import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString } from '../shapes.ts'
import { duty, dutyList, secretCode } from './people-shapes.ts'

/** Ours: invitations of staff by mail. */

export const Invitation = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  duties: Type.Array(duty),
  byName: Type.String(),
  createTime: Type.String(),
  expireTime: Type.String(),
  state: Type.Unsafe<'open' | 'expired'>({ type: 'string', enum: ['open', 'expired'] }),
  /** Whether the mail server accepted the mail. */
  isMailed: Type.Boolean(),
})
export type Invitation = Static<typeof Invitation>

const ofOwner = { access: 'staff', duties: ['owner'], fresh: true } as const
const params = Type.Object({ number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

export const listInvitations = defineCall('GET /v1/manage/invitations', {
  access: 'staff',
  duties: ['support'],
  summary: 'Ours: invitations that nobody has accepted, newest first; expired ones for 30 days',
  query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })) }),
  data: Type.Object({ records: Type.Array(Invitation), hasMore: Type.Boolean() }),
})

export const invite = defineCall('POST /v1/manage/invitations', {
  ...ofOwner,
  audit: 'invitation.send',
  summary: 'Ours: mails an invitation that is good for 72 h and one use, in place of an older one to the address',
  body: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 254 }),
    duties: Type.Array(duty, { minItems: 1, maxItems: 5, uniqueItems: true, examples: [['edit']] }),
  }),
  data: nothing,
})

export const inviteAgain = defineCall('POST /v1/manage/invitations/{number}/again', {
  ...ofOwner,
  audit: 'invitation.again',
  summary: 'Ours: mails it with a new code, good for 72 h; the old code is void',
  params,
  data: nothing,
})

export const withdrawInvitation = defineCall('DELETE /v1/manage/invitations/{number}', {
  ...ofOwner,
  audit: 'invitation.withdraw',
  summary: 'Ours: withdraws an invitation',
  params,
  data: nothing,
})

/** A POST keeps the code out of logged addresses. It does not use up the invitation. */
export const readInvitation = defineCall('POST /v1/invitation/read', {
  access: 'public',
  summary: 'Ours: what an invitation with this code is about',
  body: Type.Object({ code: secretCode }),
  data: Type.Object({
    siteName: Type.String(),
    byName: Type.String(),
    email: Type.String(),
    duties: dutyList,
    expireTime: Type.String(),
    /** The address belongs to an account, which has to log in. */
    hasAccount: Type.Boolean(),
    /** The caller's account has the invited address. */
    isOwn: Type.Boolean(),
    /** Nickname of the caller when the invitation is for another account. */
    loggedInAs: nullableString,
  }),
  rateLimited: true,
})

export const joinByInvitation = defineCall('POST /v1/invitation/join', {
  access: 'public',
  summary:
    'Ours: makes the invited account with a password, gives it the duties and uses the invitation up; does not log in',
  body: Type.Object({
    code: secretCode,
    nickname: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
  }),
  data: nothing,
  rateLimited: true,
})

export const acceptInvitation = defineCall('POST /v1/invitation/accept', {
  access: 'member',
  summary: 'Ours: gives the duties to the caller, whose login name is the invited address, and uses the invitation up',
  body: Type.Object({ code: secretCode }),
  data: nothing,
  rateLimited: true,
})

export const invitationCalls = [
  listInvitations,
  invite,
  inviteAgain,
  withdrawInvitation,
  readInvitation,
  joinByInvitation,
  acceptInvitation,
] as const
