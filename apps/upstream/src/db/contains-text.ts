import { PostgresAdapter, sql } from 'kysely'
import type { Db } from './open.ts'

/** For LIKE with `\` as its escape. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Texts that contain this one; the case of A to Z counts for nothing, which LIKE of SQLite ignores by itself. */
export function containsText(db: Db, column: string, text: string) {
  const pattern = `%${literally(text.toLowerCase())}%`
  const hasCase = text.toLowerCase() !== text.toUpperCase()
  return hasCase && db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
    : sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}
