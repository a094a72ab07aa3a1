import { DAY_MS } from '@portal/contract/constants.ts'
import type { Statistics } from '@portal/contract/site/figures.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import type { CountKind } from '#platform/db/tables/figures.ts'
import type { LookupResult } from '../../platform/figures/daily-counts.ts'

/** Maximum entries of a list. */
const TOP = 10

/** The sum, of four, that a result is added to. */
const SUMS = {
  found: ['valid', 'reissued', 'examination'],
  mistyped: ['mistyped'],
  unknown: ['unknown', 'wrongCode', 'unpublished'],
  withdrawn: ['withdrawn'],
} as const satisfies Record<keyof Statistics['lookups'], readonly LookupResult[]>

/** Reads the figures of the last days, today included. */
export async function readStatistics(db: Db, nowMs: number, days: number): Promise<Statistics> {
  const names = Array.from({ length: days }, (_none, at) => toWireDate(nowMs - (days - 1 - at) * DAY_MS))
  const from = names[0] ?? ''
  const lookups = await readResults(db, from)
  const listSeries = (results: readonly LookupResult[]) =>
    names.map((day) => results.reduce((sum, result) => sum + (lookups.get(`${day} ${result}`) ?? 0), 0))
  const sumSeries = (result: LookupResult) => listSeries([result]).reduce((sum, times) => sum + times, 0)
  const views = await readViews(db, from)
  return {
    days: names,
    firstDay: await findFirstDay(db),
    views: names.map((day) => views.get(day) ?? 0),
    lookups: {
      found: listSeries(SUMS.found),
      mistyped: listSeries(SUMS.mistyped),
      unknown: listSeries(SUMS.unknown),
      withdrawn: listSeries(SUMS.withdrawn),
    },
    parts: {
      reissued: sumSeries('reissued'),
      examination: sumSeries('examination'),
      wrongCode: sumSeries('wrongCode'),
      unpublished: sumSeries('unpublished'),
    },
    pages: await readTop(db, 'view', from),
    unknownNumbers: await readTop(db, 'unknown', from),
    missedSearches: await readTop(db, 'miss', from),
  }
}

/** Reads the results by `day result`. */
async function readResults(db: Db, from: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('daily_counts')
    .select(['day', 'key', 'times'])
    .where('kind', '=', 'lookup')
    .where('day', '>=', from)
    .execute()
  return new Map(rows.map(({ day, key, times }) => [`${day} ${key}`, times]))
}

async function readViews(db: Db, from: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('daily_counts')
    .select((eb) => ['day', eb.fn.sum<number>('times').as('sum')])
    .where('kind', '=', 'view')
    .where('day', '>=', from)
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, sum }) => [day, Number(sum)]))
}

/** Reads the most counted keys of a kind. */
async function readTop(db: Db, kind: CountKind, from: string): Promise<{ name: string; times: number }[]> {
  const rows = await db
    .selectFrom('daily_counts')
    .select((eb) => ['key', eb.fn.sum<number>('times').as('sum')])
    .where('kind', '=', kind)
    .where('day', '>=', from)
    .groupBy('key')
    .orderBy('sum', 'desc')
    .orderBy('key')
    .limit(TOP)
    .execute()
  return rows.map(({ key, sum }) => ({ name: key, times: Number(sum) }))
}

/** Returns the first day with figures. */
async function findFirstDay(db: Db): Promise<string | null> {
  const firstDays: string[] = []
  for (const kind of ['view', 'lookup'] as const) {
    const row = await db
      .selectFrom('daily_counts')
      .select('day')
      .where('kind', '=', kind)
      .orderBy('day')
      .limit(1)
      .executeTakeFirst()
    if (row) firstDays.push(row.day)
  }
  return firstDays.sort()[0] ?? null
}
