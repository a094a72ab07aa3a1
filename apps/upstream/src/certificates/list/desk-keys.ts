import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import {
  applyFilter,
  type DeskFilter,
  formatPlace,
  listPathColumns,
  type NumberRange,
  orderRows,
  type Place,
  parseConclusion,
  parseNumberRange,
  queryConclusionIds,
  queryDeskRows,
  selectBeyond,
  toDirection,
  type Way,
} from './desk-paths.ts'

/** Rows that are scanned before another index is used: in the order of numbers, and for conclusions. */
const SCAN_MAX = { number: 4000, conclusion: 1000 }

/** Beginning and size of a page. */
export interface Page {
  /** The page begins after this place. */
  place: Place | undefined
  way: Way
  limit: number
}

/**
 * Finds the places of the rows of a page in the direction of reading: by day, or in the order of numbers if numbers are
 * searched.
 */
export async function findPlaces(db: Db, filter: DeskFilter, page: Page): Promise<Place[]> {
  const range = parseNumberRange(filter.search)
  if (range) return await findByNumber(db, filter, range, page)
  const part = parseConclusion(filter.search)
  if (part !== '' && !filter.changeState && !filter.stage && !filter.warned) {
    const found = await scanConclusions(db, filter, part, page)
    return found.length === page.limit ? found : await findByConclusion(db, filter, part, page)
  }
  let rows = applyFilter(queryDeskRows(db), filter, listPathColumns(filter))
  // Rows with a pending change are few, so their conclusions are checked one by one.
  if (part !== '') rows = rows.where(sql<SqlBool>`(row.conclusion_id + 0) in ${queryConclusionIds(db, part)}`)
  const { place, way, limit } = page
  return await orderRows(selectBeyond(rows, place, way).select(['row.day', 'row.certificate_no']), way)
    .limit(limit)
    .execute()
}

/** Scans the next rows for a frequent conclusion. */
async function scanConclusions(
  db: Db,
  filter: DeskFilter,
  part: string,
  { place, way, limit }: Page,
): Promise<Place[]> {
  const path = listPathColumns(filter)
  const ordered = orderRows(selectBeyond(applyFilter(queryDeskRows(db), filter, path, true), place, way), way)
  const next = ordered.selectAll('row').limit(SCAN_MAX.conclusion).as('row')
  const rows = applyFilter(db.selectFrom(next), filter, [])
    .where(sql<SqlBool>`(row.conclusion_id + 0) in ${queryConclusionIds(db, part)}`)
    .select(['row.day', 'row.certificate_no'])
  return await orderRows(rows, way).limit(limit).execute()
}

async function findByNumber(
  db: Db,
  filter: DeskFilter,
  range: NumberRange,
  { place, way, limit }: Page,
): Promise<Place[]> {
  const { first, below } = narrowRange(range, place, way)
  const direction = toDirection(way)
  const next = queryDeskRows(db)
    .selectAll('row')
    .where('row.certificate_no', '>=', first)
    .where('row.certificate_no', '<', below)
    .orderBy('row.certificate_no', direction)
    .limit(SCAN_MAX.number)
    .as('row')
  const found = await applyFilter(db.selectFrom(next), filter, [])
    .select(['row.day', 'row.certificate_no'])
    .orderBy('row.certificate_no', direction)
    .limit(limit)
    .execute()
  const path = listPathColumns(filter)
  const hasFilters = path.length > 0 || filter.from || filter.to || filter.warned
  if (found.length === limit || !hasFilters) return found
  // Few rows of these days have these numbers. No certificate is issued before the day in its number.
  const day = `${range.first.slice(2, 6)}-${range.first.slice(6, 8) || '00'}-${range.first.slice(8, 10) || '00'}`
  const number = sql`(row.certificate_no || '')`
  return await applyFilter(queryDeskRows(db), filter, path)
    .where('row.day', '>=', day)
    .where(sql<SqlBool>`${number} >= ${first} and ${number} < ${below}`)
    .select(['row.day', 'row.certificate_no'])
    .orderBy(number, direction)
    .limit(limit)
    .execute()
}

/** Character that sorts directly after the end of a number. */
const NEXT = ' '

function narrowRange({ first, below }: NumberRange, place: Place | undefined, way: Way): NumberRange {
  if (!place) return { first, below }
  const { certificate_no } = place
  return way === 'older' ? { first, below: certificate_no } : { first: certificate_no + NEXT, below }
}

/**
 * Merges the rows of several conclusions, which an index has in the order of the list. A page can have rows of as many
 * conclusions as its length: of those whose first rows come first.
 */
async function findByConclusion(
  db: Db,
  filter: DeskFilter,
  part: string,
  { way, limit, ...page }: Page,
): Promise<Place[]> {
  const { category, from, to, ...others } = filter
  // A range of days would make SQLite choose another index. Rows come in order, so one end is a place, and the other
  // one is cut off.
  const place = pickLater(page.place, way === 'older' ? makeDayEnd(to) : makeDayBegin(from), way)
  const path = listPathColumns(filter, true)
  const queryConclusion = (id: ReturnType<typeof sql>) =>
    orderRows(
      selectBeyond(applyFilter(queryDeskRows(db), { ...others, ...(category && { category }) }, path), place, way),
      way,
    ).where(sql<SqlBool>`row.conclusion_id = ${id}`)
  const head = queryConclusion(sql.ref('conclusion.id')).select(
    sql<string>`row.day || '_' || row.certificate_no`.as('head'),
  )
  const heads = await db
    .with(
      (cte) => cte('found').materialized(),
      () => findConclusions(db, part, category).select(head.limit(1).as('head')),
    )
    .selectFrom('found')
    .select(['id', 'head'])
    .where('head', 'is not', null)
    .orderBy('head', toDirection(way))
    .limit(limit)
    .execute()
  const isBefore = (one: string, other: string) => (way === 'older' ? one > other : one < other)
  let found: Place[] = []
  for (const [rank, one] of heads.entries()) {
    const last = found[limit - 1]
    if (last && isBefore(formatPlace(last), one.head ?? '')) break
    const rows = queryConclusion(sql`${one.id}`).select(['row.day', 'row.certificate_no'])
    found = [...found, ...(await rows.limit(limit - rank).execute())]
      .sort((a, b) => (isBefore(formatPlace(a), formatPlace(b)) ? -1 : 1))
      .slice(0, limit)
  }
  return found.filter(({ day }) => (way === 'older' ? day >= (from ?? '') : to === undefined || day <= to))
}

/** Finds conclusions that contain a text; with a category only those that occur in it. */
function findConclusions(db: Db, part: string, category: string | undefined) {
  const all = queryConclusionIds(db, part)
  if (!category) return all
  return all.where(({ exists }) =>
    exists(
      queryDeskRows(db)
        .select('row.day')
        .where('row.category', '=', category)
        .where(sql<SqlBool>`row.conclusion_id = conclusion.id`),
    ),
  )
}

/** Makes a key that sorts after every number of a day. */
const makeDayEnd = (day: string | undefined) => (day === undefined ? undefined : { day, certificate_no: 'T' })
const makeDayBegin = (day: string | undefined) => (day === undefined ? undefined : { day, certificate_no: '' })

/** Returns the later of two places in this direction. */
function pickLater(one: Place | undefined, other: Place | undefined, way: Way): Place | undefined {
  if (!one || !other) return one ?? other
  return formatPlace(one) < formatPlace(other) === (way === 'older') ? one : other
}
