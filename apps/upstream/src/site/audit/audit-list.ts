import { AUDIT_COUNTED_MAX, AUDIT_DAYS, AUDIT_DAYS_MAX } from '@portal/contract/audit/audit-rules.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { containsExactly } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Entries per page. */
const PAGE_SIZE = 50
/** Entries per query of an export. */
const CHUNK = 1000

/** Filters of the contract's `listAudit`. */
export interface AuditFilter {
  actor?: string | undefined
  action?: string | undefined
  targetKind?: string | undefined
  targetId?: string | undefined
  outcome?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

type Query<Row> = SelectQueryBuilder<Tables, 'audit_log', Row>

function applyFilter<Row>(db: Db, entries: Query<Row>, filter: AuditFilter): Query<Row> {
  const { actor, action, targetKind, targetId, outcome, from, to, search = '' } = filter
  let query = entries
  if (actor) query = query.where('actor_id', '=', actor)
  // All actions of a group begin with its name and a dot.
  if (action) query = query.where((eb) => eb.or([eb('action', '=', action), eb('action', 'like', `${action}.%`)]))
  if (targetKind) query = query.where('target_kind', '=', targetKind)
  if (targetId) query = query.where('target_id', '=', targetId)
  if (outcome) query = query.where('outcome', '=', outcome as 'done')
  if (from) query = query.where('at', '>=', toInstantMs(from) ?? 0)
  if (to) query = query.where('at', '<', (toInstantMs(to) ?? 0) + DAY_MS)
  const text = search.trim().toLowerCase()
  return text === '' ? query : query.where(containsExactly(db, 'search_text', text))
}

/** Lists the starts of the days to count, oldest first, epoch ms: at most the last 92 of the range. */
function listDays({ from, to }: AuditFilter, now: number): number[] {
  const last = toInstantMs(to ?? toWireDate(now)) ?? now
  const first = from ? (toInstantMs(from) ?? last) : last - (AUDIT_DAYS - 1) * DAY_MS
  const count = Math.min(AUDIT_DAYS_MAX, Math.max(0, Math.round((last - first) / DAY_MS) + 1))
  return Array.from({ length: count }, (_none, at) => last - (count - 1 - at) * DAY_MS)
}

export function createAuditList({ db, now }: { db: Db; now: () => number }) {
  const entries = () => db.selectFrom('audit_log')

  /** Queries the times of the entries up to one above the counted maximum. */
  const queryTimes = (filter: AuditFilter) =>
    applyFilter(db, entries().select('at'), filter).limit(AUDIT_COUNTED_MAX + 1)

  /** Counts each day from an index alone, exactly up to `AUDIT_COUNTED_MAX`. */
  async function countByDay(filter: AuditFilter, days: readonly number[]): Promise<number[]> {
    const counts = days.map((start, at) => {
      const queryAllTimes = queryTimes({ ...filter, from: undefined, to: undefined })
      const timesOfDay = queryAllTimes.where('at', '>=', start).where('at', '<', start + DAY_MS)
      return sql`(select count(*) from (${timesOfDay}) as times) as ${sql.ref(`d${at}`)}`
    })
    const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
    return days.map((_start, at) => Number(rows[0]?.[`d${at}`] ?? 0))
  }

  return {
    /** Lists entries, newest first. @param after id of the last one on the page before */
    async list(filter: AuditFilter, after?: number) {
      // The ids are found in an index; the table is read for the rows of the page only.
      let ids = applyFilter(db, entries().select('id'), filter)
        .orderBy('id', 'desc')
        .limit(PAGE_SIZE + 1)
      if (after !== undefined) ids = ids.where('id', '<', after)
      const found = (await ids.execute()).map(({ id }) => id)
      if (found.length === 0) return { rows: [], hasMore: false }
      const page = found.slice(0, PAGE_SIZE)
      const rows = await entries().selectAll().where('id', 'in', page).orderBy('id', 'desc').execute()
      return { rows, hasMore: found.length > PAGE_SIZE }
    },

    /** Reads all entries of the filter, oldest first, in chunks. */
    async *streamChunks(filter: AuditFilter) {
      let last = 0
      for (;;) {
        const query = applyFilter(db, entries().selectAll(), filter).where('id', '>', last)
        const rows = await query.orderBy('id').limit(CHUNK).execute()
        if (rows.length > 0) yield rows
        if (rows.length < CHUNK) return
        last = rows.at(-1)?.id ?? last
      }
    },

    /** Counts the entries and those of each day, exactly up to `AUDIT_COUNTED_MAX`; a result above it means more. */
    async counts(filter: AuditFilter) {
      // The query keeps the order of the list. Otherwise PostgreSQL would read the whole table, which takes twice as
      // long.
      const found = filter.search ? queryTimes(filter).orderBy('id', 'desc') : queryTimes(filter)
      const times = (await found.execute()).map(({ at }) => at)
      const days = listDays(filter, now())
      // Few entries are counted here, because a second search would take as long as the first.
      const byDay =
        times.length > AUDIT_COUNTED_MAX
          ? await countByDay(filter, days)
          : days.map((start) => times.filter((at) => at >= start && at < start + DAY_MS).length)
      return {
        total: times.length,
        days: days.map((start, at) => ({ day: toWireDate(start), entries: byDay[at] ?? 0 })),
      }
    },
  }
}
