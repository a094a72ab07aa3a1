import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { containsExactly } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Page } from '#platform/http/paging.ts'
import type { Word } from '#platform/search/terms.ts'

/** Maximum hits that are counted and reachable by paging. Counting more would take longer than finding the page. */
const HITS_MAX = 500

/** Maximum terms that are looked up. The text is compared with the whole keyword. */
const TERMS_MAX = 12

/** Newest articles of a term that are counted. */
const SAMPLE = 100

/**
 * Number of the rarest terms that are always looked up. Others are only when the comparison with the text does not imply
 * them: it excludes the few articles that are left as fast.
 */
const RAREST = 3

const TITLE = 1
const ANYWHERE = 0
type Scope = typeof TITLE | typeof ANYWHERE

type Terms = Tables['article_terms']
type Joined = Tables & { hit: Terms; second: Terms; words: Tables['article_texts'] }
const eb = expressionBuilder<Joined, 'hit' | 'second' | 'words'>()

/** A search. All categories are searched when `categoryId` is left out. */
interface SearchInput {
  words: readonly Word[]
  categoryId: number | undefined
}

/**
 * Sorts terms so that the rarest, which has the fewest rows, is scanned. Frequent terms are not counted: a term whose
 * 100th newest article is older is rarer.
 */
async function sortByRarity(db: Db, terms: readonly string[], scope: Scope): Promise<string[]> {
  const [first, ...others] = terms.map((term, at) => {
    const newest = db
      .selectFrom('article_terms')
      .select('created_at')
      .where('term', '=', term)
      .where('scope', '=', scope)
      .orderBy('created_at', 'desc')
      .orderBy('article_id', 'desc')
      .limit(SAMPLE)
    return db
      .selectFrom(newest.as('newest'))
      .select((eb) => [
        eb.lit(at).as('at'),
        eb.fn.countAll<number>().as('count'),
        eb.fn.min<number | null>('created_at').as('oldest'),
      ])
  })
  if (!first || others.length === 0) return [...terms]
  const counted = await others.reduce((all, one) => all.unionAll(one), first).execute()
  counted.sort((one, other) => one.count - other.count || (one.oldest ?? 0) - (other.oldest ?? 0))
  return counted.map(({ at }) => terms[at] as string)
}

/**
 * Requires another row of the same article with this term. PostgreSQL makes joins of `exists`, and planning a sentence
 * as a join of ten tables takes ten times as long as running it; it looks up each value of a subquery instead.
 */
function hasTerm(term: string, scope: Scope, article: 'hit.article_id' | 'second.article_id'): Expression<SqlBool> {
  const found = eb
    .selectFrom('article_terms as other')
    .select('other.article_id')
    .where('other.term', '=', term)
    .where('other.scope', '=', scope)
    .whereRef('other.created_at', '=', 'hit.created_at')
    .whereRef('other.article_id', '=', article)
  return eb(found, 'is not', null)
}

function containsWord(db: Db, scope: Scope, { text }: Word): Expression<SqlBool> {
  return containsExactly(db, scope === TITLE ? 'words.title_folded' : 'words.folded', text)
}

/**
 * Finds articles that have every term in this scope. The rows of the first term are read in key order, newest first, and
 * joined with those of the second; PostgreSQL merges the two. For the articles that have both, further terms are looked
 * up by their whole key. A word of several terms is also compared with the text, where its terms may be apart.
 * @param isRest leaves out articles with every word in the title, which come first
 */
function queryHits(
  db: Db,
  { words, categoryId }: SearchInput,
  terms: readonly string[],
  scope: Scope,
  isRest: boolean,
) {
  const inexact = words.filter((word) => !word.isExact)
  const isUseful = (term: string, at: number) => at < RAREST || words.some((word) => word.isExact && word.text === term)
  const [first = '', second, ...others] = terms.filter(isUseful)
  const article = second === undefined ? 'hit.article_id' : 'second.article_id'
  let query = db.selectFrom('article_terms as hit').where('hit.term', '=', first).where('hit.scope', '=', scope)
  // Cross joins keep SQLite from another order, in which it would read more terms or texts.
  if (second !== undefined) {
    query = query
      .crossJoin('article_terms as second')
      .where('second.term', '=', second)
      .where('second.scope', '=', scope)
      .whereRef('second.created_at', '=', 'hit.created_at')
      .whereRef('second.article_id', '=', 'hit.article_id')
  }
  if (inexact.length > 0) {
    query = query.crossJoin('article_texts as words').whereRef('words.article_id', '=', 'hit.article_id')
  }
  for (const term of others) query = query.where(hasTerm(term, scope, article))
  for (const word of inexact) query = query.where(containsWord(db, scope, word))
  if (categoryId !== undefined) {
    query = query.where(
      eb.exists(
        eb
          .selectFrom('articles')
          .select('articles.id')
          .whereRef('articles.id', '=', 'hit.article_id')
          .where('articles.category_id', '=', categoryId),
      ),
    )
  }
  if (!isRest) return query
  const inTitle = words.map((word) =>
    word.isExact ? hasTerm(word.text, TITLE, article) : containsWord(db, TITLE, word),
  )
  return query.where(eb.not(eb.and(inTitle)))
}

async function findIds(query: ReturnType<typeof queryHits>, offset: number, limit: number): Promise<number[]> {
  const rows = await query
    .select('hit.article_id')
    .orderBy('hit.created_at', 'desc')
    .orderBy('hit.article_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => row.article_id)
}

export type SearchRepository = ReturnType<typeof createSearchRepository>

export function createSearchRepository({ db }: { db: Db }) {
  return {
    /**
     * Lists ids of the published articles that contain every word: first those with all words in the title, then the
     * others, each newest first. `total` is exact below `HITS_MAX`, and `HITS_MAX` from there on.
     */
    async find({ words: typed, categoryId }: SearchInput, page: Page): Promise<{ ids: number[]; total: number }> {
      const terms = [...new Set(typed.flatMap((word) => word.terms))].slice(0, TERMS_MAX)
      const words = typed.map((word) => ({ ...word, isExact: word.isExact && terms.includes(word.text) }))
      if (terms.length === 0) return { ids: [], total: 0 }
      const [anywhere, inTitles] = await Promise.all([
        sortByRarity(db, terms, ANYWHERE),
        sortByRarity(db, terms, TITLE),
      ])
      const input = { words, categoryId }
      const found = await findIds(queryHits(db, input, anywhere, ANYWHERE, false), 0, HITS_MAX)
      const total = found.length
      if (page.offset >= total) return { ids: [], total }
      const end = Math.min(page.offset + page.size, total)
      const titleHits = await findIds(queryHits(db, input, inTitles, TITLE, false), 0, HITS_MAX)
      if (total < HITS_MAX) return { ids: [...new Set([...titleHits, ...found])].slice(page.offset, end), total }
      const first = titleHits.slice(page.offset, end)
      const missing = end - page.offset - first.length
      if (missing === 0) return { ids: first, total }
      const rest = queryHits(db, input, anywhere, ANYWHERE, true)
      const others = await findIds(rest, Math.max(0, page.offset - titleHits.length), missing)
      return { ids: [...first, ...others], total }
    },
  }
}
