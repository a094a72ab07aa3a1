import { type Static, Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { nothing, nullable, nullableString } from '../../shapes.ts'
import { CertificateNo } from '../certificates.ts'
import { ChosenCertificate, signedStep } from './desk-approval.ts'
import { DESK_CHOSEN_MAX, SIGNED_STEPS, type SignedStep } from './desk-rules.ts'

/** Ours: up to 500 certificates are reviewed or approved in a task, which goes on when its starter leaves the page. */

const deciding = { access: 'staff', duties: ['review', 'approve'] } as const

export const ApprovalTask = Type.Object({
  id: Type.String(),
  step: Type.Unsafe<SignedStep>({ type: 'string', enum: [...SIGNED_STEPS] }),
  total: Type.Integer(),
  /** Number of certificates whose turn is over: reviewed, published or refused. */
  position: Type.Integer(),
  /** Number of certificates for which the step was taken. */
  published: Type.Integer(),
  /** Certificates that stay as they were, each with its reason. */
  refused: Type.Array(Type.Object({ certificateNo: CertificateNo, reason: Type.String() })),
  startTime: Type.String(),
  /** `null`: the task still runs. */
  finishTime: nullableString,
})
export type ApprovalTask = Static<typeof ApprovalTask>

export const startApprovalTask = defineCall('POST /v1/manage/certificates/approvals', {
  ...deciding,
  fresh: true,
  summary: 'Ours: reviews or approves certificates one after the other, each for itself, also when the caller leaves',
  body: Type.Object({
    step: signedStep,
    certificates: Type.Array(ChosenCertificate, {
      minItems: 1,
      maxItems: DESK_CHOSEN_MAX,
      examples: [[{ certificateNo: 'SH20261103001285', revision: 1, contentHash: '0'.repeat(64) }]],
    }),
  }),
  data: ApprovalTask,
  audit: 'certificate.approveMany',
})

export const getApprovalTask = defineCall('GET /v1/manage/certificates/approvals', {
  ...deciding,
  summary: 'Ours: the newest task of the caller of the last week',
  data: nullable(ApprovalTask),
})

export const stopApprovalTask = defineCall('DELETE /v1/manage/certificates/approvals', {
  ...deciding,
  summary: 'Ours: stops the task of the caller; what is done stays done',
  data: nothing,
  audit: 'certificate.approveStop',
})

export const approvalTaskCalls = [startApprovalTask, getApprovalTask, stopApprovalTask] as const
