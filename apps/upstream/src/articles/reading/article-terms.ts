import { READ_TYPE } from '@portal/contract/constants.ts'
import type { CompiledQuery, Insertable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { fold } from '#platform/search/fold.ts'
import { listTerms } from '#platform/search/terms.ts'
import { toExcerpt } from '#platform/text/excerpt.ts'

/** Parts of an article that determine its search terms. */
export interface IndexedArticle {
  title: string
  summary: string | null
  plain: string
  readType: number
  createdAt: number
}

/** Rows per statement. With four columns each, they stay below the 32,766 values that SQLite binds. */
const ROWS_A_STATEMENT = 8000

export type TermRow = Insertable<Tables['article_terms']>

/** Returns the searchable text. A gated article has its public part only, because a search would reveal the rest. */
function getSearchableText({ readType, plain }: IndexedArticle): string {
  return readType === READ_TYPE.open ? plain : toExcerpt(plain)
}

/** Parts are on separate lines, so that no term spans two of them. */
export function makeFoldedText(article: IndexedArticle): string {
  return fold([article.title, article.summary ?? '', getSearchableText(article)].join('\n'))
}

export function makeTermRows(articleId: number, article: IndexedArticle): TermRow[] {
  const key = { created_at: article.createdAt, article_id: articleId }
  return [
    ...[...listTerms(article.title)].map((term) => ({ term, scope: 1, ...key })),
    ...[...listTerms(makeFoldedText(article))].map((term) => ({ term, scope: 0, ...key })),
  ]
}

/** Compares by code point, as both databases do. */
function compareTerms(one: TermRow, other: TermRow): number {
  return one.term < other.term ? -1 : one.term > other.term ? 1 : 0
}

/**
 * Inserts terms sorted by key, which is several times faster in a large table. All full statements share one text,
 * because building it takes longer than running it.
 */
export async function insertTerms(trx: Db, rows: TermRow[]): Promise<void> {
  rows.sort(compareTerms)
  let statement: CompiledQuery | undefined
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const piece = rows.slice(at, at + ROWS_A_STATEMENT)
    if (!statement || piece.length < ROWS_A_STATEMENT) {
      statement = trx.insertInto('article_terms').values(piece).compile()
    }
    const parameters = piece.flatMap((row) => [row.term, row.scope, row.created_at, row.article_id])
    await trx.executeQuery({ ...statement, parameters })
  }
}

/** Deletes the keys that are derived from the stored article. An index by article would double the largest table. */
export async function deleteTerms(trx: Db, articleId: number, stored: IndexedArticle): Promise<void> {
  const terms = [...new Set(makeTermRows(articleId, stored).map(({ term }) => term))]
  for (let at = 0; at < terms.length; at += ROWS_A_STATEMENT) {
    await trx
      .deleteFrom('article_terms')
      .where('term', 'in', terms.slice(at, at + ROWS_A_STATEMENT))
      .where('scope', 'in', [0, 1])
      .where('created_at', '=', stored.createdAt)
      .where('article_id', '=', articleId)
      .execute()
  }
}
