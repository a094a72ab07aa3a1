import type { CallData } from '@portal/contract/call.ts'
import type { countIssuedDays } from '@portal/contract/certificates/desk/desk.ts'
import { CHANGE_STATES, ISSUED_DAYS } from '@portal/contract/certificates/desk/desk-rules.ts'
import { DAY_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

/** States of certificates that were issued. */
const ISSUED = ['published', 'withdrawn', 'reissued'] as const

type Figures = CallData<typeof countIssuedDays>

/** Lifetime of the cached figures, which every view of the list needs, in ms. */
const KEPT_MS = 20 * SECOND_MS

/** Counts the certificates issued on each of the last days, with a cache. */
export function createIssuedDays({ db, now }: { db: Db; now: () => number }) {
  let cached: { figures: Promise<Figures>; until: number } | null = null
  return {
    read(): Promise<Figures> {
      const at = now()
      if (cached && cached.until > at) return cached.figures
      const figures = readFigures(db, at)
      cached = { figures, until: at + KEPT_MS }
      figures.catch(() => {
        cached = null
      })
      return figures
    },
  }
}

async function readFigures(db: Db, at: number): Promise<Figures> {
  const days = Array.from({ length: ISSUED_DAYS }, (_none, back) => toWireDate(at - (ISSUED_DAYS - 1 - back) * DAY_MS))
  const [first = '', today = ''] = [days.at(0), days.at(-1)]
  const counts = new Map(days.map((day) => [day, 0]))
  const byDay = db
    .selectFrom('certificate_desk')
    .select(({ fn }) => ['day', fn.countAll<number>().as('count')])
    .where('day', '>=', first)
    .where('day', '<=', today)
    .groupBy('day')
  const add = (rows: readonly { day: string; count: number }[], sign: 1 | -1) => {
    for (const { day, count } of rows) counts.set(day, (counts.get(day) ?? 0) + sign * Number(count))
  }
  // Queries state by state, because an index has the days of each state.
  for (const state of ISSUED) add(await byDay.where('shown_state', '=', state).execute(), 1)
  // A certificate with a pending change has the day of that change.
  for (const state of CHANGE_STATES) {
    const inWork = byDay.where('change_state', '=', state).where(sql`(shown_state || '')`, 'in', ISSUED)
    add(await inWork.execute(), -1)
  }
  return { days: days.map((day) => ({ day, issued: counts.get(day) ?? 0 })) }
}
