/** Byte order mark, without which Excel does not read UTF-8. */
export const CSV_START = '\ufeff'

/**
 * Beginnings of cells that spreadsheets would run as a formula. Chinese ones read full-width and small signs as the
 * narrow ones.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫]/

/** Makes one line of a CSV file (RFC 4180) with its end. */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  const text = cells.map((cell) => {
    const plain = String(cell ?? '')
    const safe = typeof cell === 'string' && FORMULA.test(plain) ? `'${plain}` : plain
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${text.join(',')}\r\n`
}
