import { READ_TYPE } from '@portal/contract/constants.ts'
import type { CompiledQuery, Insertable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { fold } from '#platform/search/fold.ts'
import { listTerms } from '#platform/search/terms.ts'
import { toExcerpt } from '#platform/text/excerpt.ts'

/** The parts of an article that decide its search terms. */
export interface Indexed {
  title: string
  summary: string | null
  plain: string
  readType: number
  createdAt: number
}

/** Rows in one statement: four columns each stay below the 32,766 values that SQLite binds. */
const ROWS_A_STATEMENT = 8000

export type TermRow = Insertable<Tables['article_terms']>

/** The searchable text: of a gated article only the public part, or search would reveal the rest. */
function searchableText({ readType, plain }: Indexed): string {
  return readType === READ_TYPE.open ? plain : toExcerpt(plain)
}

/** Parts are on separate lines, so that no term spans two of them. */
export function foldedText(article: Indexed): string {
  return fold([article.title, article.summary ?? '', searchableText(article)].join('\n'))
}

export function termRows(articleId: number, article: Indexed): TermRow[] {
  const key = { created_at: article.createdAt, article_id: articleId }
  return [
    ...[...listTerms(article.title)].map((term) => ({ term, scope: 1, ...key })),
    ...[...listTerms(foldedText(article))].map((term) => ({ term, scope: 0, ...key })),
  ]
}

/** Compares by code point, like both databases. */
function compareTerms(one: TermRow, other: TermRow): number {
  return one.term < other.term ? -1 : one.term > other.term ? 1 : 0
}

/**
 * Sorted by key, the terms of many articles go into a large table several times faster. Building the statement takes
 * longer than running it, so all full pieces share one.
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

/** Deletes by keys that are derived from the stored article: an index by article would double the largest table. */
export async function deleteTerms(trx: Db, articleId: number, stored: Indexed): Promise<void> {
  const terms = [...new Set(termRows(articleId, stored).map(({ term }) => term))]
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
