import { CommandError } from '#commands/command-error.ts'
import { dayOfSerial, isDayFormat, shownNumber } from './cell-format.ts'
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
const COLUMNS_MAX = 100
/** Longest text behind the rows: merged cells, conditional formats, validations. Characters. */
const BEHIND_MAX = 8 * 2 ** 20
/** Longer than the closing tag that may be cut between two chunks. */
const KEPT = 64
const ERRORS = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i
const NO_RESULT = '公式没有计算结果，请在表格软件中重新保存'

interface Merge {
  top: number
  bottom: number
  left: number
  right: number
}

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

/** `AB12` is 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Merged cells stand behind the rows: the sheet is read once for them. */
async function mergesOf({ archive }: Workbook, { path }: SheetInfo): Promise<Merge[]> {
  const merges: Merge[] = []
  for (const token of xmlTokens(await behindRows(archive.read(path)))) {
    if (token.kind === 'text' || token.name !== 'mergeCell' || token.kind === 'close') continue
    const [first = '', last = first] = (token.attribute('ref') ?? '').split(':')
    const [left, right] = [columnOf(first), columnOf(last)]
    const [top, bottom] = [Number(/\d+$/.exec(first)?.[0]), Number(/\d+$/.exec(last)?.[0])]
    if (left === undefined || right === undefined || !(bottom >= top)) continue
    merges.push({ top, bottom, left, right })
  }
  return merges.sort((one, other) => one.top - other.top)
}

/** What stands behind the rows of a sheet. @throws CommandError when it is long */
async function behindRows(chunks: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let isBehind = false
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const closing = isBehind ? -1 : text.search(/<\/(?:[\w.-]+:)?sheetData>/)
    if (closing >= 0) {
      isBehind = true
      text = text.slice(closing)
    } else if (!isBehind) text = text.slice(-KEPT)
    if (text.length > BEHIND_MAX) throw new CommandError('工作表的合并单元格过多，请取消合并后再导入')
  }
  return isBehind ? text.slice(text.indexOf('>') + 1) : ''
}

/** Marks the cells of rows, which come in order, that a merge covers. */
function coverWith(merges: readonly Merge[]) {
  let next = 0
  let open: (Merge & { text: string })[] = []
  return ({ lineNo, cells }: { lineNo: number; cells: RawCell[] }): (RawCell | undefined)[] => {
    open = open.filter(({ bottom }) => bottom >= lineNo)
    for (let merge = merges[next]; merge && merge.top <= lineNo; next += 1, merge = merges[next]) {
      if (merge.bottom < lineNo) continue
      const text = merge.top === lineNo ? (cells[merge.left]?.text ?? '') : ''
      open.push({ ...merge, right: Math.min(merge.right, COLUMNS_MAX - 1), text })
    }
    for (const { top, left, right, text } of open) {
      for (let column = left; column <= right; column += 1) {
        if (top === lineNo && column === left) continue
        if (text !== '') cells[column] = { text: '', problem: `与第 ${top} 行的单元格合并，值只在首格`, mend: text }
      }
    }
    return cells
  }
}
