import { type Expression, PostgresAdapter, sql } from 'kysely'
import type { Db } from './open.ts'

/** Makes a pattern of LIKE with `\` as its escape. */
const toLikePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter

/** Finds texts that contain this one with the same case, which is twice as fast as LIKE for a long text. */
export function containsExactly(db: Db, column: string, text: string) {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  return sql<boolean>`${find}(${sql.ref(column)}, ${text}) > 0`
}

/** Finds texts that contain this one; the case of A to Z is ignored, as LIKE of SQLite does. */
export function containsText(db: Db, column: string | Expression<string>, text: string) {
  const ref = typeof column === 'string' ? sql.ref(column) : column
  const like = (part: string) => sql<boolean>`${ref} like ${toLikePattern(part)} escape '\\'`
  const lower = text.toLowerCase()
  const hasCase = lower !== text.toUpperCase()
  if (!hasCase || !isPostgres(db)) return like(lower)
  // Lowering each text is the slow part, so texts without the first letter are excluded before.
  const [first = ''] = text
  const starts = [...new Set([first.toLowerCase(), first.toUpperCase()])].map(like)
  return sql<boolean>`((${sql.join(starts, sql` or `)}) and lower(${ref}) like ${toLikePattern(lower)} escape '\\')`
}
