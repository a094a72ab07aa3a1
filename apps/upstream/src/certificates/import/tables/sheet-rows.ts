import { CommandError } from '#platform/commands/command-error.ts'
import { formatShownNumber, GENERAL, toSerialDay } from './cell-format.ts'
import { CELL_MAX, type RawCell, type RawRow, toRawCell } from './raw-cells.ts'
import { COLUMNS_MAX, createMergeMarker, parseColumn, readMerges } from './sheet-merges.ts'
import { decodeText, readShared, type SheetInfo, type Workbook } from './workbook.ts'
import { readXml, type XmlHandlers, type XmlTag } from './xml-reader.ts'
import { makeDamageError } from './zip-archive.ts'

const SHEET_ROWS_MAX = 100_000
/** Highest row number of a sheet. */
const LINE_NO_MAX = 2 ** 20
const ERRORS = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i
const NO_RESULT = '公式没有计算结果，请在表格软件中重新保存'
/** Maximum length of a formula's result in a message, characters. */
const ERROR_MAX = 20

/**
 * Streams the rows of a sheet that have a value. A cell that a merge covers has no value: it gets a problem, and the
 * value of the first cell as the suggested fix.
 * @throws CommandError above 100,000 rows or 100 columns
 */
export async function* streamSheetRows(
  workbook: Workbook,
  sheet: SheetInfo,
  onShare: (share: number) => void,
): AsyncGenerator<RawRow> {
  const covered = createMergeMarker(await readMerges(workbook, sheet))
  const { handlers, takeRows } = collectRows(workbook, await readShared(workbook))
  const all = Math.max(1, workbook.archive.countBytes(sheet.path))
  let rows = 0
  for await (const bytes of readXml(workbook.archive.read(sheet.path), handlers)) {
    onShare(Math.min(1, bytes / all))
    for (const row of takeRows()) {
      const cells = covered(row)
      if (!cells.some((cell) => cell && (cell.text !== '' || cell.problem))) continue
      rows += 1
      if (rows > SHEET_ROWS_MAX + 10) {
        throw new CommandError('工作表超过 100,000 行，请另存为 CSV 或 JSONL 后再导入')
      }
      yield { lineNo: row.lineNo, cells }
    }
  }
}

interface SheetRow {
  lineNo: number
  cells: RawCell[]
}

interface OpenCell {
  type: string
  style: number
  value: string
  inline: string
  formula: string
}

/** Elements of the sheet whose text is a part of a cell. */
const PARTS: ReadonlyMap<string, 'value' | 'inline' | 'formula'> = new Map([
  ['v', 'value'],
  ['t', 'inline'],
  ['f', 'formula'],
])

/** @returns handlers that build rows, and the rows completed since the last call */
function collectRows(book: Workbook, shared: readonly string[]) {
  let completedRows: SheetRow[] = []
  let row: SheetRow = { lineNo: 0, cells: [] }
  let cell: OpenCell | undefined
  let column = -1
  let textTarget: 'value' | 'inline' | 'formula' | undefined
  const handlers: XmlHandlers = {
    open(tag) {
      const { name, getAttribute: attribute } = tag
      if (name === 'row') {
        row = { lineNo: parseLineNo(attribute('r'), row.lineNo), cells: [] }
        column = -1
      } else if (name === 'c') {
        column = parseColumn(attribute('r')) ?? column + 1
        cell = openCell(tag)
      }
      textTarget = PARTS.get(name)
      // A formula may have no text of its own, so a blank marks it.
      if (name === 'f' && cell) cell.formula += ' '
    },
    text(more) {
      if (cell && textTarget && cell[textTarget].length <= CELL_MAX) cell[textTarget] += more.slice(0, CELL_MAX + 1)
    },
    close(name) {
      textTarget = undefined
      if (name === 'row') completedRows.push(row)
      if (name !== 'c' || !cell) return
      const read = readCell(cell, book, shared)
      cell = undefined
      if (read.text === '' && !read.problem) return
      if (column >= COLUMNS_MAX) throw new CommandError('工作表超过 100 列，请删去不用的列')
      row.cells[column] = read
    },
  }
  const takeRows = () => {
    const rows = completedRows
    completedRows = []
    return rows
  }
  return { handlers, takeRows }
}

/** @throws CommandError when rows do not come in order */
function parseLineNo(reference: string | undefined, before: number): number {
  const lineNo = Number(reference ?? before + 1)
  if (!Number.isInteger(lineNo) || lineNo <= before || lineNo > LINE_NO_MAX) throw makeDamageError()
  return lineNo
}

const openCell = ({ getAttribute: attribute }: XmlTag): OpenCell => ({
  type: attribute('t') ?? 'n',
  style: Number(attribute('s') ?? 0),
  value: '',
  inline: '',
  formula: '',
})

function readCell(
  { type, style, value, inline, formula }: OpenCell,
  { is1904, formats }: Workbook,
  shared: readonly string[],
): RawCell {
  if (/DISPIMG/i.test(formula)) return { text: '', problem: '单元格内的图片不能导入，请在入库后于证书页上传' }
  if (type === 's') return toRawCell(shared[Number(value)] ?? '')
  if (type === 'inlineStr') return toRawCell(decodeText(inline))
  if (type === 'e' || ERRORS.test(value))
    return { ...toRawCell(value), problem: `公式出错，结果为 ${value.slice(0, ERROR_MAX) || '#N/A'}` }
  if (value === '') return formula === '' ? { text: '' } : { text: '', problem: NO_RESULT }
  if (type === 'str') return toRawCell(decodeText(value))
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE' }
  if (type === 'd') return { text: value.slice(0, 10) }
  const number = Number(value)
  if (!Number.isFinite(number)) return toRawCell(value)
  const format = formats[style] ?? GENERAL
  const day = format.isDay ? toSerialDay(number, is1904) : undefined
  return { text: day ?? formatShownNumber(value, format) }
}
