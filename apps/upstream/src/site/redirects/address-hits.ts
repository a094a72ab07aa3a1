import type { CallBody } from '@portal/contract/call.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { ADDRESS_HITS_DAYS, MISSING_SHOWN_FROM, toMissingPath } from '@portal/contract/site/missing-addresses.ts'
import type { reportAddressHits } from '@portal/contract/site/redirect-calls.ts'
import { createRedirectTable, type Redirect } from '@portal/contract/site/redirect-rules.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { addCounts } from '#platform/figures/daily-counts.ts'

/** Addresses without a page that are stored of a day: the most requested ones, so that a flood cannot fill the table. */
const MISSING_A_DAY = 1000
const MISSING_SHOWN = 50

type Report = CallBody<typeof reportAddressHits>

/** Adds the requests that the BFF reports to the counts of today. */
export async function storeAddressHits(db: Db, nowMs: number, report: Report, redirects: readonly Redirect[]) {
  const day = toWireDate(nowMs)
  const sources = new Set(redirects.map(({ from }) => from))
  const missing = report.missing.filter(({ path }) => toMissingPath(path) === path)
  const moved = report.moved.filter(({ path }) => sources.has(path))
  await addCounts(db, [
    ...missing.map(({ path, times }) => ({ kind: 'missing' as const, day, key: path, times })),
    ...moved.map(({ path, times }) => ({ kind: 'moved' as const, day, key: path, times })),
  ])
  const today = db.selectFrom('daily_counts').select('key').where('kind', '=', 'missing').where('day', '=', day)
  const kept = today.orderBy('times', 'desc').orderBy('key').limit(MISSING_A_DAY)
  await db
    .deleteFrom('daily_counts')
    .where('kind', '=', 'missing')
    .where('day', '=', day)
    .where('key', 'not in', kept)
    .execute()
}

/** Sums of the shown days by address, the most requested first. */
function sumHits(db: Db, nowMs: number, kind: 'missing' | 'moved') {
  return db
    .selectFrom('daily_counts')
    .select((eb) => ['key as path', eb.fn.sum<number>('times').as('times')])
    .where('kind', '=', kind)
    .where('day', '>', toWireDate(nowMs - ADDRESS_HITS_DAYS * DAY_MS))
    .groupBy('key')
    .orderBy('times', 'desc')
    .orderBy('key')
}

/** Lists the addresses without a page that nothing redirects yet. */
export async function listMissing(db: Db, nowMs: number, redirects: readonly Redirect[]) {
  const rows = await sumHits(db, nowMs, 'missing')
    .having((eb) => eb(eb.fn.sum('times'), '>=', MISSING_SHOWN_FROM))
    .execute()
  const table = createRedirectTable(redirects)
  const open = rows.filter(({ path }) => toMissingPath(path) !== null && !table.find(path))
  return open.slice(0, MISSING_SHOWN).map(({ path, times }) => ({ path, times: Number(times) }))
}

/** Reads how often each redirect was used. */
export async function readMovedHits(db: Db, nowMs: number): Promise<Map<string, number>> {
  const rows = await sumHits(db, nowMs, 'moved').execute()
  return new Map(rows.map(({ path, times }) => [path, Number(times)]))
}
