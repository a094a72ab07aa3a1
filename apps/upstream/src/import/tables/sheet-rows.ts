import { CommandError } from '#commands/command-error.ts'
import { dayOfSerial, isDayFormat, shownNumber } from './cell-format.ts'
import { COLUMNS_MAX, columnOf, coverWith, mergesOf } from './sheet-merges.ts'
import { plainText, readShared, type SheetInfo, type Workbook } from './workbook.ts'
import { xmlPieces, xmlTokens } from './xml-tokens.ts'

/** A cell as text. `problem`: why it has no value of its own; `mend`: the value that it probably should have. */
export interface RawCell {
  text: string
  problem?: string
  mend?: string
}

/** A row of a table before its headings are known; cells by column, with gaps. */
export interface RawRow {
  lineNo: number
  cells: readonly (RawCell | undefined)[]
  /** A reason when the row cannot be read at all. */
  fault?: string
}

const SHEET_ROWS_MAX = 100_000
const ERRORS = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i
const NO_RESULT = '公式没有计算结果，请在表格软件中重新保存'

/**
 * Streams the rows of a sheet that have a value. Cells under a merge have none of their own: they get a problem, and the value of
 * the first cell as its mend.
 * @throws CommandError above 100,000 rows or 100 columns
 */
export async function* sheetRows(
  workbook: Workbook,
  sheet: SheetInfo,
  onShare: (share: number) => void,
): AsyncGenerator<RawRow> {
  const merges = await mergesOf(workbook, sheet)
  const shared = await readShared(workbook)
  const covered = coverWith(merges)
  let lineNo = 0
  let rows = 0
  let characters = 0
  const bytes = Math.max(1, workbook.archive.bytesOf(sheet.path))
  for await (const piece of xmlPieces(workbook.archive.read(sheet.path), 'row')) {
    characters += piece.length
    onShare(Math.min(1, characters / bytes))
    for (const row of rowsIn(piece, workbook, shared, lineNo)) {
      lineNo = row.lineNo
      const cells = covered(row)
      if (!cells.some((cell) => cell && (cell.text !== '' || cell.problem))) continue
      rows += 1
      if (rows > SHEET_ROWS_MAX + 10) {
        throw new CommandError('工作表超过 100,000 行，请另存为 CSV 或 JSONL 后再导入')
      }
      yield { lineNo, cells }
    }
  }
}

function* rowsIn(
  piece: string,
  book: Workbook,
  shared: readonly string[],
  before: number,
): Generator<{ lineNo: number; cells: RawCell[] }> {
  let lineNo = before
  let cells: RawCell[] = []
  let cell: OpenCell | undefined
  let column = -1
  let into: 'value' | 'inline' | 'formula' | undefined
  for (const token of xmlTokens(piece)) {
    if (token.kind === 'text') {
      if (cell && into) cell[into] += token.text
      continue
    }
    const isOpen = token.kind === 'open'
    if (token.name === 'row' && token.kind !== 'close') {
      lineNo = Number(token.attribute('r') ?? lineNo + 1)
      cells = []
      column = -1
    } else if (token.name === 'c' && token.kind !== 'close') {
      column = columnOf(token.attribute('r')) ?? column + 1
      const style = Number(token.attribute('s') ?? 0)
      cell = {
        type: token.attribute('t') ?? 'n',
        format: book.formats[style] ?? '',
        value: '',
        inline: '',
        formula: '',
      }
      if (!isOpen) cell = undefined
    } else if (token.name === 'c' && cell) {
      if (column >= COLUMNS_MAX) throw new CommandError('工作表超过 100 列，请删去不用的列')
      cells[column] = readCell(cell, book, shared)
      cell = undefined
    } else if (token.name === 'row') yield { lineNo, cells }
    if (token.name === 'v') into = isOpen ? 'value' : undefined
    if (token.name === 't') into = isOpen ? 'inline' : undefined
    if (token.name === 'f') {
      into = isOpen ? 'formula' : undefined
      if (cell && token.kind !== 'close') cell.formula += ' '
    }
  }
}

interface OpenCell {
  type: string
  format: string
  value: string
  inline: string
  formula: string
}

function readCell(
  { type, format, value, inline, formula }: OpenCell,
  { is1904 }: Workbook,
  shared: readonly string[],
): RawCell {
  if (/DISPIMG/i.test(formula)) return { text: '', problem: '单元格内的图片不能导入，请在入库后于证书页上传' }
  if (type === 's') return { text: shared[Number(value)] ?? '' }
  if (type === 'inlineStr') return { text: plainText(inline) }
  if (type === 'e' || ERRORS.test(value)) return { text: value, problem: `公式出错，结果为 ${value || '#N/A'}` }
  if (value === '') return formula === '' ? { text: '' } : { text: '', problem: NO_RESULT }
  if (type === 'str') return { text: plainText(value) }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE' }
  if (type === 'd') return { text: value.slice(0, 10) }
  const number = Number(value)
  if (!Number.isFinite(number)) return { text: value }
  const day = isDayFormat(format) ? dayOfSerial(number, is1904) : undefined
  return { text: day ?? shownNumber(value, format) }
}
