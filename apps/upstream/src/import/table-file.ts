import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { type Readable, Transform } from 'node:stream'
import { type Heading, headingOf } from '@portal/contract/certificates/rules/certificate-row.ts'
import { parse } from 'csv-parse'
import { CommandError } from '#commands/command-error.ts'

export interface TableFile {
  path: string
  format: 'csv' | 'jsonl'
  encoding: 'utf-8' | 'gb18030'
  bytes: number
  /** SHA-256 of the content, hex. */
  hash: string
  modifiedMs: number
}

export interface TableRow {
  /** As an editor counts, from 1. */
  lineNo: number
  /** A Chinese reason when the line cannot be read at all. */
  cells: (readonly [Heading, unknown])[] | string
  /** Bytes of the file read so far. */
  bytesRead: number
}

const CHUNK_BYTES = 1 << 18
/** No certificate is as long; a quotation mark that is never closed would otherwise read the whole file as one cell. */
const RECORD_MAX_CHARS = 64_000

/**
 * Reads a file once: its hash, and whether it is UTF-8, or GB18030 as spreadsheets in China write it.
 * @throws CommandError when it is neither, or cannot be read
 */
export async function inspectTable(path: string): Promise<TableFile> {
  const format = { '.csv': 'csv', '.jsonl': 'jsonl', '.ndjson': 'jsonl' }[extname(path).toLowerCase()]
  if (format !== 'csv' && format !== 'jsonl') throw new CommandError(`${path}：只接受 .csv 与 .jsonl 文件`)
  const before = statSync(path, { throwIfNoEntry: false })
  if (!before?.isFile()) throw new CommandError(`${path} 无法读取（没有这个文件）`)
  const hash = createHash('sha256')
  const utf8 = strictDecoder('utf-8')
  const gb18030 = strictDecoder('gb18030')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      hash.update(chunk)
      utf8.read(chunk)
      // Only a file that is not UTF-8 is read again as GB18030.
    }
    utf8.end()
    if (!utf8.isRight()) {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) gb18030.read(chunk)
      gb18030.end()
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new CommandError(`${path} 无法读取（${code ?? (cause as Error).message}）`)
  }
  if (!utf8.isRight() && !gb18030.isRight()) {
    throw new CommandError(`${path} 既不是 UTF-8 也不是 GB18030 编码，请另存为“CSV UTF-8”后再导入`)
  }
  const encoding = utf8.isRight() ? 'utf-8' : 'gb18030'
  return { path, format, encoding, bytes: before.size, hash: hash.digest('hex'), modifiedMs: before.mtimeMs }
}

/** Whether the file is still the inspected one: its rows are stored under that hash. */
export function isUnchanged({ path, bytes, modifiedMs }: TableFile): boolean {
  const now = statSync(path, { throwIfNoEntry: false })
  return now?.size === bytes && now.mtimeMs === modifiedMs
}

/** Whether bytes are text of an encoding; the decoder ends at the first that is not. */
function strictDecoder(encoding: string) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let isRight = true
  const attempt = (work: () => void) => {
    try {
      if (isRight) work()
    } catch {
      isRight = false
    }
  }
  return {
    read: (chunk: Buffer) => attempt(() => decoder.decode(chunk, { stream: true })),
    end: () => attempt(() => decoder.decode()),
    isRight: () => isRight,
  }
}

/**
 * Streams the rows of a file of any size.
 * @throws CommandError for unusable headings
 */
export async function* rowsOf(file: TableFile): AsyncGenerator<TableRow> {
  const bytes = createReadStream(file.path, { highWaterMark: CHUNK_BYTES })
  const text = file.encoding === 'utf-8' ? bytes : bytes.pipe(toUtf8(file.encoding))
  const rows = file.format === 'csv' ? csvRows(text) : jsonRows(text)
  for await (const row of rows) yield { ...row, bytesRead: bytes.bytesRead }
}

function toUtf8(encoding: string): Transform {
  const decoder = new TextDecoder(encoding)
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  })
}

type Row = Omit<TableRow, 'bytesRead'>

async function* csvRows(text: Readable): AsyncGenerator<Row> {
  const parser = text.pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_MAX_CHARS,
    }),
  )
  text.on('error', (error) => parser.destroy(error))
  let headings: Heading[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!headings) {
        headings = usable(record)
        continue
      }
      yield { lineNo: info.lines, cells: toCells(headings, record) }
    }
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    const { lines } = cause as { lines?: number }
    if (lines === undefined) throw cause
    yield { lineNo: lines, cells: '此行起无法按 CSV 读取：请检查引号是否成对' }
  }
  if (!headings) throw new CommandError('文件为空')
}

function toCells(headings: readonly Heading[], record: readonly string[]): Row['cells'] {
  if (record.length > headings.length && record.slice(headings.length).some((cell) => cell.trim() !== '')) {
    return `有 ${record.length} 列，表头只有 ${headings.length} 列`
  }
  const cells: (readonly [Heading, unknown])[] = []
  for (const [at, heading] of headings.entries()) {
    const value = record[at]
    if (value !== undefined && value !== '') cells.push([heading, value])
  }
  return cells
}

/** @throws CommandError naming every heading that cannot be used */
function usable(names: readonly string[]): Heading[] {
  // Empty columns behind the last heading, which spreadsheets leave.
  const named = names.slice(0, names.findLastIndex((name) => name.trim() !== '') + 1)
  const headings = named.map(headingOf)
  const faults = headings.filter((heading) => typeof heading === 'string')
  const members = headings.filter((heading) => typeof heading !== 'string').map(({ member }) => member)
  for (const member of new Set(members.filter((one, at) => members.indexOf(one) !== at))) {
    faults.push(`列“${titles(headings, member)}”重复`)
  }
  if (!members.includes('certificateNo')) faults.push('缺少列“证书编号”')
  if (faults.length > 0) throw new CommandError(`表头有误：${faults.join('；')}`)
  return headings.filter((heading) => typeof heading !== 'string')
}

function titles(headings: readonly (Heading | string)[], member: string): string {
  const found = headings.find((heading) => typeof heading !== 'string' && heading.member === member)
  return typeof found === 'object' ? found.title : member
}

async function* jsonRows(text: Readable): AsyncGenerator<Row> {
  const known = new Map<string, Heading | string>()
  const heading = (name: string) => {
    const found = known.get(name) ?? headingOf(name)
    // The same few names in every line; a file of ever new ones must not fill memory.
    if (known.size < 1000) known.set(name, found)
    return found
  }
  let lineNo = 0
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    lineNo += 1
    const source = lineNo === 1 ? line.replace(/^\ufeff/, '') : line
    if (source.trim() !== '') yield { lineNo, cells: jsonCells(source, heading) }
  }
}

function jsonCells(source: string, heading: (name: string) => Heading | string): Row['cells'] {
  let fields: unknown
  try {
    fields = JSON.parse(source)
  } catch {
    return '不是一行完整的 JSON'
  }
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) return '应为一个 JSON 对象'
  const cells: (readonly [Heading, unknown])[] = []
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(fields)) {
    const found = heading(name)
    if (typeof found === 'string') return found
    if (seen.has(found.member)) return `“${found.title}”出现两次`
    seen.add(found.member)
    cells.push([found, value])
  }
  return cells
}
