import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString, numericId } from '../shapes.ts'
import {
  OVERLAP_HOURS,
  PARTNER_MAX,
  PARTNER_SCOPES,
  PARTNER_STATES,
  type PartnerScope,
  type PartnerState,
} from './partner-rules.ts'

/** Ours: partners, whose programs check certificates, and their keys. */

const ofOwner = { access: 'staff', duties: ['owner'] } as const
const byNumber = Type.Object({ number: numericId })
const byKey = Type.Object({ number: numericId, key: numericId })
const version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const form = {
  name: Type.String({ minLength: 1, maxLength: PARTNER_MAX.name }),
  contactEmail: Type.String({ minLength: 3, maxLength: PARTNER_MAX.email, examples: ['tech@shop.example'] }),
  scopes: Type.Array(Type.Unsafe<PartnerScope>({ type: 'string', enum: [...PARTNER_SCOPES] }), {
    minItems: 1,
    maxItems: PARTNER_SCOPES.length,
    uniqueItems: true,
    examples: [['check']],
  }),
  /** Maximum number of pairs in a day. */
  dailyQuota: Type.Integer({ minimum: 1, maximum: PARTNER_MAX.dailyQuota }),
  /** Address ranges that its requests may come from, see `address-ranges.ts`; empty: any address. */
  addresses: Type.Array(Type.String({ maxLength: 60 }), {
    maxItems: PARTNER_MAX.addresses,
    examples: [['203.0.113.0/24']],
  }),
  state: Type.Unsafe<PartnerState>({ type: 'string', enum: [...PARTNER_STATES] }),
}

export const Partner = Type.Object({ number: numericId, ...form, version, createTime: Type.String() })
export type Partner = Static<typeof Partner>

export const PartnerKey = Type.Object({
  number: numericId,
  lastFour: Type.String(),
  /** A sandbox key. */
  isTest: Type.Boolean(),
  createTime: Type.String(),
  /** End of the overlap after a rotation. */
  endTime: nullableString,
  revokedTime: nullableString,
  /** `yyyy-MM-dd` */
  lastUsedDay: nullableString,
  /** The key is valid now. */
  isLive: Type.Boolean(),
})
export type PartnerKey = Static<typeof PartnerKey>

const count = Type.Integer({ minimum: 0 })

/** Checked pairs of one day. */
export const PartnerDay = Type.Object({
  day: Type.String(),
  taken: count,
  valid: count,
  reissued: count,
  withdrawn: count,
  examination: count,
  /** Certificates that were hidden, because the stored text differs from the public log. */
  mismatch: count,
  unknown: count,
  malformed: count,
  refused: count,
})
export type PartnerDay = Static<typeof PartnerDay>

export const listPartners = defineCall('GET /v1/manage/partners', {
  ...ofOwner,
  summary: 'Ours: all partners by name, with their use of today',
  data: Type.Array(
    Type.Object({
      ...Partner.properties,
      liveKeys: count,
      takenToday: count,
      /** Most of today's budget for unknown pairs is used: the data are bad or the key was stolen. */
      isSuspicious: Type.Boolean(),
    }),
  ),
})

export const readPartner = defineCall('GET /v1/manage/partners/{number}', {
  ...ofOwner,
  summary: 'Ours: a partner with its keys, newest first, and its use of the last 30 days',
  params: byNumber,
  data: Type.Object({ partner: Partner, keys: Type.Array(PartnerKey), days: Type.Array(PartnerDay) }),
})

export const addPartner = defineCall('POST /v1/manage/partners', {
  ...ofOwner,
  audit: 'partner.add',
  summary: 'Ours: adds a partner, without a key',
  body: Type.Object(form),
  data: Type.Object({ number: numericId }),
})

export const changePartner = defineCall('PUT /v1/manage/partners/{number}', {
  ...ofOwner,
  audit: 'partner.change',
  summary: 'Ours: changes a partner; 409 with the stored one when somebody else did in between',
  params: byNumber,
  body: Type.Object({ version, ...form }),
  data: Partner,
})

/** The key, which is shown only once. */
const shownKey = Type.Object({ key: Type.String() })

export const addPartnerKey = defineCall('POST /v1/manage/partners/{number}/keys', {
  ...ofOwner,
  fresh: true,
  audit: 'partner.keyAdd',
  summary: 'Ours: makes a key, shown this once; two of each kind may be valid',
  params: byNumber,
  body: Type.Object({ isTest: Type.Boolean() }),
  data: shownKey,
})

export const rotatePartnerKey = defineCall('POST /v1/manage/partners/{number}/keys/{key}/rotate', {
  ...ofOwner,
  fresh: true,
  audit: 'partner.keyRotate',
  summary: 'Ours: makes a key in place of another, which stays valid for the overlap',
  params: byKey,
  body: Type.Object({
    overlapHours: Type.Unsafe<(typeof OVERLAP_HOURS)[number]>({
      type: 'integer',
      enum: [...OVERLAP_HOURS],
      examples: [24],
    }),
  }),
  data: shownKey,
})

export const revokePartnerKey = defineCall('DELETE /v1/manage/partners/{number}/keys/{key}', {
  ...ofOwner,
  audit: 'partner.keyRevoke',
  summary: 'Ours: revokes a key at once',
  params: byKey,
  data: nothing,
})

export const managedPartnerCalls = [
  listPartners,
  readPartner,
  addPartner,
  changePartner,
  addPartnerKey,
  rotatePartnerKey,
  revokePartnerKey,
] as const
