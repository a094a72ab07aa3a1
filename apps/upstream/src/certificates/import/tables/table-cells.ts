import type { Heading } from '@portal/contract/certificates/rules/certificate-row.ts'
import { toSerialDay } from './cell-format.ts'
import type { Headings } from './heading-rows.ts'
import type { RawCell, RawRow } from './raw-cells.ts'

/** Reason why the value of a cell cannot be used as it is. */
export interface CellProblem {
  member: string
  text: string
  /** The text in the file. */
  shown: string
  /** Suggested value. */
  suggestion?: string
}

/** Cells of a row with their headings, or a Chinese reason when the row cannot be read at all. */
export type RowCells = (readonly [Heading, unknown])[] | string

export interface Cells {
  cells: RowCells
  /** Problems of cells that are not in `cells`. */
  problems: readonly CellProblem[]
  /** Members whose column the file has, and whose cell is empty. */
  empty: readonly string[]
}

const SIZES = ['lengthMm', 'widthMm', 'heightMm']

/** Lists the members that an empty cell of a column leaves without a value. */
export const listEmptied = ({ kind, member }: Heading): readonly string[] => (kind === 'sizes' ? SIZES : [member])

/** Returns the cells of a row by the headings of its file, without empty ones. */
export function toCells({ columns }: Headings, { cells, fault }: RawRow): Cells {
  if (fault !== undefined) return { cells: fault, problems: [], empty: [] }
  const isFilled = (cell: RawCell | undefined) => cell !== undefined && cell.text.trim() !== ''
  if (cells.length > columns.length && cells.slice(columns.length).some(isFilled)) {
    return { cells: `有 ${cells.length} 列，表头只有 ${columns.length} 列`, problems: [], empty: [] }
  }
  const values: (readonly [Heading, unknown])[] = []
  const problems: CellProblem[] = []
  const empty: string[] = []
  for (const [at, { title, heading }] of columns.entries()) {
    const cell = cells[at]
    if (heading === null || typeof heading === 'string') {
      if (title === '' && isFilled(cell)) return { cells: `第 ${at + 1} 列有值而没有列名`, problems: [], empty: [] }
      continue
    }
    if (!cell) {
      empty.push(...listEmptied(heading))
      continue
    }
    const problem = findProblem(cell, heading)
    if (problem) problems.push({ member: heading.member, shown: cell.text, ...problem })
    else if (cell.text !== '' && !isBlank(cell.text, heading)) values.push([heading, cell.text])
    else empty.push(...listEmptied(heading))
  }
  return { cells: values, problems, empty }
}

const ERRORS = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i
const SCIENTIFIC = /^\d(?:\.\d+)?E[+-]?\d+$/i
const NOTHING = /^(?:[-/—–－]+|无)$/
/** Kinds in which a dash means no value. Elsewhere it may be a text of the certificate. */
const DASHED: readonly Heading['kind'][] = ['number', 'day', 'sizes', 'number-no', 'pictures']

const isBlank = (text: string, { kind, member }: Heading) =>
  (DASHED.includes(kind) || member === 'checkCode') && NOTHING.test(text.trim())

/** Finds damage that spreadsheet programs do to values. */
function findProblem(
  { text, problem, suggestion }: RawCell,
  { kind, member, title }: Heading,
): Omit<CellProblem, 'member' | 'shown'> | undefined {
  if (problem !== undefined) return { text: `${title}${problem}`, ...(suggestion !== undefined && { suggestion }) }
  const plain = text.trim()
  if (ERRORS.test(plain)) return { text: `${title}是公式的错误结果 ${plain}` }
  const isCode = member === 'checkCode'
  if ((isCode || kind === 'number-no') && SCIENTIFIC.test(plain)) {
    return { text: `${title}被表格软件改成了科学计数法“${plain}”，原值已丢失，请按原件重填，并把该列设为文本` }
  }
  if (kind === 'number-no' && /^\d{14}$/.test(plain)) return { text: `${title}缺少前两位 SH`, suggestion: `SH${plain}` }
  if (kind === 'day' && /^\d{5}(?:\.\d+)?$/.test(plain)) {
    const day = toSerialDay(Number(plain))
    if (day) return { text: `${title}是表格软件的日期序数`, suggestion: day }
  }
  return undefined
}
