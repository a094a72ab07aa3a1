import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './open.ts'

/** A pattern of LIKE with `\` as its escape. */
const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter

/** Texts that contain this one as it is written, which a long text answers in half the time of LIKE. */
export function containsExactly(db: Db, column: string, text: string) {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  return sql<boolean>`${find}(${sql.ref(column)}, ${text}) > 0`
}

/** Texts that contain this one; the case of A to Z counts for nothing, which LIKE of SQLite ignores by itself. */
export function containsText(db: Db, column: string, text: string) {
  const ref = sql.ref(column)
  const like = (part: string) => sql<boolean>`${ref} like ${anywhere(part)} escape '\\'`
  const lower = text.toLowerCase()
  const hasCase = lower !== text.toUpperCase()
  if (!hasCase || !isPostgres(db)) return like(lower)
  // Lowering each text is the slow part: most texts do not have the first letter, and are not lowered.
  const [first = ''] = text
  const starts = [...new Set([first.toLowerCase(), first.toUpperCase()])].map(like)
  return sql<boolean>`((${sql.join(starts, sql` or `)}) and lower(${ref}) like ${anywhere(lower)} escape '\\')`
}
