import { type Static, Type } from 'typebox'
import { defineCall } from '#call.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '#certificates/certificate-states.ts'
import { nullable, wireDay } from '#shapes.ts'
import { SampleNo } from './order-shapes.ts'

/** Ours: how long the laboratory takes, what is late, and who has how much to do. */

const nullableDays = Type.Unsafe<number | null>({ type: ['number', 'null'] })

const Turnaround = Type.Object({
  category: Type.Unsafe<CertificateCategory>({ type: 'string', enum: Object.keys(CERTIFICATE_CATEGORIES) }),
  /** Items whose work ended in the period. */
  items: Type.Integer(),
  /** Working days from reception to the end of the work; `null` for fewer than 5 items. */
  medianDays: nullableDays,
  /** 90 % of the items took at most this. */
  p90Days: nullableDays,
  /** Items that ended after their due day. */
  late: Type.Integer(),
})

export const readOrderStatistics = defineCall('GET /v1/manage/order-statistics', {
  access: 'staff',
  duties: ['reception', 'approve'],
  summary: 'Ours: turnaround, late items and load of a period of at most 92 days',
  query: Type.Object({ from: wireDay, to: wireDay }),
  data: Type.Object({
    turnaround: Type.Array(Turnaround),
    /** Items that are late now, the oldest first; at most 100. */
    late: Type.Array(
      Type.Object({
        sampleNo: SampleNo,
        dueOn: wireDay,
        holder: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      }),
    ),
    /** Items taken and ended per person and day; `null`: only owners and people with the duty `approve` see it. */
    load: nullable(
      Type.Array(Type.Object({ day: wireDay, name: Type.String(), taken: Type.Integer(), ended: Type.Integer() })),
    ),
    /** Hand-outs that were stopped by the tolerance. */
    alarms: Type.Integer(),
    refused: Type.Integer(),
  }),
})
export type OrderStatistics = Static<typeof readOrderStatistics.data>

export const orderStatisticsCalls = [readOrderStatistics] as const
