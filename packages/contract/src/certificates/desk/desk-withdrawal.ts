import { Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { nothing } from '../../shapes.ts'
import { NUMBER_PATTERN } from '../certificate-number.ts'
import { DESK_MAX } from './desk-rules.ts'

/** Ours: a withdrawal in an emergency, which a second person confirms afterwards. */

const params = Type.Object({
  certificateNo: Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] }),
})
const signing = { access: 'staff', duties: ['approve'], fresh: true } as const

export const withdrawNow = defineCall('POST /v1/manage/certificates/{certificateNo}/withdrawNow', {
  ...signing,
  summary: 'Ours: a signatory withdraws a published certificate alone; a second one confirms it within 24 hours',
  params,
  body: Type.Object({
    /** Reason, which holders of the code read. */
    reason: Type.String({ minLength: 1, maxLength: DESK_MAX.reason }),
    /** Whether number and day are published on the page of withdrawn certificates. */
    isNoticed: Type.Optional(Type.Boolean()),
  }),
  data: nothing,
  audit: 'certificate.withdrawNow',
  invalidates: ['/v1/certificate/withdrawn'],
})

export const confirmWithdrawal = defineCall('POST /v1/manage/certificates/{certificateNo}/confirm', {
  ...signing,
  summary: 'Ours: a second signatory confirms the withdrawal of another one; it never goes back',
  params,
  data: nothing,
  audit: 'certificate.confirm',
})

export const deskWithdrawalCalls = [withdrawNow, confirmWithdrawal] as const
