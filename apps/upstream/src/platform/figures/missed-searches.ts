import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

/** Number of different clients that must search for a word on one day before it is stored. */
const CLIENTS_MIN = 3
/** Prefix of words without hits among the searches of a day. No word begins with it. */
const MARK = '-'
/** Maximum words stored of a day. */
const WORDS_A_DAY = 100

/** A search without hits. */
export interface Miss {
  day: string
  keyword: string
  clientHash: string
}

/** Stores the clients of a day that found nothing, and counts the words that several of them have searched for. */
export async function storeMisses(db: Db, misses: readonly Miss[]): Promise<void> {
  if (misses.length === 0) return
  await db
    .insertInto('search_clients')
    .values(misses.map(({ day, keyword, clientHash }) => ({ day, keyword: MARK + keyword, client_hash: clientHash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const words = [...new Set(misses.map(({ keyword }) => MARK + keyword))]
  const days = [...new Set(misses.map(({ day }) => day))]
  const counted = await db
    .selectFrom('search_clients')
    .select((eb) => ['day', 'keyword', eb.fn.countAll<number>().as('clients')])
    .where('day', 'in', days)
    .where('keyword', 'in', words)
    .groupBy(['day', 'keyword'])
    .having((eb) => eb.fn.countAll(), '>=', CLIENTS_MIN)
    .orderBy('day')
    .orderBy('keyword')
    .execute()
  const rows = counted.map(({ day, keyword, clients }) => ({
    kind: 'miss' as const,
    day,
    key: keyword.slice(MARK.length),
    times: clients,
  }))
  const limitedRows = await limitWords(db, days, rows)
  if (limitedRows.length === 0) return
  await db
    .insertInto('daily_counts')
    .values(limitedRows)
    .onConflict((conflict) => conflict.columns(['kind', 'day', 'key']).doUpdateSet({ times: sql`excluded.times` }))
    .execute()
}

/** Selects the stored words of a day that has reached its limit of words. */
async function limitWords<Row extends { day: string; key: string }>(
  db: Db,
  days: readonly string[],
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return []
  const stored = await db
    .selectFrom('daily_counts')
    .select(['day', 'key'])
    .where('kind', '=', 'miss')
    .where('day', 'in', days)
    .execute()
  const wordsByDay = new Map(days.map((day) => [day, new Set<string>()]))
  for (const { day, key } of stored) wordsByDay.get(day)?.add(key)
  return rows.filter(({ day, key }) => {
    const words = wordsByDay.get(day)
    if (!words || (words.size >= WORDS_A_DAY && !words.has(key))) return false
    words.add(key)
    return true
  })
}
