/** Excel reads UTF-8 only behind it. */
export const CSV_START = '\ufeff'

/** Spreadsheets would run a cell that begins so as a formula; those in China read full-width and small signs as the narrow ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫]/

/** One line of a CSV file (RFC 4180), with its end. */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  const text = cells.map((cell) => {
    const plain = String(cell ?? '')
    const safe = typeof cell === 'string' && FORMULA.test(plain) ? `'${plain}` : plain
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${text.join(',')}\r\n`
}
