import { type Static, Type } from 'typebox'
import { defineCall } from '#call.ts'
import { nullable, nullableString, wireDay } from '#shapes.ts'
import { category, SampleNo } from './order-shapes.ts'

/** Ours: how long the laboratory takes, what is late, and who has how much to do. */

const nullableDays = Type.Unsafe<number | null>({ type: ['number', 'null'] })

const Turnaround = Type.Object({
  category,
  /** Items whose work ended in the period. */
  items: Type.Integer(),
  /** Working days from reception to the end of the work, without those of open questions; `null` for fewer than 5 items. */
  medianDays: nullableDays,
  /** 90 % of the items took at most this. */
  p90Days: nullableDays,
  /** Items that ended after their due day. */
  late: Type.Integer(),
})

export const readOrderStatistics = defineCall('GET /v1/manage/order-statistics', {
  access: 'staff',
  duties: ['edit', 'support', 'reception', 'certify', 'approve'],
  summary: 'Ours: turnaround, late items and load of a period of at most 92 days',
  query: Type.Object({ from: wireDay, to: wireDay }),
  data: Type.Object({
    turnaround: Type.Array(Turnaround),
    /** Items that are late now and wait for no answer, the oldest first; at most 100. */
    late: Type.Array(
      Type.Object({
        sampleNo: SampleNo,
        dueOn: wireDay,
        /** `null`: nobody has it, or the caller sees neither orders nor the bench. */
        holder: nullableString,
      }),
    ),
    /** Work of reception by day, oldest first, without days that have none. */
    days: Type.Array(
      Type.Object({
        day: wireDay,
        /** Items taken in, and items that left. */
        received: Type.Integer(),
        returned: Type.Integer(),
        /** Entries of payments, those that were struck out later too. */
        payments: Type.Integer(),
      }),
    ),
    /** Items taken and ended per person and day; a certificate counts for the person who took the item last. All for `owner` and `approve`, one's own for `certify`, `null` for others. */
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
