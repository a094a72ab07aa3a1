import type { CallQuery } from '@portal/contract/call.ts'
import type { listDeskCertificates } from '@portal/contract/certificates/desk/desk.ts'
import { parseNumberPrefix } from '@portal/contract/certificates/desk/desk-rules.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { RECOVERED_NUMBERS } from '#certificates/desk/recovered-certificates.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Filters of the list; `numbers` of its exports. */
export type DeskFilter = CallQuery<typeof listDeskCertificates> & { numbers?: string }

/** Columns of filters by equality, each with an index in the order of the list, and some pairs of them. */
type Column = 'category' | 'shown_state' | 'change_state' | 'prepared_name'
type Rows<O> = SelectQueryBuilder<Tables & { row: Tables['certificate_desk'] }, 'row', O>

/** Beginning and end of the numbers that a search means. */
export interface NumberRange {
  first: string
  below: string
}

/** Character that sorts after every digit. */
const AFTER_DIGITS = ':'

/** A search that is a number or its beginning. */
export function numbersIn(search = ''): NumberRange | undefined {
  const first = parseNumberPrefix(search)
  return first === undefined ? undefined : { first, below: first + AFTER_DIGITS }
}

/** Returns the part of a conclusion that is searched for, without wildcards; `''`: none. */
export function parseConclusion(search = ''): string {
  return numbersIn(search) ? '' : search.trim().replace(/[\\%_]/g, '')
}

/**
 * Columns that the index of a filter begins with; the others are checked row by row. Work and warnings are few. States but
 * `published` are rarer than names, names rarer than categories.
 */
export function listPathColumns(filter: DeskFilter, hasConclusion = false): Column[] {
  const { work, warned, by, category } = filter
  const shown = toShownState(filter)
  if (work) return ['change_state']
  if (warned) return []
  const isRare = shown !== undefined && shown !== 'published'
  const found: Column[] = []
  if (isRare) found.push('shown_state')
  if (by) found.push('prepared_name')
  if (category) found.push('category')
  if (shown === 'published' && !by) found.push('shown_state')
  // An index of a conclusion has one column more, the others have two.
  return found.slice(0, hasConclusion ? 1 : 2)
}

/** Those to be confirmed are withdrawn, which has an index. */
const toShownState = ({ shown, unconfirmed }: DeskFilter) => (unconfirmed ? 'withdrawn' : shown)

/** Adds the filters, apart from searches. @param path columns that an index may be chosen by; `only` them, without the others */
export function applyFilter<O>(rows: Rows<O>, filter: DeskFilter, path: readonly Column[], only = false): Rows<O> {
  const { category, work, by, warned, unconfirmed, recovered, numbers, from, to } = filter
  const equal = { category, shown_state: toShownState(filter), change_state: work, prepared_name: by }
  let query = rows
  for (const [name, value] of Object.entries(equal)) {
    const isOnPath = path.includes(name as Column)
    if (!value || (only && !isOnPath)) continue
    const column = sql.ref(`row.${name}`)
    // An expression has no index.
    const side = isOnPath ? column : sql`(${column} || '')`
    query = query.where(sql<boolean>`${side} = ${value}`)
  }
  // The condition repeats that of the partial index.
  if (warned) query = query.where(sql<boolean>`row.warnings > 0`)
  if (warned === 'open') query = query.where('row.unanswered', '>', 0)
  if (unconfirmed && !only) {
    query = query.where(
      sql<boolean>`(row.certificate_no || '') in (select certificate_no from certificate_confirmations)`,
    )
  }
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

/** Which way the list is read: `older` from the newest row on, `newer` the other way. */
export type Way = 'older' | 'newer'

/** Rows selectBeyond a place. */
export function selectBeyond<O>(rows: Rows<O>, place: Place | undefined, way: Way = 'older'): Rows<O> {
  if (!place) return rows
  const sign = sql.raw(way === 'older' ? '<' : '>')
  return rows.where(sql<boolean>`(row.day, row.certificate_no) ${sign} (${place.day}, ${place.certificate_no})`)
}

export function inOrder<O>(rows: Rows<O>, way: Way = 'older'): Rows<O> {
  const direction = toDirection(way)
  return rows.orderBy('row.day', direction).orderBy('row.certificate_no', direction)
}

export const toDirection = (way: Way) => (way === 'older' ? 'desc' : 'asc')

export const queryDeskRows = (db: Db) => db.selectFrom('certificate_desk as row')

/** Ids of the conclusions that contain a text. */
export const conclusionsWith = (db: Db, part: string) =>
  db.selectFrom('certificate_conclusions as conclusion').select('conclusion.id').where('name', 'like', `%${part}%`)
