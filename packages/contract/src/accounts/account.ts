import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString } from '../shapes.ts'

/** Proof of ownership: the current password, or a mailed code for an account without password. */
const proof = {
  password: Type.Optional(Type.String({ maxLength: 256 })),
  code: Type.Optional(Type.String({ maxLength: 16 })),
}

/** Paths of public answers that name a member. */
const NAMING = ['/v1/article/', '/v1/article/category', '/v1/article/info', '/v1/comment/', '/v1/say/getSayList']

export const getAccountSecurity = defineCall('GET /v1/user/security', {
  access: 'member',
  summary: 'Ours: how the caller logs in and proves to be the owner',
  data: Type.Object({
    hasPassword: Type.Boolean(),
    /** Address that receives codes and warnings; `null` when there is none. */
    email: nullableString,
    /** Their published articles belong to the organisation and stay. */
    isStaff: Type.Boolean(),
  }),
})

export const sendOwnCode = defineCall('POST /v1/user/code', {
  access: 'member',
  summary: "Ours: mails a code to the caller's own address, for an account without a password",
  data: nothing,
  rateLimited: true,
})

export const changePassword = defineCall('PUT /v1/user/password', {
  access: 'member',
  summary: 'Ours: sets a new password; every other login of the caller ends, this one continues',
  body: Type.Object({ ...proof, newPassword: Type.String({ minLength: 1, maxLength: 256 }) }),
  data: nothing,
  rateLimited: true,
})

export const closeAccount = defineCall('POST /v1/user/closure', {
  access: 'member',
  summary: 'Ours: closes the account in 7 days and ends every login; answers the time of erasure',
  body: Type.Object({
    ...proof,
    /** True: published articles, comments and short posts stay under another name. False: they are deleted too. */
    keepsWritings: Type.Boolean(),
  }),
  data: Type.Object({ closeTime: Type.String() }),
  invalidates: NAMING,
  rateLimited: true,
})

export const undoClosure = defineCall('DELETE /v1/user/closure', {
  access: 'member',
  summary: 'Ours: keeps an account that is being closed; the only call that it can make besides logging out',
  data: nothing,
  invalidates: NAMING,
})

export const exportData = defineCall('GET /v1/user/export', {
  access: 'member',
  summary: 'Ours: everything that belongs to the caller, a ZIP file of JSON and pictures',
  data: Type.Unknown(),
  file: true,
  fileName: 'my-data.zip',
})

export const accountCalls = [
  getAccountSecurity,
  sendOwnCode,
  changePassword,
  closeAccount,
  undoClosure,
  exportData,
] as const
