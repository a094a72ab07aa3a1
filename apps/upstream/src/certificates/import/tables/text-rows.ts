import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { LINE_MAX, type RawRow, toRawCell } from './raw-cells.ts'

/** Detects the character between cells: a comma, or another one that is more frequent in the first line. */
export function detectDelimiter(head: string): string {
  const line = head.split(/\r?\n/, 1)[0] ?? ''
  const counts = [',', '\t', ';'].map((delimiter) => ({ delimiter, times: line.split(delimiter).length }))
  return counts.reduce((best, one) => (one.times > best.times ? one : best)).delimiter
}

/** Streams the rows of a CSV file. The first unreadable row ends the stream. */
export async function* streamTextRows(text: Readable, delimiter: string): AsyncGenerator<RawRow> {
  const read: RawRow[] = []
  const parser = text.pipe(
    parse({
      // Limits a record, because an unclosed quotation mark would read the whole file as one cell.
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LINE_MAX,
      // Collects records here, because a failing stream drops those before the failure.
      on_record: (record: string[], { lines }) => {
        read.push({ lineNo: lines, cells: record.map(toRawCell) })
        return record
      },
    }),
  )
  text.on('error', (error) => parser.destroy(error))
  try {
    for await (const _record of parser) {
      const row = read.shift()
      if (row) yield row
    }
  } catch (cause) {
    const { lines } = cause as { lines?: number }
    if (lines === undefined) throw cause
    yield* read
    yield { lineNo: lines, cells: [], fault: '此行起无法按 CSV 读取：请检查引号是否成对' }
  }
}
