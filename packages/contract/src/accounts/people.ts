import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, userId } from '../shapes.ts'
import {
  PENALTY_MAX,
  PEOPLE_VIEWS,
  type PeopleView,
  SIGNING_NAME,
  WRITING_KINDS,
  type WritingKind,
} from './people-rules.ts'
import { duty, dutyList, Person, PersonRow, secretCode, version, Writing } from './people-shapes.ts'

/** Ours: accounts as staff see them. */

const params = Type.Object({ id: userId })
const peopleFilter = {
  view: Type.Optional(Type.Unsafe<PeopleView>({ type: 'string', enum: [...PEOPLE_VIEWS] })),
  search: Type.Optional(Type.String({ maxLength: 254 })),
  duty: Type.Optional(duty),
}

export const listPeople = defineCall('GET /v1/manage/users', {
  access: 'staff',
  duties: ['support'],
  summary:
    'Ours: accounts, newest first, found by part of the nickname, the whole e-mail address or the id, for owners by part of an address with its @; the view `reported` has those with most open reports first, and is not searched',
  query: Type.Object({
    ...peopleFilter,
    /** Id of the last account of the previous page. */
    after: Type.Optional(userId),
  }),
  data: Type.Object({ records: Type.Array(PersonRow), hasMore: Type.Boolean() }),
})

export const countPeople = defineCall('GET /v1/manage/users/counts', {
  access: 'staff',
  duties: ['support'],
  summary: 'Ours: sizes of the views of people, exact up to 1,000',
  data: Type.Object({
    all: Type.Integer(),
    staff: Type.Integer(),
    /** Number of accounts with open reports. */
    reported: Type.Integer(),
    disabled: Type.Integer(),
    invited: Type.Integer(),
  }),
})

export const exportPeople = defineCall('GET /v1/manage/users/export', {
  access: 'staff',
  summary: 'Ours: the same as a CSV file',
  duties: ['owner'],
  fresh: true,
  query: Type.Object(peopleFilter),
  data: Type.Unknown(),
  file: true,
  fileName: 'people.csv',
  audit: 'user.export',
})

export const getPerson = defineCall('GET /v1/manage/users/{id}', {
  access: 'staff',
  duties: ['support'],
  summary: 'Ours: an account with duties, logins, penalties and what staff did to it',
  params,
  data: Person,
})

export const listWritings = defineCall('GET /v1/manage/users/{id}/writings', {
  access: 'staff',
  duties: ['support'],
  summary: 'Ours: what an account published, handed in and reported, newest first; no drafts, nothing private',
  params,
  query: Type.Object({
    kind: Type.Unsafe<WritingKind>({ type: 'string', enum: [...WRITING_KINDS] }),
    after: Type.Optional(Type.String({ pattern: '^\\d{1,16}(?:\\.\\w{1,64})?$', examples: ['1'] })),
  }),
  data: Type.Object({ records: Type.Array(Writing), hasMore: Type.Boolean() }),
})

export const changeDuties = defineCall('PUT /v1/manage/users/{id}/duties', {
  access: 'staff',
  duties: ['owner'],
  fresh: true,
  audit: 'user.duties',
  summary: 'Ours: gives and takes duties of another account; the last owner stays',
  params,
  body: Type.Object({ duties: dutyList, version }),
  data: nothing,
})

export const giveSigningName = defineCall('PUT /v1/manage/users/{id}/signingName', {
  access: 'staff',
  duties: ['owner'],
  fresh: true,
  audit: 'user.signingName',
  summary:
    'Ours: gives the name that certificates show of an account with the duty to prepare or approve; null takes it',
  params,
  body: Type.Object({
    name: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: SIGNING_NAME.max, examples: ['张伟'] }),
    version,
  }),
  data: nothing,
})

const signingPicture = { access: 'staff', duties: ['owner'], params } as const

export const uploadSigningPicture = defineCall('POST /v1/manage/users/{id}/signingPicture', {
  ...signingPicture,
  fresh: true,
  audit: 'user.signingPicture',
  summary:
    'Ours: stores a picture of the signature of an account with a name for signing, encoded again; certificates that are approved from now on carry it',
  upload: 'multipartFile',
  data: nothing,
})

export const removeSigningPicture = defineCall('DELETE /v1/manage/users/{id}/signingPicture', {
  ...signingPicture,
  fresh: true,
  audit: 'user.signingPictureRemove',
  summary: 'Ours: removes the picture; certificates that carry it keep it',
  data: nothing,
})

export const getSigningPicture = defineCall('GET /v1/manage/users/signingPictures/{name}', {
  access: 'staff',
  duties: ['owner'],
  summary: 'Ours: a picture of a signature; its name is its SHA-256',
  params: Type.Object({ name: Type.String({ pattern: '^[0-9a-f]{64}\\.png$', examples: [`${'0'.repeat(64)}.png`] }) }),
  data: Type.Unknown(),
  file: 'private',
})

const disableBody = Type.Object({
  /** Reason that the person sees at the next login. */
  reason: Type.String({ minLength: 2, maxLength: PENALTY_MAX.reason }),
  /** `null`: until it is lifted. */
  days: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: PENALTY_MAX.days }),
  version,
})
const member = { access: 'staff', duties: ['support'], params, data: nothing } as const
const colleague = { access: 'staff', duties: ['owner'], fresh: true, params, data: nothing } as const

export const disableMember = defineCall('POST /v1/manage/users/{id}/disable', {
  ...member,
  audit: 'user.disable',
  summary: 'Ours: disables an account without duties; its sessions and sockets end within a second',
  body: disableBody,
})

export const enableMember = defineCall('POST /v1/manage/users/{id}/enable', {
  ...member,
  audit: 'user.enable',
  summary: 'Ours: enables an account without duties',
  body: Type.Object({ version }),
})

export const disableStaff = defineCall('POST /v1/manage/users/{id}/disableStaff', {
  ...colleague,
  audit: 'user.disable',
  summary: 'Ours: the same for an account with duties; the last owner stays',
  body: disableBody,
})

export const enableStaff = defineCall('POST /v1/manage/users/{id}/enableStaff', {
  ...colleague,
  audit: 'user.enable',
  summary: 'Ours: enables an account with duties',
  body: Type.Object({ version }),
})

export const endUserSessions = defineCall('POST /v1/manage/users/{id}/logout', {
  ...member,
  audit: 'user.logout',
  summary: 'Ours: ends all sessions of another account; those of staff only for owners',
  body: Type.Object({ version }),
})

export const resetFactor = defineCall('POST /v1/manage/users/{id}/factorReset', {
  ...colleague,
  audit: 'user.factorReset',
  summary:
    'Ours: removes the second factor of another account after 24 h; its holder gets a mail with a link to stop it',
})

export const stopFactorReset = defineCall('DELETE /v1/manage/users/{id}/factorReset', {
  ...colleague,
  audit: 'user.factorResetStop',
  summary: 'Ours: stops such a reset',
})

export const refuseFactorReset = defineCall('POST /v1/factorReset/refuse', {
  access: 'public',
  summary: 'Ours: stops such a reset with the code of the mail',
  body: Type.Object({ code: secretCode }),
  data: nothing,
  rateLimited: true,
})

export const peopleCalls = [
  listPeople,
  countPeople,
  exportPeople,
  getPerson,
  listWritings,
  changeDuties,
  giveSigningName,
  uploadSigningPicture,
  removeSigningPicture,
  getSigningPicture,
  disableMember,
  enableMember,
  disableStaff,
  enableStaff,
  endUserSessions,
  resetFactor,
  stopFactorReset,
  refuseFactorReset,
] as const
