import {
  findOrderColumn,
  ORDER_CELL_MAX,
  ORDER_COLUMN_NAMES,
  ORDER_COLUMNS,
  type OrderColumn,
  REQUIRED_COLUMNS,
} from '@portal/contract/orders/order-batch.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { OrderFile, OrderFileRow } from '@portal/contract/orders/orders.ts'
import { inspectTable, readRows, type TableRow } from '#certificates/import/table-file.ts'
import type { ColumnNames, Headings } from '#certificates/import/tables/heading-rows.ts'
import type { OnRead } from '#certificates/import/tables/text-encoding.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { toOneLine } from '#platform/text/one-line.ts'

/** Titles in a message, at most. */
const UNUSED_SHOWN = 20
const TITLE_SHOWN = 40
/** A dash in these columns means no value. */
const NUMBERS: readonly OrderColumn[] = ['count', 'mass', 'value']

const NAMES: ColumnNames = {
  isKnown: (title) => findOrderColumn(title) !== undefined,
  find(title) {
    const column = findOrderColumn(title)
    if (!column) return null
    return { member: column, title: ORDER_COLUMNS[column], kind: NUMBERS.includes(column) ? 'number' : 'text' }
  },
}

/** A file as it is uploaded. */
interface UploadedFile {
  path: string
  name: string
  sheet: string | null
}

/**
 * Reads the samples of a file as texts.
 * @throws SheetWanted when a sheet must be chosen
 * @throws CommandError for a file that cannot be used
 */
export async function readOrderRows(
  { path, name, sheet }: UploadedFile,
  onRead: OnRead,
): Promise<Omit<OrderFile, 'sheets'>> {
  const file = await inspectTable(path, name, false)
  const rows: OrderFileRow[] = []
  let unused: string[] = []
  const onHeadings = (headings: Headings): Headings => {
    unused = checkHeadings(headings)
    return headings
  }
  for await (const row of readRows(file, { ...(sheet !== null && { sheet }), names: NAMES, onRead, onHeadings })) {
    if (typeof row.cells === 'string') throw new CommandError(`第 ${row.lineNo} 行：${row.cells}`)
    if (row.cells.length + row.problems.length === 0) continue
    if (rows.length === ORDER_MAX.items) {
      throw new CommandError(`一张委托单至多 ${ORDER_MAX.items} 件，文件的样品更多，请分成几个文件`)
    }
    rows.push(toOrderRow(row))
  }
  if (rows.length === 0) throw new CommandError('文件中没有样品')
  return { rows, unused }
}

/** @returns titles that name no column of a sample @throws CommandError for a missing column, or one that is there twice */
function checkHeadings({ columns }: Headings): string[] {
  const found = columns.flatMap(({ heading }) => (heading && typeof heading === 'object' ? [heading.title] : []))
  const repeated = found.find((title, at) => found.indexOf(title) < at)
  if (repeated !== undefined) throw new CommandError(`有两列是“${repeated}”，请删去一列，或改它的列名`)
  const missing = REQUIRED_COLUMNS.map((column) => ORDER_COLUMNS[column]).filter((title) => !found.includes(title))
  if (found.length === 0) throw new CommandError('前 10 行中没有认得的列名，请对照模板检查表头')
  if (missing.length > 0) throw new CommandError(`缺少列：${missing.join('、')}。请对照模板检查表头`)
  return columns
    .filter(({ title, heading }) => title !== '' && heading === null)
    .map(({ title }) => title.slice(0, TITLE_SHOWN))
    .slice(0, UNUSED_SHOWN)
}

function toOrderRow({ lineNo, cells, problems }: TableRow): OrderFileRow {
  const texts = new Map(typeof cells === 'string' ? [] : cells.map(([{ member }, text]) => [member, String(text)]))
  for (const { member, shown } of problems) texts.set(member, shown)
  return {
    line: lineNo,
    cells: ORDER_COLUMN_NAMES.map((column) => {
      const text = texts.get(column) ?? (column === 'count' ? '1' : '')
      return toOneLine(column === 'services' ? text.replaceAll('\n', '、') : text, ORDER_CELL_MAX)
    }),
    problems: problems.map(({ member, text, suggestion = null }) => ({
      cell: ORDER_COLUMN_NAMES.indexOf(member as OrderColumn),
      text,
      suggestion,
    })),
  }
}
