import { BATCH_ROWS_MAX } from '@portal/contract/certificates/desk/batch-rules.ts'
import type { Batch } from '@portal/contract/certificates/desk/batches.ts'
import { readRows, type TableFile, type TableRow } from '#certificates/import/table-file.ts'
import type { Headings } from '#certificates/import/tables/heading-rows.ts'
import type { OnRead } from '#certificates/import/tables/text-encoding.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { CODE, toBatchCells, toColumnUse } from '../batch-cells.ts'
import type { Line, Piece, ReadTask } from './reading-steps.ts'

/** Maximum of one transaction, during which SQLite blocks other requests: rows, and bytes of their texts. */
const PIECE_ROWS = 250
const PIECE_BYTES = 256 * 1024
const COLUMNS_MAX = 100
const SAMPLE_MAX = 60
/** Longest title that a call can name. */
const TITLE_MAX = 200

/**
 * The rows of a file as a batch keeps them.
 * @throws SheetWanted when a sheet must be chosen
 * @throws CommandError for a file that cannot be used
 */
export async function* filePieces(file: TableFile, task: ReadTask, onRead: OnRead): AsyncGenerator<Piece> {
  let headings: Headings | undefined
  let unknown: ReadonlySet<string> = new Set()
  let pictures = 0
  const options = {
    ...(task.sheet !== null && { sheet: task.sheet }),
    columns: task.choice,
    onRead,
    onHeadings(found: Headings) {
      headings = checkHeadings(withoutSecond(found))
      unknown = unknownMembers(headings, task)
      return headings
    },
    onPictures(count: number) {
      pictures = count
    },
  }
  let row = 0
  let bytes = 0
  let piece: Piece = { lines: [], rowsDone: 0, share: 0, columns: null, pictures: 0 }
  for await (const one of readRows(file, options)) {
    row += 1
    if (row > BATCH_ROWS_MAX) throw new CommandError('文件超过 1,000,000 行，请分成几个文件')
    if (row === 1 && headings) piece = { ...piece, columns: findColumns(headings, unknown, one), pictures }
    if (row <= task.skip) continue
    const line = { lineNo: one.lineNo, ...toBatchCells(one, unknown) }
    piece = { ...piece, rowsDone: row, share: one.share }
    piece.lines.push(line)
    bytes += countBytes(line)
    if (piece.lines.length < PIECE_ROWS && bytes < PIECE_BYTES) continue
    yield piece
    piece = { ...piece, lines: [], columns: null }
    bytes = 0
  }
  if (row === 0) throw new CommandError('文件中没有证书')
  if (piece.lines.length > 0 || piece.columns) yield { ...piece, rowsDone: row, share: 1 }
}

const countBytes = ({ cells }: Line) => cells.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0)

/** The first of two columns for the same item counts. */
function withoutSecond({ columns, lastRow }: Headings): Headings {
  const seen = new Set<string>()
  return {
    lastRow,
    columns: columns.map((column) => {
      if (column.heading === null || typeof column.heading === 'string') return column
      const { member, title } = column.heading
      if (seen.has(member)) return { ...column, heading: `与前面的列重复：${title}` }
      seen.add(member)
      return column
    }),
  }
}

/** @throws CommandError when nothing in the first rows is a heading, or there are too many */
function checkHeadings(headings: Headings): Headings {
  const { columns } = headings
  if (columns.length > COLUMNS_MAX) throw new CommandError('文件超过 100 列，请删去不用的列')
  if (columns.some(({ heading }) => toColumnUse(heading) === 'known')) return headings
  throw new CommandError('前 10 行中没有认得的列名，请对照模板检查表头')
}

/** Columns that are not known and that nobody chose: certificates are public. */
function unknownMembers({ columns }: Headings, { choice }: ReadTask): ReadonlySet<string> {
  const members = new Set<string>()
  for (const { title, heading } of columns) {
    if (heading === null || typeof heading === 'string' || Object.hasOwn(choice, title)) continue
    if (toColumnUse(heading) === 'own') members.add(heading.member)
  }
  return members
}

function findColumns(
  { columns }: Headings,
  unknown: ReadonlySet<string>,
  { cells, problems }: TableRow,
): Batch['columns'] {
  const values = new Map(typeof cells === 'string' ? [] : cells.map(([{ member }, value]) => [member, String(value)]))
  for (const { member, shown } of problems) values.set(member, shown)
  return columns
    .filter(({ title }) => title !== '')
    .map(({ title, heading }) => {
      const found = heading !== null && typeof heading === 'object' ? heading : null
      const use = found && unknown.has(found.member) ? 'unknown' : toColumnUse(heading)
      const sample = !found || found.member === CODE ? '' : (values.get(found.member) ?? '')
      const becomes = found && use !== 'left' && use !== 'unknown' ? found.title : null
      return { title: title.slice(0, TITLE_MAX), use, becomes, sample: sample.slice(0, SAMPLE_MAX) }
    })
}
