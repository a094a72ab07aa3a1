import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { extname } from 'node:path'
import { CommandError } from '#platform/commands/command-error.ts'
import { refuseForeign } from './tables/foreign-files.ts'
import {
  type ColumnChoice,
  type ColumnNames,
  findHeadings,
  HEADING_ROWS,
  type Headings,
} from './tables/heading-rows.ts'
import { streamJsonRows } from './tables/json-rows.ts'
import type { RawRow } from './tables/raw-cells.ts'
import { streamSheetRows } from './tables/sheet-rows.ts'
import { type CellProblem, type RowCells, toCells } from './tables/table-cells.ts'
import {
  CHUNK_BYTES,
  detectEncoding,
  type OnRead,
  readHead,
  type TextEncoding,
  toUtf8,
} from './tables/text-encoding.ts'
import { detectDelimiter, streamTextRows } from './tables/text-rows.ts'
import { countPictures, openWorkbook, type SheetInfo } from './tables/workbook.ts'

/**
 * Bytes of a text that are parsed at once. Small, because csv-parse makes an error with a stack for each row whose number of
 * cells differs from the first: 256 KiB of short rows would take seconds.
 */
const ROWS_CHUNK_BYTES = 1 << 13

export interface TableFile {
  path: string
  format: 'csv' | 'jsonl' | 'xlsx'
  /** Encoding of a text file. */
  encoding: TextEncoding | null
  bytes: number
  /** SHA-256 of the content, hex. */
  hash: string
  modifiedMs: number
}

export interface TableRow {
  /** Line number that editors show, from 1. */
  lineNo: number
  cells: RowCells
  /** Cells whose value cannot be used as it is. `cells` does not contain them. */
  problems: readonly CellProblem[]
  /** Members whose column the file has, and whose cell is empty. */
  empty: readonly string[]
  /** How much of the file has been read, 0 to 1. */
  share: number
}

export interface ReadOptions {
  /** Name of the sheet, for a workbook with several. */
  sheet?: string
  columns?: ColumnChoice
  /** Names of the columns, except in JSONL; those of certificates when left out. */
  names?: ColumnNames
  /** Checks the headings before the first row. @returns the headings to use @throws whatever the check throws */
  onHeadings?: (headings: Headings) => Headings
  /** Called before the first row with the number of pictures above the cells of the sheet, because those are not read. */
  onPictures?: (count: number) => void
  onRead?: OnRead
}

/** A workbook has several sheets, or only a hidden one, so the user must choose. */
export class SheetWanted extends CommandError {
  readonly sheets: readonly SheetInfo[]
  constructor(sheets: readonly SheetInfo[]) {
    const names = sheets.map(({ name, isHidden }) => (isHidden ? `${name}（隐藏）` : name)).join('、')
    super(`工作簿有多张工作表，请指定一张：${names}`)
    this.sheets = sheets
  }
}

const FORMATS: Readonly<Record<string, TableFile['format']>> = {
  '.csv': 'csv',
  '.txt': 'csv',
  '.tsv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.xlsx': 'xlsx',
  '.xlsm': 'xlsx',
}
const HEAD_BYTES = 4096

/**
 * Reads the properties of a file: its format, its hash, and the encoding of a text.
 * @param name gives the format by its ending; the stored file may have another name
 * @param takesJson whether JSONL is accepted
 * @throws CommandError when it is no table, or cannot be read
 */
export async function inspectTable(path: string, name = path, takesJson = true): Promise<TableFile> {
  const before = statSync(path, { throwIfNoEntry: false })
  if (!before?.isFile()) throw new CommandError(`${path} 无法读取（没有这个文件）`)
  try {
    const head = await readHead(path, HEAD_BYTES)
    await refuseForeign(path, head)
    const ending = extname(name).toLowerCase()
    const isArchive = head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
    const format = isArchive ? 'xlsx' : FORMATS[ending]
    if (!format || (format === 'jsonl' && !takesJson)) {
      throw new CommandError(`只接受 ${takesJson ? '.xlsx、.csv 与 .jsonl' : '.xlsx 与 .csv'} 文件`)
    }
    if (format === 'xlsx' && !isArchive) throw makeArchiveError(head, ending)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) hash.update(chunk)
    const encoding = format === 'xlsx' ? null : await detectEncoding(path, head)
    return { path, format, encoding, bytes: before.size, hash: hash.digest('hex'), modifiedMs: before.mtimeMs }
  } catch (cause) {
    if (cause instanceof CommandError) throw new CommandError(`${name}：${cause.message}`)
    const { code, message } = cause as NodeJS.ErrnoException
    throw new CommandError(`${name} 无法读取（${code ?? message}）`)
  }
}

/** Error for a file that has the name of a workbook and another content. */
function makeArchiveError(head: Buffer, ending: string): CommandError {
  if (head.length === 0) return new CommandError('文件为空')
  const isText = !head.includes(0) || /^(?:fffe|feff)/.test(head.toString('hex', 0, 2))
  const description = `以 ${ending} 结尾，内容却`
  if (!isText) return new CommandError(`${description}不是工作簿，可能已损坏，请在表格软件中重新保存`)
  return new CommandError(`${description}是文本，请在表格软件中打开并另存为 .xlsx，或把名称改为以 .csv 结尾再导入`)
}

/** Returns whether the file is still the inspected one, because its rows are stored under that hash. */
export function isUnchanged({ path, bytes, modifiedMs }: TableFile): boolean {
  const now = statSync(path, { throwIfNoEntry: false })
  return now?.size === bytes && now.mtimeMs === modifiedMs
}

/**
 * Streams the rows of a table of any size and format.
 * @throws SheetWanted when a sheet must be chosen
 * @throws CommandError for a damaged file, or what `onHeadings` refuses
 */
export async function* readRows(file: TableFile, options: ReadOptions = {}): AsyncGenerator<TableRow> {
  if (file.format === 'xlsx') return yield* streamWorkbookRows(file, options)
  const bytes = createReadStream(file.path, { highWaterMark: ROWS_CHUNK_BYTES })
  const text = bytes.pipe(toUtf8(file.encoding ?? 'utf-8', options.onRead))
  bytes.on('error', (error) => text.destroy(error))
  const share = () => bytes.bytesRead / Math.max(1, file.bytes)
  try {
    if (file.format === 'jsonl') {
      for await (const row of streamJsonRows(text)) yield { ...row, share: share() }
    } else {
      const delimiter = detectDelimiter(await readFirstLine(file))
      yield* streamTableRows(streamTextRows(text, delimiter), options, share)
    }
  } finally {
    bytes.destroy()
  }
}

async function readFirstLine({ path, encoding }: TableFile): Promise<string> {
  const head = await readHead(path, HEAD_BYTES)
  return new TextDecoder(encoding ?? 'utf-8').decode(head)
}

async function* streamWorkbookRows(file: TableFile, options: ReadOptions): AsyncGenerator<TableRow> {
  const workbook = await openWorkbook(file.path, options.onRead)
  try {
    const [only] = workbook.sheets
    const isClear = workbook.sheets.length === 1 && only?.isHidden === false
    const sheet = options.sheet === undefined ? only : workbook.sheets.find(({ name }) => name === options.sheet)
    if (!sheet || (options.sheet === undefined && !isClear)) throw new SheetWanted(workbook.sheets)
    options.onPictures?.(await countPictures(workbook, sheet))
    let share = 0
    const rows = streamSheetRows(workbook, sheet, (now) => {
      share = now
    })
    yield* streamTableRows(rows, options, () => share)
  } finally {
    workbook.archive.close()
  }
}

/** Yields rows with their headings. */
async function* streamTableRows(
  rows: AsyncGenerator<RawRow>,
  options: ReadOptions,
  share: () => number,
): AsyncGenerator<TableRow> {
  let headings: Headings | undefined
  const above: RawRow[] = []
  const begin = () => {
    const found = findHeadings(above, options.columns, options.names)
    if (!found) throw new CommandError('文件为空')
    headings = options.onHeadings?.(found) ?? found
  }
  const read = (row: RawRow): TableRow => ({
    lineNo: row.lineNo,
    ...toCells(headings as Headings, row),
    share: share(),
  })
  const takeRowsBelow = () => above.filter(({ lineNo }) => lineNo > (headings?.lastRow ?? 0)).map(read)
  for await (const row of rows) {
    if (headings) {
      yield read(row)
      continue
    }
    above.push(row)
    if (above.length <= HEADING_ROWS && row.fault === undefined) continue
    begin()
    yield* takeRowsBelow()
  }
  if (headings) return
  begin()
  yield* takeRowsBelow()
}
