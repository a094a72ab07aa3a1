import { type Static, Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { nullable, nullableString } from '../../shapes.ts'
import { NUMBER_PATTERN } from '../certificate-number.ts'
import { CertificateNo } from '../certificates.ts'
import {
  APPROVAL_BATCH_MAX,
  APPROVAL_OUTCOMES,
  type ApprovalOutcome,
  SIGNED_STEPS,
  type SignedStep,
} from './desk-rules.ts'
import { category, changeKind, RawRecord } from './desk-shapes.ts'

/** Ours: several submitted certificates are read, and reviewed or approved together. */

const existing = Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] })
const deciding = { access: 'staff', duties: ['review', 'approve'] } as const
/** The step for all certificates of a call; left out: `approve`. */
export const signedStep = Type.Optional(Type.Unsafe<SignedStep>({ type: 'string', enum: [...SIGNED_STEPS] }))

/** A submitted certificate in the signatory's list. */
export const ReviewRow = Type.Object({
  certificateNo: CertificateNo,
  kind: changeKind,
  version: Type.Integer(),
  revision: Type.Integer(),
  contentHash: Type.String(),
  category,
  conclusion: nullableString,
  submittedBy: nullableString,
  submitTime: Type.String(),
  /** Person who has reviewed it; `null`: nobody, or no review is needed. */
  reviewedBy: nullableString,
  /** The number that a reissue replaces; left out for other changes. */
  replaces: Type.Optional(Type.String()),
  /** Reason for a correction, a withdrawal or a reissue. */
  reason: nullableString,
  /** Lines as they are printed; those of the published text for a withdrawal. */
  values: Type.Array(Type.Object({ member: Type.String(), label: Type.String(), value: Type.String() })),
  /** Pictures by file name; `widthMm` is the width of the pictured area, as typed. */
  pictures: Type.Array(Type.Object({ file: Type.String(), caption: Type.String(), widthMm: Type.String() })),
  /** Raw records of this version, which the hash covers; left out when there are none. */
  rawRecords: Type.Optional(Type.Array(RawRecord)),
  /** Warnings with the writers' answers; `null`: no answer yet. */
  warnings: Type.Array(Type.Object({ text: Type.String(), answer: nullableString })),
  /** Differences from the published version; empty for a first version. */
  changes: Type.Array(Type.Object({ member: Type.String(), before: Type.String(), after: Type.String() })),
  /** Reason why the caller may not take the step; `null`: the caller may. */
  refusal: nullableString,
})
export type ReviewRow = Static<typeof ReviewRow>

export const reviewCertificates = defineCall('POST /v1/manage/certificates/review', {
  ...deciding,
  summary: 'Ours: submitted certificates with warnings, answers and differences; they count as opened',
  body: Type.Object({
    step: signedStep,
    numbers: Type.Array(existing, { minItems: 1, maxItems: APPROVAL_BATCH_MAX, examples: [['SH20261103001285']] }),
  }),
  data: Type.Object({
    records: Type.Array(ReviewRow),
    /** Requested numbers that do not wait for a signatory. */
    notSubmitted: Type.Array(CertificateNo),
  }),
  audit: null,
})

/** @see APPROVAL_OUTCOMES */
const outcome = Type.Unsafe<ApprovalOutcome>({ type: 'string', enum: [...APPROVAL_OUTCOMES] })

/** A certificate in the text that its reviewer or signatory has read. */
export const ChosenCertificate = Type.Object({
  certificateNo: existing,
  revision: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  contentHash: Type.String({ pattern: '^[0-9a-f]{64}$', examples: ['0'.repeat(64)] }),
  /** Withdrawal: whether number and day are published on the page of withdrawn certificates. */
  isNoticed: Type.Optional(Type.Boolean()),
})
export type ChosenCertificate = Static<typeof ChosenCertificate>

export const approveCertificates = defineCall('POST /v1/manage/certificates/approve', {
  ...deciding,
  fresh: true,
  summary:
    'Ours: reviews or approves one after the other, each for itself, and stops at the first that somebody has changed',
  body: Type.Object({
    step: signedStep,
    certificates: Type.Array(ChosenCertificate, {
      minItems: 1,
      maxItems: APPROVAL_BATCH_MAX,
      examples: [[{ certificateNo: 'SH20261103001285', revision: 1, contentHash: '0'.repeat(64) }]],
    }),
  }),
  data: Type.Object({
    results: Type.Array(
      Type.Object({
        certificateNo: CertificateNo,
        outcome,
        version: nullable(Type.Integer()),
        /** Reason why the step was not taken. */
        reason: nullableString,
      }),
    ),
  }),
  audit: 'certificate.approve',
  invalidates: ['/v1/certificate/withdrawn'],
})

export const deskApprovalCalls = [reviewCertificates, approveCertificates] as const
