import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { writeXlsxStream } from 'hucre/xlsx'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface SheetColumn {
  heading: string
  /** Width in digits of the font. */
  width: number
}

/**
 * Makes a workbook as a stream that reads rows on demand, so that its memory does not grow with them. A text stays a
 * text: no cell is a formula, and the number of a certificate does not become a numeric value. Rows beyond Excel's
 * 1,048,575 continue in a second sheet. Destroying the stream ends the rows.
 */
export function createXlsxStream(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<(string | number | null)[]>,
): Readable {
  const sheet = writeXlsxStream(rows, {
    name,
    columns: columns.map(({ heading, width }) => ({ header: heading, width })),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(sheet as ReadableStream)
}
