import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { CertificateAnswer, CertificateNo } from '../certificates/certificates.ts'
import { nullableString } from '../shapes.ts'
import { partnerOrderCalls } from './partner-orders.ts'
import { byPartner, ECHO_MAX, PAIR_FAULTS, PAIRS_MAX, type PairFault } from './partner-rules.ts'

/**
 * Ours: calls of partners, which are programs of shops, platforms and insurers. Each carries `Authorization: Bearer <key>`.
 * Refusals are real HTTP statuses, and name their `reason` in `extra`.
 */

export const PartnerQuota = Type.Object({
  /** Number of pairs allowed in a day (UTC+8). */
  quota: Type.Integer({ minimum: 0 }),
  /** Number of pairs left today. */
  remaining: Type.Integer({ minimum: 0 }),
  /** Start of the next day, ISO 8601. */
  resetTime: Type.String(),
  /** The key is a sandbox key: calls get sample answers, and nothing is counted. */
  isTest: Type.Boolean(),
})
export type PartnerQuota = Static<typeof PartnerQuota>

/** Number and code as printed. Each pair is checked by itself, so that one mistyped pair does not refuse the others. */
const CertificatePair = Type.Unsafe<{ certificateNo: string; checkCode: string }>({
  description: 'Number and check code: {"certificateNo": "SH20261103001285", "checkCode": "7K3M9Q"}',
})

/** Result of a pair: either `answer`, or `code` and `fault`. */
export const PairResult = Type.Object({
  /** Certificate number as sent; left out when it is no text or longer than 40 characters. */
  certificateNo: Type.Optional(Type.String({ maxLength: ECHO_MAX })),
  answer: Type.Optional(CertificateAnswer),
  /** Name of the fault for programs. */
  code: Type.Optional(Type.Unsafe<PairFault>({ type: 'string', enum: Object.keys(PAIR_FAULTS) })),
  /** Reason why the pair was neither looked up nor counted: number or code is malformed. */
  fault: Type.Optional(Type.String({ maxLength: 100 })),
})
export type PairResult = Static<typeof PairResult>

export const checkPartnerCertificates = defineCall('POST /v1/partner/certificates/check', {
  ...byPartner,
  summary: 'Ours: the certificates of up to 100 pairs of number and code, in the order of the pairs; for partners',
  body: Type.Object({
    pairs: Type.Array(CertificatePair, {
      minItems: 1,
      maxItems: PAIRS_MAX,
      examples: [[{ certificateNo: 'SH20261103001285', checkCode: '7K3M9Q' }]],
    }),
  }),
  data: Type.Array(PairResult),
  extra: PartnerQuota,
})

export const readPartnerQuota = defineCall('GET /v1/partner/quota', {
  ...byPartner,
  summary: 'Ours: what is left of the quota of today; costs nothing; for partners',
  data: PartnerQuota,
})

/** State of a certificate that the partner has checked, after its newest change. */
export const CertificateChange = Type.Object({
  certificateNo: CertificateNo,
  version: Type.Integer({ minimum: 1 }),
  state: Type.Unsafe<ChangedState>({ type: 'string', enum: ['valid', 'withdrawn', 'reissued'] }),
  /** Day of the change, `yyyy-MM-dd` (UTC+8); `null`: published and never changed. */
  changedOn: nullableString,
  newerNo: nullableString,
  /** Index of its newest entry in the public log. */
  logIndex: Type.Integer({ minimum: 0 }),
})
export type CertificateChange = Static<typeof CertificateChange>
type ChangedState = 'valid' | 'withdrawn' | 'reissued'

export const listPartnerChanges = defineCall('GET /v1/partner/certificates/changes', {
  ...byPartner,
  summary:
    'Ours: certificates that the partner checked in the last 24 months and that were published or changed since, oldest change first; 100 at most; costs nothing; for partners',
  query: Type.Object({
    /** `next` of the previous answer; the list starts at the first certificate when left out. */
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  data: Type.Object({
    records: Type.Array(CertificateChange),
    /** `after` of the next call. */
    next: Type.Integer({ minimum: 0 }),
    /** The next call may be made at once. */
    hasMore: Type.Boolean(),
  }),
})

/** A delivery that a receiver without an address asks for: what a webhook would post to it. */
export const PolledDelivery = Type.Object({
  /** Number of the answer that first had it. */
  number: Type.Integer({ minimum: 1 }),
  /** Headers after Standard Webhooks, signed at the time of this answer. */
  headers: Type.Object({
    'webhook-id': Type.String(),
    'webhook-timestamp': Type.String(),
    'webhook-signature': Type.String(),
  }),
  /** The signed bytes, UTF-8. */
  body: Type.String(),
})
export type PolledDelivery = Static<typeof PolledDelivery>

/** Maximum number of an answer, far above what a partner can ask for. */
const ANSWERS_MAX = 1_000_000_000

export const listPartnerDeliveries = defineCall('GET /v1/partner/deliveries', {
  ...byPartner,
  summary:
    'Ours: notifications for a receiver that polls, 100 at most, kept for 30 days; `after` acknowledges what was answered before; costs nothing; for partners',
  query: Type.Object({
    /** `next` of the previous answer: that answer has arrived. Left out: nothing has. */
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: ANSWERS_MAX })),
  }),
  data: Type.Object({
    records: Type.Array(PolledDelivery),
    /** `after` of the next call. */
    next: Type.Integer({ minimum: 0 }),
    /** The next call may be made at once. */
    hasMore: Type.Boolean(),
  }),
})

export const partnerCalls = [
  checkPartnerCertificates,
  readPartnerQuota,
  listPartnerChanges,
  listPartnerDeliveries,
  ...partnerOrderCalls,
] as const
