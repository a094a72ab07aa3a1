/** A cell as text. `problem`: reason why it has no value of its own. `suggestion`: suggested value. */
export interface RawCell {
  text: string
  problem?: string
  suggestion?: string
}

/** A row of a table before its headings are known, with cells by column and gaps. */
export interface RawRow {
  lineNo: number
  cells: readonly (RawCell | undefined)[]
  /** Reason why the row cannot be read at all. */
  fault?: string
}

/** Maximum length of a cell, in characters: that of any value of a certificate. */
export const CELL_MAX = 2000

/** Maximum length of a line of a text file, in characters. */
export const LINE_MAX = 64_000

/** Makes a cell of at most `CELL_MAX` characters. A longer one is cut and has a problem. */
export function toRawCell(text: string): RawCell {
  if (text.length <= CELL_MAX) return { text }
  return { text: text.slice(0, CELL_MAX), problem: '超过 2,000 字，只读了前 2,000 字，请缩短' }
}
