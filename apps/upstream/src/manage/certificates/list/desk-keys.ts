import { type SqlBool, sql } from 'kysely'
import type { Db } from '#db/open.ts'
import {
  beyond,
  conclusionIn,
  conclusionsWith,
  type DeskFilter,
  deskRows,
  filtered,
  type NumberRange,
  newestFirst,
  numbersIn,
  type Place,
  pathOf,
  placeIn,
  textOf,
} from './desk-paths.ts'

/** Rows that are read in the order of numbers before an index is tried. */
const SCAN_MAX = 10_000

/** Places of the first rows of a filter: newest day first, and of a search for numbers the largest number first. */
export async function keysOf(db: Db, filter: DeskFilter, limit: number): Promise<Place[]> {
  const range = numbersIn(filter.search)
  if (range) return await byNumber(db, filter, range, limit)
  const part = conclusionIn(filter.search)
  if (part === '') {
    const rows = filtered(deskRows(db), filter, pathOf(filter))
    return await newestFirst(beyond(rows, placeIn(filter.after)).select(['row.day', 'row.certificate_no']))
      .limit(limit)
      .execute()
  }
  return filter.work || filter.warned
    ? await inWork(db, filter, part, limit)
    : await byConclusion(db, filter, part, limit)
}

/** Rows in work are few: their conclusions are checked one by one. */
async function inWork(db: Db, filter: DeskFilter, part: string, limit: number): Promise<Place[]> {
  const rows = filtered(deskRows(db), filter, pathOf(filter)).where(
    sql<SqlBool>`(row.conclusion_id + 0) in ${conclusionsWith(db, part)}`,
  )
  return await newestFirst(beyond(rows, placeIn(filter.after)).select(['row.day', 'row.certificate_no']))
    .limit(limit)
    .execute()
}

async function byNumber(db: Db, filter: DeskFilter, { first, below }: NumberRange, limit: number): Promise<Place[]> {
  const last = placeIn(filter.after)?.certificate_no ?? below
  const within = deskRows(db).where('row.certificate_no', '>=', first).where('row.certificate_no', '<', last)
  const scanned = within.selectAll('row').orderBy('row.certificate_no', 'desc').limit(SCAN_MAX).as('row')
  const found = await filtered(db.selectFrom(scanned), filter, [])
    .select(['row.day', 'row.certificate_no'])
    .orderBy('row.certificate_no', 'desc')
    .limit(limit)
    .execute()
  const path = pathOf(filter)
  if (found.length === limit || (path.length === 0 && !filter.from && !filter.to && !filter.warned)) return found
  // Few of them have these numbers. No certificate is issued before the day in its number.
  const day = `${first.slice(2, 6)}-${first.slice(6, 8) || '00'}-${first.slice(8, 10) || '00'}`
  const number = sql`(row.certificate_no || '')`
  return await filtered(deskRows(db), filter, path)
    .where('row.day', '>=', day)
    .where(sql<SqlBool>`${number} >= ${first} and ${number} < ${last}`)
    .select(['row.day', 'row.certificate_no'])
    .orderBy(number, 'desc')
    .limit(limit)
    .execute()
}

/**
 * An index has the rows of one conclusion in the order of the list. A page can only have rows of as many conclusions as it is
 * long: of those whose newest rows are the newest.
 */
async function byConclusion(db: Db, filter: DeskFilter, part: string, limit: number): Promise<Place[]> {
  const { category, from = '', to, ...others } = filter
  // With a range of days SQLite would choose another index. They are in order: the beginning is a place, the end is cut off.
  const place = earlier(placeIn(filter.after), to)
  const path = pathOf(filter, true)
  const ofConclusion = (id: ReturnType<typeof sql>) =>
    newestFirst(beyond(filtered(deskRows(db), { ...others, ...(category && { category }) }, path), place)).where(
      sql<SqlBool>`row.conclusion_id = ${id}`,
    )
  const head = ofConclusion(sql.ref('conclusion.id')).select(
    sql<string>`row.day || '_' || row.certificate_no`.as('head'),
  )
  const newest = await db
    .with(
      (cte) => cte('found').materialized(),
      () => known(db, part, category).select(head.limit(1).as('head')),
    )
    .selectFrom('found')
    .select(['id', 'head'])
    .where('head', '>=', from)
    .orderBy('head', 'desc')
    .limit(limit)
    .execute()
  let found: Place[] = []
  for (const [rank, { id, head: first }] of newest.entries()) {
    const last = found[limit - 1]
    if (last && textOf(last) > (first ?? '')) break
    const rows = ofConclusion(sql`${id}`).select(['row.day', 'row.certificate_no'])
    found = [...found, ...(await rows.limit(limit - rank).execute())].sort(compare).slice(0, limit)
  }
  return found.filter(({ day }) => day >= from)
}

/** Conclusions that contain a text; with a category only those that it has. */
function known(db: Db, part: string, category: string | undefined) {
  const all = conclusionsWith(db, part)
  if (!category) return all
  return all.where(({ exists }) =>
    exists(
      deskRows(db)
        .select('row.day')
        .where('row.category', '=', category)
        .where(sql<SqlBool>`row.conclusion_id = conclusion.id`),
    ),
  )
}

/** After every number. */
const DAY_END = 'T'

/** Of two beginnings the one further down the list. */
function earlier(place: Place | undefined, to: string | undefined): Place | undefined {
  if (to === undefined || (place && place.day <= to)) return place
  return { day: to, certificate_no: DAY_END }
}

function compare(one: Place, other: Place): number {
  if (one.day !== other.day) return one.day < other.day ? 1 : -1
  return one.certificate_no < other.certificate_no ? 1 : -1
}
