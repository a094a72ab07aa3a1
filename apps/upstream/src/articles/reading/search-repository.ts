import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Page } from '#platform/http/paging.ts'
import type { Word } from '#platform/search/terms.ts'

/** Maximum hits that are counted and reachable by paging. Counting more would take longer than finding the page. */
const HITS_MAX = 500

/** Maximum terms that are looked up. The text is compared with the whole keyword. */
const TERMS_MAX = 12

const TITLE = 1
const ANYWHERE = 0
type Scope = typeof TITLE | typeof ANYWHERE

/** `LIKE` is a plain substring test once its wildcards are escaped. */
function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

type Joined = Tables & { hit: Tables['article_terms']; words: Tables['article_texts'] }
const eb = expressionBuilder<Joined, 'hit' | 'words'>()

/** A search. All categories are searched when `categoryId` is left out. */
interface SearchInput {
  words: readonly Word[]
  categoryId: number | undefined
}

/**
 * Sorts terms so that the rarest, which has the fewest rows, is scanned. Frequent terms are not counted: a term whose
 * 500th newest article is older is rarer.
 */
async function sortByRarity(db: Db, terms: readonly string[], scope: Scope): Promise<string[]> {
  if (terms.length < 2) return [...terms]
  const counted = await Promise.all(
    terms.map(async (term) => {
      const termQuery = db
        .selectFrom('article_terms')
        .select('created_at')
        .where('term', '=', term)
        .where('scope', '=', scope)
        .orderBy('created_at', 'desc')
        .orderBy('article_id', 'desc')
        .limit(HITS_MAX)
      const { count, oldest } = await db
        .selectFrom(termQuery.as('some'))
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number | null>('created_at').as('oldest')])
        .executeTakeFirstOrThrow()
      return { term, count, oldest: oldest ?? 0 }
    }),
  )
  return counted.sort((one, other) => one.count - other.count || one.oldest - other.oldest).map(({ term }) => term)
}

/** Requires another row of the same article with this term. */
function hasTerm(term: string, scope: Scope): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('article_terms as other')
      .select('other.article_id')
      .where('other.term', '=', term)
      .where('other.scope', '=', scope)
      .whereRef('other.created_at', '=', 'hit.created_at')
      .whereRef('other.article_id', '=', 'hit.article_id'),
  )
}

function containsWord(scope: Scope, { text }: Word): Expression<SqlBool> {
  const column = scope === TITLE ? 'words.title_folded' : 'words.folded'
  return eb(column, 'like', toLikePattern(text))
}

/** Requires every word in the title. Such hits come first and are excluded from the rest. */
function isTitleHit(words: readonly Word[]): Expression<SqlBool> {
  return eb.and(words.map((word) => (word.isExact ? hasTerm(word.text, TITLE) : containsWord(TITLE, word))))
}

/**
 * Finds articles that have every term in this scope. One term is scanned in key order, newest first, and each other
 * term is looked up by its whole key. A word of several terms is also compared with the text, where its terms may be
 * apart.
 */
function queryHits(
  db: Db,
  { words, categoryId }: SearchInput,
  terms: readonly string[],
  scope: Scope,
  isRest: boolean,
) {
  const [scanned = '', ...others] = terms
  const inexact = words.filter((word) => !word.isExact)
  let query = db
    .selectFrom('article_terms as hit')
    .where('hit.term', '=', scanned)
    .where('hit.scope', '=', scope)
    .$if(inexact.length > 0, (all) => all.innerJoin('article_texts as words', 'words.article_id', 'hit.article_id'))
  for (const term of others) query = query.where(hasTerm(term, scope))
  for (const word of inexact) query = query.where(containsWord(scope, word))
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
  if (isRest) query = query.where(eb.not(isTitleHit(words)))
  return query
}

async function countUpToMax(db: Db, query: ReturnType<typeof queryHits>): Promise<number> {
  return await countRows(db.selectFrom(query.select('hit.article_id').limit(HITS_MAX).as('some')))
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
      const wantedHits = { words, categoryId }
      if (terms.length === 0) return { ids: [], total: 0 }
      const anywhere = await sortByRarity(db, terms, ANYWHERE)
      const found = await findIds(queryHits(db, wantedHits, anywhere, ANYWHERE, false), 0, HITS_MAX)
      const total = found.length
      if (page.offset >= total) return { ids: [], total }
      const size = Math.min(page.size, total - page.offset)
      const titleHits = queryHits(db, wantedHits, await sortByRarity(db, terms, TITLE), TITLE, false)
      if (total < HITS_MAX) {
        // All hits are known, so the slow scan is not repeated.
        const inTitle = await findIds(titleHits, 0, HITS_MAX)
        const ids = [...new Set([...inTitle, ...found])]
        return { ids: ids.slice(page.offset, page.offset + size), total }
      }
      const first = await findIds(titleHits, page.offset, size)
      if (first.length === size) return { ids: first, total }
      const isEndSeen = first.length > 0 || page.offset === 0
      const inTitle = isEndSeen ? page.offset + first.length : await countUpToMax(db, titleHits)
      const otherHits = queryHits(db, wantedHits, anywhere, ANYWHERE, true)
      const otherIds = await findIds(otherHits, Math.max(0, page.offset - inTitle), size - first.length)
      return { ids: [...first, ...otherIds], total }
    },
  }
}
