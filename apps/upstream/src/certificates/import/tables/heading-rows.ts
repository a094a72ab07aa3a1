import { findColumn } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { findHeading, type Heading } from '@portal/contract/certificates/rules/certificate-row.ts'
import type { RawRow } from './raw-cells.ts'

/** Number of rows in which headings are looked for, because titles may be above them. */
export const HEADING_ROWS = 10
const KNOWN_MIN = 3

/** A column of the file. `heading`: a reason when it cannot be used; `null`: the column has no name, or is ignored. */
interface FileColumn {
  title: string
  heading: Heading | string | null
}

export interface Headings {
  columns: readonly FileColumn[]
  /** The data begins after this row. */
  lastRow: number
}

/** Names that the columns of a table may have. */
export interface ColumnNames {
  isKnown(title: string): boolean
  /** @returns the column, or the reason why none can have this name; `null`: it is ignored */
  find(title: string): Heading | string | null
}

const CERTIFICATE_NAMES: ColumnNames = {
  isKnown: (title) => findColumn(title) !== undefined,
  find: findHeading,
}

/** Names of columns that are read as another one. An empty text ignores the column. */
export type ColumnChoice = Readonly<Record<string, string>>

const readText = ({ cells }: RawRow, column: number): string => {
  const cell = cells[column]
  // The heading of a merged cell counts for all of its columns.
  return (cell?.suggestion ?? cell?.text ?? '').replace(/[\u200b\ufeff]/g, '').trim()
}
const readCellText = ({ cells }: RawRow, column: number): string => (cells[column]?.text ?? '').trim()

/**
 * Finds the headings among the first rows: the first row with three known names, else the first row. A second row of
 * headings below merged ones is joined to it.
 */
export function findHeadings(
  rows: readonly RawRow[],
  choice: ColumnChoice = {},
  names: ColumnNames = CERTIFICATE_NAMES,
): Headings | undefined {
  const countKnown = ({ cells }: RawRow) => cells.filter((cell) => cell && names.isKnown(cell.text)).length
  const at = Math.max(
    0,
    rows.findIndex((row) => countKnown(row) >= KNOWN_MIN),
  )
  const [first, second] = [rows[at], rows[at + 1]]
  if (!first) return undefined
  const below = second && isSecondLevel(first, second, names) ? second : undefined
  const width = Math.max(first.cells.length, below?.cells.length ?? 0)
  const titles = Array.from({ length: width }, (_, column) => joinTitles(first, below, column, names))
  // Ignores empty columns after the last heading, which spreadsheets leave.
  const namedTitles = titles.slice(0, titles.findLastIndex((title) => title !== '') + 1)
  const columns = namedTitles.map((title) => ({
    title,
    heading: title === '' ? null : applyChoice(title, choice, names),
  }))
  return { columns, lastRow: (below ?? first).lineNo }
}

/** Returns whether a row consists of names below a name that spans several columns. */
function isSecondLevel(first: RawRow, second: RawRow, names: ColumnNames): boolean {
  const filled = second.cells.flatMap((_, column) => (readCellText(second, column) === '' ? [] : [column]))
  if (filled.length === 0 || filled.length >= first.cells.filter((cell) => cell?.text).length) return false
  const isBelowNothing = (column: number) => readCellText(first, column) === ''
  return (
    filled.every((column) => /^[^\d]+$/.test(readCellText(second, column))) &&
    filled.some(isBelowNothing) &&
    filled.some(
      (column) =>
        names.isKnown(readCellText(second, column)) || names.isKnown(joinTitles(first, second, column, names)),
    )
  )
}

function joinTitles(first: RawRow, second: RawRow | undefined, column: number, names: ColumnNames): string {
  const [upper, lower] = [readText(first, column), second ? readCellText(second, column) : '']
  if (lower === '') return upper
  return names.isKnown(lower) || upper === '' ? lower : upper + lower
}

function applyChoice(title: string, choice: ColumnChoice, names: ColumnNames): FileColumn['heading'] {
  const member = Object.hasOwn(choice, title) ? choice[title] : undefined
  if (member === '') return null
  return names.find(member ?? title)
}
