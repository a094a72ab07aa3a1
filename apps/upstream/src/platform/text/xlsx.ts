import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { writeXlsxStream } from 'hucre/xlsx'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface SheetColumn {
  heading: string
  /** Characters of the font's digits. */
  width: number
}

/**
 * A workbook as a stream that reads the rows as it is read, so that its memory does not grow with them. A text stays a text: no
 * cell is a formula, and no number of a certificate becomes a number. Rows beyond Excel's 1,048,575 go on in a second sheet.
 * Ends the rows when it is destroyed.
 */
export function xlsxStream(
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
