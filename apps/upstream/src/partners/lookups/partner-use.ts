import { DAY_MS } from '@portal/contract/constants.ts'
import type { PartnerQuota } from '@portal/contract/partners/partner-calls.ts'
import { computeUnknownLimit, PARTNER_MAX } from '@portal/contract/partners/partner-rules.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Partner } from './partner-access.ts'
import { quotaUsedUp, tooManyUnknown } from './partner-errors.ts'

/** Results of lookups that are counted by day. */
const OUTCOMES = ['valid', 'reissued', 'withdrawn', 'examination', 'mismatch', 'unknown', 'malformed'] as const
type Outcome = (typeof OUTCOMES)[number]
export type OutcomeCounts = Partial<Record<Outcome, number>>

/** How long days are stored; a year is enough for questions about invoices. */
const KEPT_DAYS = 400

interface Options {
  db: Db
  now: () => number
  /** Called once a day for a partner with many unknown pairs. */
  onGuessing: (partner: Partner, unknown: number) => void
}

/** Returns the start of the next day in UTC+8, epoch ms. */
function computeNextDayMs(nowMs: number): number {
  return (toInstantMs(toWireDate(nowMs)) ?? nowMs) + DAY_MS
}

export type PartnerUse = ReturnType<typeof createPartnerUse>

/** Quotas and counts by day, in the database, so that instances share them. */
export function createPartnerUse({ db, now, onGuessing }: Options) {
  const makeRow = (partner: Partner) => ({ partner_id: partner.id, day: toWireDate(now()) })

  function makeQuota(partner: Partner, usedPairs: number): PartnerQuota {
    const { dailyQuota: quota, isTest } = partner
    const remaining = isTest ? quota : Math.max(0, quota - usedPairs)
    return { quota, remaining, resetTime: new Date(computeNextDayMs(now())).toISOString(), isTest }
  }

  async function readDay(partner: Partner) {
    const { partner_id, day } = makeRow(partner)
    const found = await db
      .selectFrom('partner_days')
      .select(['taken', 'unknown'])
      .where('partner_id', '=', partner_id)
      .where('day', '=', day)
      .executeTakeFirst()
    return found ?? { taken: 0, unknown: 0 }
  }

  /** Counts refused pairs. @throws AppError always */
  async function refuse(partner: Partner, pairs: number): Promise<never> {
    const refusal = { ...makeRow(partner), refused: pairs }
    await db
      .insertInto('partner_days')
      .values(refusal)
      .onConflict((conflict) =>
        conflict.columns(['partner_id', 'day']).doUpdateSet({ refused: sql`partner_days.refused + excluded.refused` }),
      )
      .execute()
    const { taken, unknown } = await readDay(partner)
    const waitS = (computeNextDayMs(now()) - now()) / 1000
    const quota = makeQuota(partner, taken)
    throw unknown >= computeUnknownLimit(partner.dailyQuota) ? tooManyUnknown(waitS, quota) : quotaUsedUp(waitS, quota)
  }

  return {
    async readQuota(partner: Partner): Promise<PartnerQuota> {
      return makeQuota(partner, (await readDay(partner)).taken)
    },

    /**
     * Takes pairs from the quota of today: all or none, in one statement, so that concurrent calls never exceed it.
     * @throws AppError 429 when fewer are left, or when too many pairs of today were unknown
     */
    async take(partner: Partner, pairs: number): Promise<PartnerQuota> {
      const { dailyQuota } = partner
      if (pairs === 0) return makeQuota(partner, (await readDay(partner)).taken)
      if (pairs > dailyQuota) return await refuse(partner, pairs)
      const updatedDay = await db
        .insertInto('partner_days')
        .values({ ...makeRow(partner), taken: pairs })
        .onConflict((conflict) =>
          conflict
            .columns(['partner_id', 'day'])
            .doUpdateSet({ taken: sql`partner_days.taken + excluded.taken` })
            .where(sql<number>`partner_days.taken + excluded.taken`, '<=', dailyQuota)
            .where('partner_days.unknown', '<', computeUnknownLimit(dailyQuota)),
        )
        .returning('taken')
        .executeTakeFirst()
      return updatedDay ? makeQuota(partner, updatedDay.taken) : await refuse(partner, pairs)
    },

    /**
     * Counts the results before they are answered.
     * @throws AppError 429 when too many pairs of today were unknown, so that concurrent calls do not exceed the limit
     */
    async count(partner: Partner, outcomes: OutcomeCounts): Promise<void> {
      const counted = OUTCOMES.filter((outcome) => outcomes[outcome])
      if (counted.length === 0) return
      const limit = computeUnknownLimit(partner.dailyQuota)
      const values = Object.fromEntries(counted.map((outcome) => [outcome, outcomes[outcome] ?? 0]))
      const sums = Object.fromEntries(
        counted.map((outcome) => [outcome, sql<number>`${sql.ref(`partner_days.${outcome}`)} + ${values[outcome]}`]),
      )
      const { unknown, alarmed_at } = await db
        .insertInto('partner_days')
        .values({ ...makeRow(partner), ...values })
        .onConflict((conflict) => conflict.columns(['partner_id', 'day']).doUpdateSet(sums))
        .returning(['unknown', 'alarmed_at'])
        .executeTakeFirstOrThrow()
      if (unknown >= limit / 2 && alarmed_at === null) await alarm(partner, unknown)
      if (unknown > limit) await refuse(partner, 0)
    },

    /** Lists the days of use, oldest first, without days of no use. */
    async listDays(partnerId: number) {
      return await db
        .selectFrom('partner_days')
        .select(['day', 'taken', 'refused', ...OUTCOMES])
        .where('partner_id', '=', partnerId)
        .where('day', '>', toWireDate(now() - PARTNER_MAX.days * DAY_MS))
        .orderBy('day')
        .execute()
    },

    async sweep(): Promise<void> {
      const first = toWireDate(now() - KEPT_DAYS * DAY_MS)
      await db.deleteFrom('partner_days').where('day', '<', first).execute()
    },
  }

  /** Alarms once a day, by one instance. */
  async function alarm(partner: Partner, unknown: number): Promise<void> {
    const { partner_id, day } = makeRow(partner)
    const first = await db
      .updateTable('partner_days')
      .set({ alarmed_at: now() })
      .where('partner_id', '=', partner_id)
      .where('day', '=', day)
      .where('alarmed_at', 'is', null)
      .returning('day')
      .executeTakeFirst()
    if (first) onGuessing(partner, unknown)
  }
}
