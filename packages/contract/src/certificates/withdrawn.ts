import { Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullableString } from '../shapes.ts'
import { CertificateNo } from './certificates.ts'

/** Page size of the list of withdrawn certificates. */
export const WITHDRAWN_PAGE_SIZE = 50

export const listWithdrawn = defineCall('GET /v1/certificate/withdrawn', {
  access: 'public',
  summary: 'Ours: withdrawals that the laboratory has made public, newest first: number and day alone',
  query: Type.Object({
    /** `next` of the previous page. */
    after: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}_SH\\d{14}$', examples: ['2026-11-03_SH20261103001285'] }),
    ),
  }),
  data: Type.Object({
    records: Type.Array(
      Type.Object({
        certificateNo: CertificateNo,
        /** Day of the withdrawal, `yyyy-MM-dd` in UTC+8. */
        withdrawnOn: Type.String(),
      }),
    ),
    next: nullableString,
  }),
  cache: { freshSeconds: 60, sameForAll: true },
})

export const withdrawnCalls = [listWithdrawn] as const
