import { type Static, Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { nothing, nullable, nullableString, wireDay } from '../../shapes.ts'
import { REISSUE_REASON_NAMES, type ReissueReason } from '../amendments.ts'
import { NUMBER_PATTERN } from '../certificate-number.ts'
import { Certificate, CertificateNo } from '../certificates.ts'
import { DESK_MAX, DESK_STAGES, DESK_WARNED, type DeskStage, type DeskWarned, RETURN_REASON_MIN } from './desk-rules.ts'
import {
  CertificateRules,
  category,
  changeState,
  DeskEvent,
  DeskForm,
  DeskRow,
  LicensedMark,
  PendingChange,
  shownState,
  WarningAnswer,
} from './desk-shapes.ts'

/** Ours: certificates at the desk, from the sample to the published version. */

const existing = Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] })
const params = Type.Object({ certificateNo: existing })
const preparing = { access: 'staff', duties: ['certify'] } as const
const signing = { access: 'staff', duties: ['approve'] } as const
const deciding = { access: 'staff', duties: ['review', 'approve'] } as const
/** Revision that the caller has read. When a newer one is stored, the answer is 409 with the pending change in `extra.current`. */
const revision = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const reason = Type.String({ minLength: 1, maxLength: DESK_MAX.reason })
const contentHash = Type.String({ pattern: '^[0-9a-f]{64}$', examples: ['0'.repeat(64)] })

/** A number with all data that the desk has; never its check code. */
export const DeskCertificate = Type.Object({
  certificateNo: CertificateNo,
  shownState,
  /** Newest published version; `null`: none. */
  version: nullable(Type.Integer()),
  /** The text that holders of the code see. */
  published: nullable(Certificate),
  newerNo: nullableString,
  /** The stored certificate differs from the public log, so it is hidden from the public. */
  isAltered: Type.Optional(Type.Literal(true)),
  pendingChange: nullable(PendingChange),
  events: Type.Array(DeskEvent),
  /** One signatory alone withdrew it; a second one has not confirmed it yet. */
  unconfirmed: Type.Optional(Type.Object({ byName: Type.String(), time: Type.String(), isOwn: Type.Boolean() })),
  /**
   * Recovery after a backup was restored: its time, and whether the newest content was recovered. Left out once a person has
   * checked it.
   */
  recovered: Type.Optional(Type.Object({ time: Type.String(), isWhole: Type.Boolean() })),
  /** Reason why one person may prepare and approve for the time being; left out while two people are required. */
  fourEyesOff: Type.Optional(Type.String()),
  /** Rules that a pending change is checked by. */
  rules: CertificateRules,
  /** Marks that it may carry when it is approved. */
  marks: Type.Array(LicensedMark),
  /** Number of prints of the published version. */
  prints: Type.Optional(Type.Integer()),
  /**
   * Submitted change: its position among all that wait for the same step, and its neighbours in the order of the list. Exact up to
   * `DESK_COUNTED_MAX`; one more means more.
   */
  queue: Type.Optional(
    Type.Object({ place: Type.Integer(), total: Type.Integer(), previous: nullableString, next: nullableString }),
  ),
  /** Whether the caller may sign this category today. */
  maySign: Type.Boolean(),
})
export type DeskCertificate = Static<typeof DeskCertificate>

export const createCertificate = defineCall('POST /v1/manage/certificates', {
  ...preparing,
  summary: 'Ours: a new number with its code, as a draft; or the correction of a published certificate',
  body: Type.Object({
    category: Type.Optional(category),
    /** Number of the certificate to be corrected, instead of a category. */
    corrects: Type.Optional(existing),
    /** Reason for a correction; holders of the code read it. */
    reason: Type.Optional(reason),
  }),
  data: Type.Object({ certificateNo: CertificateNo }),
  audit: 'certificate.create',
})

/** `yyyy-MM-dd` */
/** Position of a row in the list: its day and number. */
const place = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}_SH\\d{14}$', examples: ['2026-11-03_SH20261103001285'] })

/** Filters of the list and of its exports. */
export const deskFilter = {
  /** A number, its first characters, or part of a conclusion. */
  search: Type.Optional(Type.String({ maxLength: 80 })),
  category: Type.Optional(category),
  /** State that holders of the code see. */
  shown: Type.Optional(shownState),
  /** State of the pending change. */
  changeState: Type.Optional(changeState),
  /** Submitted changes that wait for a review, or for a signatory. */
  stage: Type.Optional(Type.Unsafe<DeskStage>({ type: 'string', enum: [...DESK_STAGES] })),
  from: Type.Optional(wireDay),
  /** Last day. */
  to: Type.Optional(wireDay),
  /** Name of the person who prepared the certificate. */
  by: Type.Optional(Type.String({ maxLength: 40 })),
  /** Pending changes with warnings, or with unanswered warnings. */
  warned: Type.Optional(Type.Unsafe<DeskWarned>({ type: 'string', enum: [...DESK_WARNED] })),
  /** One signatory alone withdrew it, and a second one has not confirmed it yet. */
  unconfirmed: Type.Optional(Type.Literal('true')),
  /** It was recovered after a backup was restored, and is not checked yet. */
  recovered: Type.Optional(Type.Literal('true')),
} as const

export const listDeskCertificates = defineCall('GET /v1/manage/certificates', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary:
    'Ours: certificates by the day of issue, newest first; those with a pending change by the day of their last change',
  query: Type.Object({
    ...deskFilter,
    /** `next` of a page: continues with older rows. */
    after: Type.Optional(place),
    /** `previous` of a page: continues with newer rows. The answer is the first page when less than a page is left. */
    before: Type.Optional(place),
  }),
  data: Type.Object({ records: Type.Array(DeskRow), next: nullableString, previous: nullableString }),
})

export const listDeskNumbers = defineCall('GET /v1/manage/certificates/numbers', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary: 'Ours: numbers of the first certificates of a filter, as many as one approval or one print takes',
  query: Type.Object(deskFilter),
  data: Type.Object({
    numbers: Type.Array(CertificateNo),
    /** The filter has more certificates. */
    hasMore: Type.Boolean(),
  }),
})

export const countIssuedDays = defineCall('GET /v1/manage/certificates/days', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary: 'Ours: certificates issued on each of the last 84 days, today the last one',
  data: Type.Object({ days: Type.Array(Type.Object({ day: wireDay, issued: Type.Integer() })) }),
})

export const countDeskCertificates = defineCall('GET /v1/manage/certificates/counts', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary: 'Ours: how many certificates each view has, exact up to 1000',
  data: Type.Object({
    draft: Type.Integer(),
    returned: Type.Integer(),
    /** Waiting for a review. */
    review: Type.Integer(),
    /** Waiting for a signatory. */
    submitted: Type.Integer(),
    published: Type.Integer(),
    withdrawn: Type.Integer(),
    reissued: Type.Integer(),
    discarded: Type.Integer(),
  }),
})

export const getDeskCertificate = defineCall('GET /v1/manage/certificates/{certificateNo}', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary: 'Ours: a certificate with its pending change, its faults, its warnings and its history',
  params,
  data: DeskCertificate,
})

export const changeCertificate = defineCall('PUT /v1/manage/certificates/{certificateNo}', {
  ...preparing,
  summary: 'Ours: saves the text of the pending change, faults included; answers its new revision, faults and warnings',
  params,
  body: Type.Object({
    revision,
    form: DeskForm,
    answers: Type.Array(WarningAnswer, { maxItems: DESK_MAX.answers, examples: [[]] }),
  }),
  data: Type.Object({
    revision: Type.Integer(),
    faults: PendingChange.properties.faults,
    warnings: PendingChange.properties.warnings,
  }),
  audit: 'certificate.change',
})

export const submitCertificate = defineCall('POST /v1/manage/certificates/{certificateNo}/submit', {
  ...preparing,
  summary: 'Ours: freezes the text for a signatory; refused with faults, or warnings without an answer',
  params,
  body: Type.Object({ revision }),
  data: nothing,
  audit: 'certificate.submit',
})

export const openCertificate = defineCall('POST /v1/manage/certificates/{certificateNo}/open', {
  ...deciding,
  summary: 'Ours: a reviewer or signatory looks at a submitted text, which its writers cannot take back from then on',
  params,
  data: nothing,
  audit: null,
})

export const returnCertificate = defineCall('POST /v1/manage/certificates/{certificateNo}/return', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary:
    'Ours: a reviewer or signatory returns a submitted text with a reason, or its submitter takes it back unopened',
  params,
  body: Type.Object({
    revision,
    /** Reason that a reviewer or signatory gives. */
    reason: Type.Optional(Type.String({ minLength: RETURN_REASON_MIN, maxLength: DESK_MAX.returnReason })),
  }),
  data: nothing,
  audit: 'certificate.return',
})

export const reviewCertificate = defineCall('POST /v1/manage/certificates/{certificateNo}/review', {
  access: 'staff',
  duties: ['review'],
  fresh: true,
  summary: 'Ours: passes what was submitted on to a signatory, with the name of the reviewer',
  params,
  body: Type.Object({ revision, contentHash }),
  data: nothing,
  audit: 'certificate.review',
})

export const approveCertificate = defineCall('POST /v1/manage/certificates/{certificateNo}/approve', {
  ...signing,
  fresh: true,
  summary: 'Ours: publishes what was submitted, or carries out a withdrawal, with the name of the signatory',
  params,
  body: Type.Object({
    revision,
    contentHash,
    /** Withdrawal: whether number and day are published on the page of withdrawn certificates. */
    isNoticed: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({ version: Type.Integer() }),
  audit: 'certificate.approve',
  invalidates: ['/v1/certificate/withdrawn'],
})

export const withdrawCertificate = defineCall('POST /v1/manage/certificates/{certificateNo}/withdraw', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary: 'Ours: asks for the withdrawal of a published certificate; a signatory carries it out',
  params,
  body: Type.Object({ reason }),
  data: nothing,
  audit: 'certificate.withdraw',
})

export const reissueCertificate = defineCall('POST /v1/manage/certificates/{certificateNo}/reissue', {
  ...preparing,
  summary: 'Ours: a new number and code with the text of a published certificate, whose place it takes when published',
  params,
  body: Type.Object({
    /** Kind of the reason, which the new certificate states. */
    reason: Type.Unsafe<ReissueReason>({ type: 'string', enum: REISSUE_REASON_NAMES }),
    /** Note of the laboratory, for its history and audit log alone. */
    note: Type.Optional(Type.String({ maxLength: DESK_MAX.reason })),
  }),
  data: Type.Object({ certificateNo: CertificateNo }),
  audit: 'certificate.reissue',
})

export const checkRecovered = defineCall('POST /v1/manage/certificates/{certificateNo}/checked', {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  summary: 'Ours: somebody has compared a certificate that came back after the restore of a backup with the records',
  params,
  data: nothing,
  audit: 'certificate.checkRecovered',
})

export const discardCertificate = defineCall('POST /v1/manage/certificates/{certificateNo}/discard', {
  ...preparing,
  summary: 'Ours: gives up a draft; a number that never was published is never used again',
  params,
  body: Type.Object({ revision }),
  data: nothing,
  audit: 'certificate.discard',
})

export const deskCalls = [
  listDeskCertificates,
  listDeskNumbers,
  countDeskCertificates,
  countIssuedDays,
  createCertificate,
  getDeskCertificate,
  changeCertificate,
  submitCertificate,
  openCertificate,
  returnCertificate,
  reviewCertificate,
  approveCertificate,
  withdrawCertificate,
  reissueCertificate,
  checkRecovered,
  discardCertificate,
] as const
