import type { ArticleView } from '@portal/contract/articles/article-shapes.ts'
import type { listManagedArticles } from '@portal/contract/articles/managed-articles.ts'
import type { CallQuery } from '@portal/contract/call.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { containsText } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { findScheduledTitle } from '#platform/db/scheduled-title.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Maximum writers with the same nickname that a filter finds. */
const WRITERS_MAX = 20

const VIEW_STATES: Partial<Record<ArticleView, number>> = {
  waiting: PUBLISH_STATE.inReview,
  draft: PUBLISH_STATE.draft,
  published: PUBLISH_STATE.published,
  offShelf: PUBLISH_STATE.offShelf,
}

/** Number of articles above which a tag counts as frequent. */
const FREQUENT_TAG = 1000

/** Expression of the index in `tables.sql`, which must be the same. */
export const changedAt = sql<number>`coalesce(articles.updated_at, articles.created_at)`

type ArticleExpression = ExpressionBuilder<Tables, 'articles'>
const isScheduled = (eb: ArticleExpression) =>
  eb.exists(
    eb
      .selectFrom('article_schedules')
      .select('article_schedules.article_id')
      .whereRef('article_schedules.article_id', '=', 'articles.id'),
  )

/** Queries the articles of a view, without the standing pages. */
export function queryView(db: Db, view: ArticleView) {
  let query = db.selectFrom('articles').where('articles.category_id', '!=', PAGE_CATEGORY)
  const state = VIEW_STATES[view]
  if (state !== undefined) query = query.where('articles.is_publish', '=', state)
  if (view === 'draft') query = query.where((eb) => eb.not(isScheduled(eb)))
  if (view === 'scheduled') {
    query = query.where('articles.id', 'in', db.selectFrom('article_schedules').select('article_id'))
  }
  return query
}

export type ListFilter = CallQuery<typeof listManagedArticles>

/** A writer: an account, or the name that an imported article has. */
type Writer = { id: string } | { name: string }

/** Finds the writers of a filter; `null` when it names none. */
export async function findWriters(db: Db, { author }: ListFilter): Promise<Writer[] | null> {
  if (!author) return null
  const namedAccounts = db.selectFrom('users').select('id').where('nickname', '=', author)
  return [{ name: author }, ...(await namedAccounts.limit(WRITERS_MAX).execute())]
}

const hasTag = (tagId: number) => (eb: ArticleExpression) =>
  eb.selectFrom('article_tags').select('article_tags.article_id').where('article_tags.tag_id', '=', tagId)

/**
 * Returns whether a tag is frequent: its articles are soon found in any order, while those of a rare tag are read from
 * the tag.
 */
async function isFrequent(db: Db, tagId: number): Promise<boolean> {
  const tagged = db.selectFrom('article_tags').select('article_id').where('tag_id', '=', tagId)
  return isAny(tagged.limit(1).offset(FREQUENT_TAG))
}

/** @param writers the article has one of them as writer; `null`: any writer */
export async function applyFilter(db: Db, filter: ListFilter, writers: readonly Writer[] | null) {
  const { view = 'all', keyword, categoryId, tagId, from, after } = filter
  let query = queryView(db, view)
  if (categoryId) query = query.where('articles.category_id', '=', categoryId)
  if (tagId) {
    const tagged = hasTag(tagId)
    query = (await isFrequent(db, tagId))
      ? query.where((eb) => eb.exists(tagged(eb).whereRef('article_tags.article_id', '=', 'articles.id')))
      : query.where((eb) => eb('articles.id', 'in', tagged(eb)))
  }
  const words = keyword?.trim()
  if (words) {
    const number = /^\d{1,15}$/.test(words) ? Number(words) : null
    query = query.where((eb) =>
      eb.or([
        containsText(db, 'articles.title', words),
        eb('articles.id', 'in', findScheduledTitle(db, words)),
        ...(number === null ? [] : [eb('articles.id', '=', number)]),
      ]),
    )
  }
  if (writers) {
    query = query.where((eb) =>
      eb.or(writers.map((one) => ('id' in one ? eb('author_id', '=', one.id) : eb('author_name', '=', one.name)))),
    )
  }
  if (from) query = query.where(changedAt, '>=', toInstantMs(from) ?? 0)
  if (after) {
    const [at = 0, id = 0] = after.split('_').map(Number)
    // The first condition lets the index start at this place, which SQLite does not do for an expression in a row
    // value.
    query = query.where(changedAt, '<=', at).where((eb) => eb.or([eb(changedAt, '<', at), eb('articles.id', '<', id)]))
  }
  return query
}
