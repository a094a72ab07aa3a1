import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { DESK_MEMBERS } from '@portal/contract/certificates/rules/desk-fields.ts'
import { writeXlsx } from 'hucre/xlsx'

/** Number of rows of the workbook whose cells are formatted as text. */
const TEXT_ROWS = 500
const WIDTH = 14

/** Headings of a batch. Number and check code may stay empty; the reason is for corrections. */
const templateHeadings = (): string[] =>
  ['certificateNo', 'checkCode', 'category', ...DESK_MEMBERS, 'reason'].map(formatColumnTitle)

/** The table begins with a byte order mark, so that spreadsheets read it as UTF-8. */
export const templateCsv = (): string => `\ufeff${templateHeadings().join(',')}\r\n`

/** All cells are formatted as text, so that a spreadsheet keeps codes and leading zeros as typed. */
export async function templateXlsx(): Promise<Buffer> {
  const headings = templateHeadings()
  const style = { numFmt: '@' }
  const cells = new Map(
    Array.from({ length: TEXT_ROWS }, (_, row) => headings.map((_heading, column) => `${row + 1},${column}`))
      .flat()
      .map((place) => [place, { value: null, style }]),
  )
  const columns = headings.map(() => ({ width: WIDTH }))
  const sheet = { name: '证书', rows: [headings], columns, cells, freezePane: { rows: 1 } }
  return Buffer.from(await writeXlsx({ sheets: [sheet] }))
}
