import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString } from '../shapes.ts'
import { DUTIES, type Duty } from './duties.ts'

/** Ours: the second factor of staff, and the permissions of the caller. */

export const FACTOR_LABEL_MAX = 40
/** Number of recovery codes in a set. */
export const RECOVERY_CODES = 10

const duty = Type.Unsafe<Duty>({ type: 'string', enum: [...DUTIES] })

export const FactorMethod = Type.Object({
  id: Type.String(),
  kind: Type.Unsafe<'passkey' | 'totp'>({ type: 'string', enum: ['passkey', 'totp'] }),
  /** Name that the holder has given. */
  label: Type.String(),
  /** The passkey is synchronised through the cloud of its provider. */
  isSynced: Type.Boolean(),
  createTime: Type.String(),
  lastUseTime: nullableString,
})
export type FactorMethod = Static<typeof FactorMethod>

/** Access for callers with a duty whose login may not have proved the second factor. */
const beforeFactor = { access: 'staff', needsFactor: false } as const

export const getStaffSelf = defineCall('GET /v1/manage/me', {
  ...beforeFactor,
  summary: 'Ours: duties of the caller and the state of the second factor',
  data: Type.Object({
    id: Type.String(),
    nickname: Type.String(),
    /** Name printed on certificates; `null`: the caller submits and approves none. */
    signingName: nullableString,
    avatar: Type.String(),
    email: nullableString,
    duties: Type.Array(duty),
    /** The account has a method. */
    isEnrolled: Type.Boolean(),
    /** This login has proved the second factor. */
    isProven: Type.Boolean(),
    /** Time until which `fresh` calls need no other proof, epoch ms; `null`: they need one now. */
    freshUntil: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    methods: Type.Array(FactorMethod),
    /** Number of unused recovery codes. */
    recoveryCodes: Type.Integer(),
    /** The site still contains the demo content. */
    hasDemoContent: Type.Boolean(),
  }),
})

/** Options and answers of the WebAuthn ceremonies: JSON of `@simplewebauthn`, whose server checks them. */
const ceremonyOptions = Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) })
const ceremonyAnswer = Type.Record(Type.String(), Type.Unknown())

export const beginPasskey = defineCall('POST /v1/manage/factor/passkey/options', {
  ...beforeFactor,
  summary: 'Ours: options for making a passkey; with a method there already, a fresh proof is required',
  data: ceremonyOptions,
  audit: null,
  rateLimited: true,
})

export const addPasskey = defineCall('POST /v1/manage/factor/passkey', {
  ...beforeFactor,
  summary: 'Ours: stores a passkey; the first method proves this login, and comes with recovery codes',
  body: Type.Object({
    response: ceremonyAnswer,
    label: Type.String({ minLength: 1, maxLength: FACTOR_LABEL_MAX }),
  }),
  data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  audit: 'factor.add',
  rateLimited: true,
})

export const beginTotp = defineCall('POST /v1/manage/factor/totp/secret', {
  ...beforeFactor,
  summary: 'Ours: a secret for an authenticator app, valid once it is confirmed',
  data: Type.Object({ secret: Type.String(), uri: Type.String() }),
  audit: null,
  rateLimited: true,
})

const totpCode = Type.String({ pattern: '^\\d{6}$', examples: ['123456'] })

export const addTotp = defineCall('POST /v1/manage/factor/totp', {
  ...beforeFactor,
  summary: 'Ours: confirms the secret with a code of the app; the first method proves this login',
  body: Type.Object({ code: totpCode }),
  data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  audit: 'factor.add',
  rateLimited: true,
})

export const beginProof = defineCall('POST /v1/manage/factor/proof/options', {
  ...beforeFactor,
  summary: 'Ours: options for proving the second factor with a passkey',
  data: ceremonyOptions,
  audit: null,
  rateLimited: true,
})

export const proveFactor = defineCall('POST /v1/manage/factor/proof', {
  ...beforeFactor,
  summary: 'Ours: proves the second factor for this login with a passkey, a code of the app or a recovery code',
  body: Type.Object({
    passkey: Type.Optional(ceremonyAnswer),
    totp: Type.Optional(totpCode),
    recoveryCode: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  data: nothing,
  audit: 'factor.prove',
  rateLimited: true,
})

export const removeFactor = defineCall('DELETE /v1/manage/factor', {
  access: 'staff',
  summary: 'Ours: removes a method; the last one stays',
  query: Type.Object({ id: Type.String({ maxLength: 1400 }) }),
  data: nothing,
  fresh: true,
  audit: 'factor.remove',
})

export const renewRecoveryCodes = defineCall('POST /v1/manage/factor/recoveryCodes', {
  access: 'staff',
  summary: 'Ours: makes new recovery codes, shown once; the old ones are void',
  data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  fresh: true,
  audit: 'factor.recoveryCodes',
})

export const securityCalls = [
  getStaffSelf,
  beginPasskey,
  addPasskey,
  beginTotp,
  addTotp,
  beginProof,
  proveFactor,
  removeFactor,
  renewRecoveryCodes,
] as const
