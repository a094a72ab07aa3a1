import { sql } from 'kysely'

/** For LIKE with `\` as its escape. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Texts that contain this one; its case counts for nothing. Chinese has none, and is searched in half the time. */
export function containsText(column: string, text: string) {
  const [lower, pattern] = [text.toLowerCase(), `%${literally(text.toLowerCase())}%`]
  return lower === text.toUpperCase()
    ? sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
    : sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
