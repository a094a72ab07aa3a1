/**
 * Makes a CSV file. Every cell is quoted, because a spreadsheet may also split lines at semicolons, and none is run as a formula.
 */
export function formatCsv(lines: readonly (readonly string[])[]): string {
  const quote = (cell: string) => `"${cell.replace(/^[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫]/, "'$&").replaceAll('"', '""')}"`
  // Excel reads UTF-8 only after a byte order mark.
  return `\ufeff${lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')}`
}

/** Makes a CSV file for `saveFile`. */
export const toCsvFile = (lines: readonly (readonly string[])[]): Blob =>
  new Blob([formatCsv(lines)], { type: 'text/csv;charset=utf-8' })
