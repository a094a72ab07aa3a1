import { type Static, Type } from 'typebox'
import { LoginAnswer } from '../accounts/users.ts'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'

/** Ours: the first owner of a site, and the settings that the site lacks. */

/** Maximum length of the owner's name, in characters. */
export const OWNER_NAME_MAX = 30

/** Code in the address that upstream logs while there is no owner: 32 random bytes in base64url. */
const code = Type.String({ pattern: '^[\\w-]{43}$', examples: ['A'.repeat(43)] })

/** Access for callers without an account: the code of the logged address authorises them. */
const withCode = { access: 'public', rateLimited: true } as const

export const checkSetup = defineCall('POST /v1/manage/setup/check', {
  ...withCode,
  summary:
    'Ours: whether a code of the first set-up may still be used. 409 once there is an owner, 429 after five wrong codes of a client',
  body: Type.Object({ code }),
  data: Type.Object({
    state: Type.Unsafe<'open' | 'used'>({ type: 'string', enum: ['open', 'used'] }),
    /** End or start of the state; `yyyy-MM-dd HH:mm:ss` in UTC+8. */
    time: Type.String(),
    /** Name of the owner who was created with the code. */
    ownerName: nullableString,
  }),
})

export const makeOwner = defineCall('POST /v1/manage/setup', {
  ...withCode,
  summary: 'Ours: makes the first owner and logs in; the code is used up. 409 once there is an owner',
  body: Type.Object({
    code,
    nickname: Type.String({ minLength: 1, maxLength: OWNER_NAME_MAX }),
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
  }),
  data: LoginAnswer,
  carriesToken: true,
  audit: 'setup.owner',
})

/** Settings about the organisation that a complete site shows. */
export const NEEDED_SETTINGS = [
  'name',
  'phone',
  'visitAddress',
  'openingHours',
  'recordNum',
  'policeRecordNum',
  'creditCode',
] as const
export type NeededSetting = (typeof NEEDED_SETTINGS)[number]

/** A setting without a value, or a standing page that is still a template. */
export const MissingItem = Type.Object({
  kind: Type.Unsafe<'setting' | 'page'>({ type: 'string', enum: ['setting', 'page'] }),
  /** Name of the setting, or key of the page. */
  name: Type.String(),
})
export type MissingItem = Static<typeof MissingItem>

export const listMissing = defineCall('GET /v1/manage/missing', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: what a complete site still lacks; settings for owners only',
  data: Type.Array(MissingItem),
})

export const setupCalls = [checkSetup, makeOwner, listMissing] as const
