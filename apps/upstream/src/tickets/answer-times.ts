import { DAY_MS } from '@portal/contract/constants.ts'
import type { AnswerTimes } from '@portal/contract/tickets/ticket-shapes.ts'
import type { Db } from '#platform/db/open.ts'
import { readAnswerClock } from './ticket-clock.ts'

const PERIOD_MS = 30 * DAY_MS

/** Reads how long first answers of the last 30 days took, in working time, for the tickets and the overview. */
export async function readAnswerTimes(db: Db, now: number): Promise<AnswerTimes> {
  const { allowedMs } = await readAnswerClock(db)
  const rows = await db
    .selectFrom('tickets')
    .select(['first_answer_ms as ms', 'allowed_ms as allowed'])
    .where('first_answer_at', '>', now - PERIOD_MS)
    .execute()
  const times = rows.map(({ ms }) => ms ?? 0).sort((one, other) => one - other)
  /** Percentile by the nearest rank. */
  const getPercentile = (share: number) => times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? null
  return {
    answered: times.length,
    medianMs: getPercentile(0.5),
    p90Ms: getPercentile(0.9),
    longestMs: getPercentile(1),
    late: rows.filter(({ ms, allowed: limit }) => (ms ?? 0) > limit).length,
    allowedMs,
  }
}
