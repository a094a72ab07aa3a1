import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { STATISTICS_DAYS } from '@portal/contract/orders/order-rules.ts'
import { type OrderStatistics, readOrderStatistics } from '@portal/contract/orders/order-statistics.ts'
import { createWorkingClock } from '@portal/contract/site/working-time.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { isOnBench } from './lists/bench-list.ts'
import { readOrderTable } from './order-table.ts'

/** Groups of fewer items show no times, which would be those of single customers. */
const FEWEST = 5
const LATE_MAX = 100
const ENDS = ['finish', 'end', 'withdraw'] as const

/** Condition of the index of counted events, word by word. */
const isCounted = sql<boolean>`event.kind in ('finish', 'end', 'withdraw', 'take', 'massAlarm', 'refuse')`

interface Options {
  db: Db
  now: () => number
}

export const orderStatisticsRoutes: FastifyPluginAsync<Options> = async (app, { db, now }) => {
  addRoute(app, readOrderStatistics, async (request) => {
    const { from, to } = request.query
    const [fromMs, toMs] = [toInstantMs(from), toInstantMs(to)]
    if (fromMs === null || toMs === null || toMs < fromMs) throw badInput('请选择正确的起止日期')
    const untilMs = toMs + DAY_MS
    if (untilMs - fromMs > STATISTICS_DAYS * DAY_MS) throw badInput(`一次最多统计 ${STATISTICS_DAYS} 天`)
    const statistics = await readStatistics(db, { fromMs, untilMs, nowMs: now() })
    const seesPersons = getAccount(request).duties.some((duty) => duty === 'owner' || duty === 'approve')
    return ok(seesPersons ? statistics : { ...statistics, load: null })
  })
}

interface Period {
  fromMs: number
  untilMs: number
  nowMs: number
}

async function readStatistics(db: Db, period: Period): Promise<OrderStatistics> {
  const { fromMs, untilMs, nowMs } = period
  const events = await db
    .selectFrom('order_events as event')
    .innerJoin('order_items as item', 'item.sample_no', 'event.sample_no')
    .select(['event.sample_no', 'event.kind', 'event.at', 'event.by_name'])
    .select(['item.category', 'item.received_at', 'item.due_on'])
    .where('event.at', '>=', fromMs)
    .where('event.at', '<', untilMs)
    .where(isCounted)
    .orderBy('event.id')
    .execute()
  const late = await db
    .selectFrom('order_items as item')
    .leftJoin('users as holder', 'holder.id', 'item.holder_id')
    .select(['item.sample_no as sampleNo', 'item.due_on as dueOn', 'holder.nickname as holder'])
    .where(isOnBench)
    .where('item.due_on', '<', toWireDate(nowMs))
    .orderBy('item.due_on')
    .limit(LATE_MAX)
    .execute()
  const ended = events.filter(({ kind }) => (ENDS as readonly string[]).includes(kind))
  return {
    turnaround: await measureTurnaround(db, ended),
    late: late.map((one) => ({ ...one, dueOn: one.dueOn ?? '' })),
    load: countLoad(events),
    alarms: events.filter(({ kind }) => kind === 'massAlarm').length,
    refused: events.filter(({ kind }) => kind === 'refuse').length,
  }
}

interface EventRow {
  sample_no: string | null
  kind: string
  at: number
  by_name: string
  category: CertificateCategory
  received_at: number | null
  due_on: string | null
}

async function measureTurnaround(db: Db, ended: readonly EventRow[]): Promise<OrderStatistics['turnaround']> {
  const clock = createWorkingClock(await readOrderTable(db))
  const groups = new Map<CertificateCategory, { days: number[]; late: number }>()
  for (const { at, category, received_at: receivedAt, due_on } of ended) {
    if (receivedAt === null) continue
    const group = groups.get(category) ?? { days: [], late: 0 }
    group.days.push(countOpenDays(clock, Number(receivedAt), Number(at)))
    if (due_on !== null && toWireDate(Number(at)) > due_on) group.late += 1
    groups.set(category, group)
  }
  return [...groups].map(([category, { days, late }]) => {
    days.sort((a, b) => a - b)
    const pick = (share: number) =>
      days.length < FEWEST ? null : (days[Math.min(days.length - 1, Math.ceil(days.length * share) - 1)] ?? null)
    return { category, items: days.length, medianDays: pick(0.5), p90Days: pick(0.9), late }
  })
}

/** Counts the open days after the day of reception, up to the day on which the work ended. */
function countOpenDays(clock: ReturnType<typeof createWorkingClock>, receivedAt: number, endedAt: number): number {
  let days = 0
  const last = toInstantMs(toWireDate(endedAt)) ?? endedAt
  for (let day = (toInstantMs(toWireDate(receivedAt)) ?? receivedAt) + DAY_MS; day <= last; day += DAY_MS) {
    if (clock.spansOf(day).length > 0) days += 1
  }
  return days
}

type Load = NonNullable<OrderStatistics['load']>

function countLoad(events: readonly EventRow[]): Load {
  const load = new Map<string, Load[number]>()
  for (const { kind, at, by_name: name } of events) {
    const isEnd = (ENDS as readonly string[]).includes(kind)
    if (kind !== 'take' && !isEnd) continue
    const day = toWireDate(Number(at))
    const one = load.get(`${day} ${name}`) ?? { day, name, taken: 0, ended: 0 }
    load.set(`${day} ${name}`, { ...one, taken: one.taken + (isEnd ? 0 : 1), ended: one.ended + (isEnd ? 1 : 0) })
  }
  return [...load.values()]
}
