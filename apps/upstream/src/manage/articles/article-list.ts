import type { QueryOf } from '@portal/contract/call.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { ArticleView } from '@portal/contract/manage/article-shapes.ts'
import type { listManagedArticles } from '@portal/contract/manage/articles.ts'
import { BULK_JOB_MAX } from '@portal/contract/manage/bulk-rules.ts'
import { CONTENT_PAGE_SIZE } from '@portal/contract/manage/content.ts'
import { toInstantMs, toWireDateTime } from '@portal/contract/time.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { containsText } from '#db/contains-text.ts'
import type { Db } from '#db/open.ts'
import { isAny } from '#db/queries.ts'
import type { Tables } from '#db/tables.ts'
import { locksSince, remarksOf, stateOf } from './content-repository.ts'

/** Counts are exact up to this number. */
const COUNTED_MAX = 1000
/** Writers of one nickname that a filter finds. */
const WRITERS_MAX = 20

const VIEW_STATES: Partial<Record<ArticleView, number>> = {
  waiting: PUBLISH_STATE.inReview,
  draft: PUBLISH_STATE.draft,
  published: PUBLISH_STATE.published,
  offShelf: PUBLISH_STATE.offShelf,
}

/** A tag with more articles is a frequent one. */
const FREQUENT_TAG = 1000

/** As the indexes of the migration have it. */
const changedAt = sql<number>`coalesce(articles.updated_at, articles.created_at)`

type Eb = ExpressionBuilder<Tables, 'articles'>
const scheduled = (eb: Eb) =>
  eb.exists(
    eb
      .selectFrom('article_schedules')
      .select('article_schedules.article_id')
      .whereRef('article_schedules.article_id', '=', 'articles.id'),
  )

/** Articles without the standing pages. */
function inView(db: Db, view: ArticleView) {
  let query = db.selectFrom('articles').where('articles.category_id', '!=', PAGE_CATEGORY)
  const state = VIEW_STATES[view]
  if (state !== undefined) query = query.where('articles.is_publish', '=', state)
  if (view === 'draft') query = query.where((eb) => eb.not(scheduled(eb)))
  if (view === 'scheduled') {
    query = query.where('articles.id', 'in', db.selectFrom('article_schedules').select('article_id'))
  }
  return query
}

export type ListFilter = QueryOf<typeof listManagedArticles>

/** A writer by account, or by the name that an imported article has. */
type Writer = { id: string } | { name: string }

async function writersNamed(db: Db, nickname: string): Promise<Writer[]> {
  const named = db.selectFrom('users').select('id').where('nickname', '=', nickname)
  return [{ name: nickname }, ...(await named.limit(WRITERS_MAX).execute())]
}

const withTag = (tagId: number) => (eb: Eb) =>
  eb.selectFrom('article_tags').select('article_tags.article_id').where('article_tags.tag_id', '=', tagId)

/** Articles of a frequent tag are met soon in any order; those of a rare one are read from the tag. */
async function isFrequent(db: Db, tagId: number): Promise<boolean> {
  const tagged = db.selectFrom('article_tags').select('article_id').where('tag_id', '=', tagId)
  return isAny(tagged.limit(1).offset(FREQUENT_TAG))
}

/** @param writer one of those that the filter names */
async function filtered(
  db: Db,
  { view = 'all', keyword, categoryId, tagId, from, after }: ListFilter,
  writer: Writer | null,
) {
  let query = inView(db, view)
  if (categoryId) query = query.where('articles.category_id', '=', categoryId)
  if (tagId) {
    const tagged = withTag(tagId)
    query = (await isFrequent(db, tagId))
      ? query.where((eb) => eb.exists(tagged(eb).whereRef('article_tags.article_id', '=', 'articles.id')))
      : query.where((eb) => eb('articles.id', 'in', tagged(eb)))
  }
  const words = keyword?.trim()
  if (words) {
    const inTitle = containsText('articles.title', words)
    const number = /^\d{1,15}$/.test(words) ? Number(words) : null
    query = query.where((eb) => (number === null ? inTitle : eb.or([inTitle, eb('articles.id', '=', number)])))
  }
  if (writer) {
    query = 'id' in writer ? query.where('author_id', '=', writer.id) : query.where('author_name', '=', writer.name)
  }
  if (from) query = query.where(changedAt, '>=', toInstantMs(from) ?? 0)
  if (after) {
    const [at = 0, id = 0] = after.split('_').map(Number)
    // The first condition enters the index at this place; SQLite does not for an expression in a row value.
    query = query.where(changedAt, '<=', at).where((eb) => eb.or([eb(changedAt, '<', at), eb('articles.id', '<', id)]))
  }
  return query
}

/** Numbers of the articles of one page, in order, and the cursor of the next. */
async function pageOfIds(db: Db, filter: ListFilter) {
  const found: { id: number; at: number }[] = []
  // The articles of each writer are read from an index in their order; their union is the list.
  for (const writer of filter.author ? await writersNamed(db, filter.author) : [null]) {
    const query = await filtered(db, filter, writer)
    const rows = await query
      .select(['articles.id', changedAt.as('at')])
      .orderBy(changedAt, 'desc')
      .orderBy('articles.id', 'desc')
      .limit(CONTENT_PAGE_SIZE + 1)
      .execute()
    found.push(...rows)
  }
  found.sort((one, other) => other.at - one.at || other.id - one.id)
  const ids = [...new Set(found.map(({ id }) => id))]
  const last = found.find(({ id }) => id === ids[CONTENT_PAGE_SIZE - 1])
  return {
    ids: ids.slice(0, CONTENT_PAGE_SIZE),
    next: ids.length > CONTENT_PAGE_SIZE && last ? `${last.at}_${last.id}` : null,
  }
}

/** A page of the list of staff. */
export async function listArticles(db: Db, filter: ListFilter, nowMs: number) {
  const { ids, next } = await pageOfIds(db, filter)
  return { records: await rowsOf(db, ids, nowMs), next }
}

async function rowsOf(db: Db, ids: readonly number[], nowMs: number) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('articles')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .innerJoin('users', 'users.id', 'articles.author_id')
    .leftJoin('article_schedules', 'article_schedules.article_id', 'articles.id')
    .leftJoin('article_locks', (join) =>
      join.onRef('article_locks.article_id', '=', 'articles.id').on('article_locks.renewed_at', '>', locksSince(nowMs)),
    )
    .leftJoin('users as holders', 'holders.id', 'article_locks.user_id')
    .select((eb) => [
      ...(['articles.id', 'articles.title', 'articles.version', 'articles.quantity'] as const),
      'articles.author_id as userId',
      eb.fn.coalesce('articles.author_name', 'users.nickname').as('nickname'),
      'articles.category_id as categoryId',
      'categories.name as categoryName',
      'articles.is_publish',
      'article_schedules.publish_at',
      'articles.is_stick as isStick',
      'articles.is_recommend as isRecommend',
      'articles.is_carousel as isCarousel',
      changedAt.as('at'),
      'holders.nickname as lockedBy',
    ])
    .where('articles.id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const remarks = await remarksOf(db, ids)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { is_publish, publish_at, at, ...shown } = row
    return {
      ...shown,
      state: stateOf(is_publish, publish_at !== null),
      publishAt: publish_at === null ? null : toWireDateTime(publish_at).slice(0, 16),
      changeTime: toWireDateTime(at),
      ...remarks(row.id),
    }
  })
}

/** Numbers of all articles of a filter, one more than a job takes at most. */
export async function matchingIds(db: Db, filter: Omit<ListFilter, 'after'>): Promise<number[]> {
  const query = await filtered(db, filter)
  const rows = await query
    .select('articles.id')
    .orderBy('articles.id')
    .limit(BULK_JOB_MAX + 1)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countMatching(db: Db, filter: Omit<ListFilter, 'after'>): Promise<number> {
  return await countUpTo(db, await filtered(db, filter), BULK_JOB_MAX)
}

/** Number of rows, counted no further than one above the largest exact number. */
async function countUpTo(db: Db, rows: ReturnType<typeof inView>, max = COUNTED_MAX): Promise<number> {
  const counted = rows.select('articles.id').limit(max + 1)
  const { n } = await db
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function countViews(db: Db) {
  const count = (view: ArticleView) => countUpTo(db, inView(db, view))
  const faults = await db
    .selectFrom('content_faults')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return {
    all: await count('all'),
    waiting: await count('waiting'),
    draft: await count('draft'),
    scheduled: await count('scheduled'),
    published: await count('published'),
    offShelf: await count('offShelf'),
    faults: faults.n,
  }
}
