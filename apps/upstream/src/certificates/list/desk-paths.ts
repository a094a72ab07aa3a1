import type { CallQuery } from '@portal/contract/call.ts'
import type { listDeskCertificates } from '@portal/contract/certificates/desk/desk.ts'
import { parseNumberPrefix } from '@portal/contract/certificates/desk/desk-rules.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { RECOVERED_NUMBERS } from '#certificates/desk/recovered-certificates.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Filters of the list. `numbers` belongs to exports. */
export type DeskFilter = CallQuery<typeof listDeskCertificates> & { numbers?: string }

/** Columns that filters compare for equality. Each has an index in the order of the list, and so do some pairs. */
type Column = 'category' | 'shown_state' | 'change_state' | 'prepared_name'
type Rows<O> = SelectQueryBuilder<Tables & { row: Tables['certificate_desk'] }, 'row', O>

/** Beginning and end of the numbers that a search matches. */
export interface NumberRange {
  first: string
  below: string
}

/** Character that sorts after every digit. */
const AFTER_DIGITS = ':'

/** Parses a search for a number or its beginning. */
export function parseNumberRange(search = ''): NumberRange | undefined {
  const first = parseNumberPrefix(search)
  return first === undefined ? undefined : { first, below: first + AFTER_DIGITS }
}

/** Returns the part of a conclusion that is searched for, without wildcards; `''`: none. */
export function parseConclusion(search = ''): string {
  return parseNumberRange(search) ? '' : search.trim().replace(/[\\%_]/g, '')
}

/**
 * Lists the columns that the index of a filter begins with; the others are checked row by row. Pending changes and
 * warnings are few. States but `published` are rarer than names, names rarer than categories.
 */
export function listPathColumns(filter: DeskFilter, hasConclusion = false): Column[] {
  const { changeState, stage, warned, by, category } = filter
  const shown = toShownState(filter)
  if (changeState || stage) return ['change_state']
  if (warned) return []
  const isRare = shown !== undefined && shown !== 'published'
  const found: Column[] = []
  if (isRare) found.push('shown_state')
  if (by) found.push('prepared_name')
  if (category) found.push('category')
  if (shown === 'published' && !by) found.push('shown_state')
  // An index with a conclusion has one further column, the others have two.
  return found.slice(0, hasConclusion ? 1 : 2)
}

/** Unconfirmed certificates are withdrawn, which has an index. */
const toShownState = ({ shown, unconfirmed }: DeskFilter) => (unconfirmed ? 'withdrawn' : shown)

/** Whether a row of the list is a submitted text that needs a review which nobody has given. */
export const AWAITS_REVIEW = sql<boolean>`(
  (row.change_state || '') = 'submitted' and (row.change_kind || '') <> 'withdrawal' and row.reviewed_name is null
  and exists (
    select 1 from site_settings where name = 'threePersons' and site_settings.value like '%"' || row.category || '"%'
  )
)`

/**
 * Adds the filters, apart from searches.
 * @param path columns for which an index may be chosen; `only`: no other filters
 */
export function applyFilter<O>(rows: Rows<O>, filter: DeskFilter, path: readonly Column[], only = false): Rows<O> {
  const { category, changeState, stage, by, warned, unconfirmed, recovered, numbers, from, to } = filter
  const equal = {
    category,
    shown_state: toShownState(filter),
    change_state: stage ? 'submitted' : changeState,
    prepared_name: by,
  }
  let query = rows
  for (const [name, value] of Object.entries(equal)) {
    const isOnPath = path.includes(name as Column)
    if (!value || (only && !isOnPath)) continue
    const column = sql.ref(`row.${name}`)
    // An expression prevents the use of an index.
    const side = isOnPath ? column : sql`(${column} || '')`
    query = query.where(sql<boolean>`${side} = ${value}`)
  }
  // The condition repeats the one of the partial index.
  if (warned) query = query.where(sql<boolean>`row.warnings > 0`)
  if (warned === 'open') query = query.where('row.unanswered', '>', 0)
  if (unconfirmed && !only) {
    query = query.where(
      sql<boolean>`(row.certificate_no || '') in (select certificate_no from certificate_confirmations)`,
    )
  }
  if (stage && !only) query = query.where(stage === 'review' ? AWAITS_REVIEW : sql<boolean>`not ${AWAITS_REVIEW}`)
  if (recovered && !only) query = query.where('row.certificate_no', 'in', RECOVERED_NUMBERS)
  if (numbers) query = query.where('row.certificate_no', 'in', numbers.split(','))
  if (from) query = query.where('row.day', '>=', from)
  if (to) query = query.where('row.day', '<=', to)
  return query
}

/** A place in the list. */
export interface Place {
  day: string
  certificate_no: string
}

export function placeIn(after: string | undefined): Place | undefined {
  if (after === undefined) return undefined
  const [day = '', certificate_no = ''] = after.split('_')
  return { day, certificate_no }
}

export const formatPlace = ({ day, certificate_no }: Place) => `${day}_${certificate_no}`

/** Direction of reading: `older` begins with the newest row, `newer` with the oldest. */
export type Way = 'older' | 'newer'

/** Selects the rows after a place. */
export function selectBeyond<O>(rows: Rows<O>, place: Place | undefined, way: Way = 'older'): Rows<O> {
  if (!place) return rows
  const sign = sql.raw(way === 'older' ? '<' : '>')
  return rows.where(sql<boolean>`(row.day, row.certificate_no) ${sign} (${place.day}, ${place.certificate_no})`)
}

export function orderRows<O>(rows: Rows<O>, way: Way = 'older'): Rows<O> {
  const direction = toDirection(way)
  return rows.orderBy('row.day', direction).orderBy('row.certificate_no', direction)
}

export const toDirection = (way: Way) => (way === 'older' ? 'desc' : 'asc')

export const queryDeskRows = (db: Db) => db.selectFrom('certificate_desk as row')

/** Ids of the conclusions that contain a text. */
export const queryConclusionIds = (db: Db, part: string) =>
  db.selectFrom('certificate_conclusions as conclusion').select('conclusion.id').where('name', 'like', `%${part}%`)
