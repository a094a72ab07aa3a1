import type { DataOf } from '@portal/contract/call.ts'
import { DAY_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { countIssuedDays } from '@portal/contract/manage/certificates/desk.ts'
import { ISSUED_DAYS } from '@portal/contract/manage/certificates/desk-rules.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#db/open.ts'

type Figures = DataOf<typeof countIssuedDays>

/** Every look at the list asks for the same figures. ms */
const KEPT_MS = 20 * SECOND_MS

/** Certificates issued on each of the last days; read again after a while. */
export function createIssuedDays({ db, now }: { db: Db; now: () => number }) {
  let kept: { figures: Promise<Figures>; until: number } | null = null
  return {
    read(): Promise<Figures> {
      const at = now()
      if (kept && kept.until > at) return kept.figures
      const figures = figuresAt(db, at)
      kept = { figures, until: at + KEPT_MS }
      figures.catch(() => {
        kept = null
      })
      return figures
    },
  }
}

async function figuresAt(db: Db, at: number): Promise<Figures> {
  const days = Array.from({ length: ISSUED_DAYS }, (_none, back) => toWireDate(at - (ISSUED_DAYS - 1 - back) * DAY_MS))
  const [first = '', today = ''] = [days.at(0), days.at(-1)]
  const issued = db
    .selectFrom('certificate_desk')
    .select(({ fn }) => ['day', fn.countAll<number>().as('count')])
    .where('shown_state', 'in', ['published', 'withdrawn', 'reissued'])
    .where('day', '>=', first)
    .where('day', '<=', today)
    .groupBy('day')
  // While it is in work, the day of a certificate is that of its last change.
  const [all, inWork] = [await issued.execute(), await issued.where('work_state', 'is not', null).execute()]
  const counts = new Map(all.map(({ day, count }) => [day, Number(count)]))
  for (const { day, count } of inWork) counts.set(day, (counts.get(day) ?? 0) - Number(count))
  return { days: days.map((day) => ({ day, issued: counts.get(day) ?? 0 })) }
}
