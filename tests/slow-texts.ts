/** Texts that are slow to render for their length; an account may send them repeatedly. */
const TABLE_COLUMNS = 60
const TABLE_CHARS = 190_000
const LINKS = 31_000

const row = `${'|a'.repeat(TABLE_COLUMNS)}\n`

export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  table: `${row}${'|-'.repeat(TABLE_COLUMNS)}\n${row.repeat(Math.floor(TABLE_CHARS / row.length))}`,
  links: '[a](b)'.repeat(LINKS),
}
