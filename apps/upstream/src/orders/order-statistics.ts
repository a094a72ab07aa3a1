import type { Duty } from '@portal/contract/accounts/duties.ts'
import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { STATISTICS_DAYS } from '@portal/contract/orders/order-rules.ts'
import { type OrderStatistics, readOrderStatistics } from '@portal/contract/orders/order-statistics.ts'
import { createWorkingClock, type WorkingClock } from '@portal/contract/site/working-time.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { badInput } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { isOnBench } from './lists/bench-list.ts'
import { readOrderTable } from './order-table.ts'

/** Groups of fewer items show no times, which would be those of single customers. */
const FEWEST = 5
const LATE_MAX = 100
const UTC8_MS = 8 * HOUR_MS
const ENDS = ['finish', 'end', 'withdraw'] as const

/** Condition of the index of counted events, word by word. */
const isCounted = sql<boolean>`event.kind in ('finish', 'end', 'withdraw', 'take', 'massAlarm', 'refuse')`

/** Condition of the index of questions, word by word. */
const isHold = sql<boolean>`hold.kind in ('ask', 'answer', 'withdraw')`

/** Condition of the index `order_events_daily`, in the same words, or the database would not use the index. */
const isDaily = sql<boolean>`kind in ('receive', 'handOut', 'ship', 'pay')`

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
    return ok(await readStatistics(db, { fromMs, untilMs, nowMs: now() }, getAccount(request)))
  })
}

interface Period {
  fromMs: number
  untilMs: number
  nowMs: number
}

async function readStatistics(db: Db, period: Period, { id, duties }: SessionAccount): Promise<OrderStatistics> {
  const { fromMs, untilMs, nowMs } = period
  const may = (...allowed: Duty[]) => duties.some((duty) => duty === 'owner' || allowed.includes(duty))
  const counted = db
    .selectFrom('order_events as event')
    .where('event.at', '>=', fromMs)
    .where('event.at', '<', untilMs)
    .where(isCounted)
  const events = await counted
    .innerJoin('order_items as item', 'item.sample_no', 'event.sample_no')
    .select(['event.id', 'item.sample_no', 'event.kind', 'event.at', 'event.by_id', 'event.by_name'])
    .select(['item.category', 'item.received_at', 'item.due_on'])
    .orderBy('event.id')
    .execute()
  const holds = await db
    .selectFrom('order_events as hold')
    .select(['hold.sample_no', 'hold.kind', 'hold.at'])
    .where('hold.order_no', 'in', counted.where('event.kind', 'in', ENDS).select('event.order_no'))
    .where(isHold)
    .orderBy('hold.id')
    .execute()
  const takes = await db
    .selectFrom('order_events')
    .select(['id', 'sample_no', 'by_id', 'by_name'])
    .where('order_no', 'in', counted.where('event.kind', '=', 'finish').select('event.order_no'))
    .where('kind', '=', 'take')
    .orderBy('id')
    .execute()
  const credited = creditTesters(events, takes)
  const late = await db
    .selectFrom('order_items as item')
    .leftJoin('users as holder', 'holder.id', 'item.holder_id')
    .select(['item.sample_no as sampleNo', 'item.due_on as dueOn', 'holder.nickname as holder'])
    .where(isOnBench)
    .where('item.due_on', '<', toWireDate(nowMs))
    .where('item.is_held', '=', 0)
    .orderBy('item.due_on')
    .limit(LATE_MAX)
    .execute()
  const seesHolders = may('reception', 'support', 'certify', 'approve')
  return {
    turnaround: measureTurnaround(createWorkingClock(await readOrderTable(db)), events.filter(isEnd), holds),
    late: late.map(({ sampleNo, dueOn, holder }) => ({
      sampleNo,
      dueOn: dueOn ?? '',
      holder: seesHolders ? holder : null,
    })),
    days: await countDays(db, period),
    load: may('approve')
      ? countLoad(credited)
      : may('certify')
        ? countLoad(credited.filter(({ by_id }) => by_id === id))
        : null,
    alarms: events.filter(({ kind }) => kind === 'massAlarm').length,
    refused: events.filter(({ kind }) => kind === 'refuse').length,
  }
}

interface EventRow {
  id: number
  sample_no: string
  kind: string
  at: number
  by_id: string | null
  by_name: string
  category: CertificateCategory
  received_at: number | null
  due_on: string | null
}

const isEnd = ({ kind }: EventRow): boolean => (ENDS as readonly string[]).includes(kind)

type Hold = Pick<Selectable<Tables['order_events']>, 'sample_no' | 'kind' | 'at'>

/** Measures the work that ended. Days from a question to its answer, or to the withdrawal of the sample, do not count. */
function measureTurnaround(
  clock: WorkingClock,
  ended: readonly EventRow[],
  holds: readonly Hold[],
): OrderStatistics['turnaround'] {
  const heldDays = countHeldDays(clock, holds)
  const groups = new Map<CertificateCategory, { days: number[]; late: number }>()
  for (const { sample_no, at, category, received_at: receivedAt, due_on } of ended) {
    if (receivedAt === null) continue
    const group = groups.get(category) ?? { days: [], late: 0 }
    group.days.push(
      clock.countDays(toWireDate(Number(receivedAt)), toWireDate(Number(at))) - (heldDays.get(sample_no) ?? 0),
    )
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

/** Counts the days on which questions about samples were open, by sample number. */
function countHeldDays(clock: WorkingClock, holds: readonly Hold[]): Map<string, number> {
  const days = new Map<string, number>()
  const asked = new Map<string, number>()
  for (const { sample_no, kind, at } of holds) {
    if (sample_no === null) continue
    const askedAt = asked.get(sample_no)
    if (kind === 'ask') asked.set(sample_no, Number(at))
    else if (askedAt !== undefined) {
      days.set(sample_no, (days.get(sample_no) ?? 0) + clock.countDays(toWireDate(askedAt), toWireDate(Number(at))))
      asked.delete(sample_no)
    }
  }
  return days
}

type Take = Pick<Selectable<Tables['order_events']>, 'id' | 'sample_no' | 'by_id' | 'by_name'>

/**
 * Credits certificates to the testers: the event has the person whose step at the certificate desk was the last one.
 * @param takes all takes of these samples, the oldest first
 */
function creditTesters(events: readonly EventRow[], takes: readonly Take[]): EventRow[] {
  const bySample = Map.groupBy(takes, ({ sample_no }) => sample_no)
  return events.map((event) => {
    if (event.kind !== 'finish') return event
    const last = bySample.get(event.sample_no)?.findLast(({ id }) => Number(id) < Number(event.id))
    return last ? { ...event, by_id: last.by_id, by_name: last.by_name } : event
  })
}

/** Counts what reception did on each day. */
async function countDays(db: Db, { fromMs, untilMs }: Period): Promise<OrderStatistics['days']> {
  // Days of UTC+8 since 1970.
  const day = sql<number>`(at + ${sql.lit(UTC8_MS)}) / ${sql.lit(DAY_MS)}`
  const rows = await db
    .selectFrom('order_events')
    .select([day.as('day'), 'kind'])
    .select((eb) => eb.fn.countAll<number>().as('events'))
    .where('at', '>=', fromMs)
    .where('at', '<', untilMs)
    .where(isDaily)
    .groupBy([day, 'kind'])
    .orderBy(day)
    .execute()
  return [...Map.groupBy(rows, (row) => Number(row.day))].map(([number, kinds]) => {
    const count = (...names: string[]) =>
      kinds.reduce((sum, { kind, events }) => sum + (names.includes(kind) ? Number(events) : 0), 0)
    return {
      day: toWireDate(number * DAY_MS),
      received: count('receive'),
      returned: count('handOut', 'ship'),
      payments: count('pay'),
    }
  })
}

type Load = NonNullable<OrderStatistics['load']>

function countLoad(events: readonly EventRow[]): Load {
  const load = new Map<string, Load[number]>()
  for (const event of events) {
    if (event.kind !== 'take' && !isEnd(event)) continue
    const { at, by_name: name } = event
    const day = toWireDate(Number(at))
    const one = load.get(`${day} ${name}`) ?? { day, name, taken: 0, ended: 0 }
    one[isEnd(event) ? 'ended' : 'taken'] += 1
    load.set(`${day} ${name}`, one)
  }
  return [...load.values()]
}
