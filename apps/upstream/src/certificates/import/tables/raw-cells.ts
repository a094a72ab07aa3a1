/** A cell as text. `problem`: why it has no value of its own; `mend`: the value that it probably should have. */
export interface RawCell {
  text: string
  problem?: string
  mend?: string
}

/** A row of a table before its headings are known; cells by column, with gaps. */
export interface RawRow {
  lineNo: number
  cells: readonly (RawCell | undefined)[]
  /** A reason when the row cannot be read at all. */
  fault?: string
}

/** Longest text of a cell, characters; that of every value of a certificate. */
export const CELL_MAX = 2000

/** Longest line of a text file, characters. */
export const LINE_MAX = 64_000

/** A cell of at most `CELL_MAX` characters; a longer one is cut and has a problem. */
export function toRawCell(text: string): RawCell {
  if (text.length <= CELL_MAX) return { text }
  return { text: text.slice(0, CELL_MAX), problem: '超过 2,000 字，只读了前 2,000 字，请缩短' }
}
