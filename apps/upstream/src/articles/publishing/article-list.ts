import type { ArticleView } from '@portal/contract/articles/article-shapes.ts'
import { NO_TITLE } from '@portal/contract/articles/article-words.ts'
import { BULK_JOB_MAX } from '@portal/contract/articles/bulk-rules.ts'
import { CONTENT_PAGE_SIZE, type ContentForm } from '@portal/contract/articles/content.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { chooseTitle } from '#platform/db/scheduled-title.ts'
import { applyFilter, changedAt, findWriters, type ListFilter, queryView } from './article-filter.ts'
import { computeLockLimit, readRemarks, toContentState } from './content-repository.ts'

/** Counts are exact up to this number. */
const COUNTED_MAX = 1000

/** Finds the numbers of the articles of one page, in order, and the cursor of the next page. */
async function findPageIds(db: Db, filter: ListFilter) {
  const found: { id: number; at: number }[] = []
  // Reads the articles of each writer from an index in the order of the list, and merges them.
  for (const writer of (await findWriters(db, filter)) ?? [null]) {
    const query = await applyFilter(db, filter, writer && [writer])
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

/** Reads a page of the list for staff. @param callerId the member of staff, whose own locks are left out */
export async function listArticles(db: Db, filter: ListFilter, nowMs: number, callerId: string) {
  const { ids, next } = await findPageIds(db, filter)
  return { records: await readRows(db, ids, nowMs, callerId), next }
}

async function readRows(db: Db, ids: readonly number[], nowMs: number, callerId: string) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('articles')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .innerJoin('users', 'users.id', 'articles.author_id')
    .leftJoin('article_schedules', 'article_schedules.article_id', 'articles.id')
    .leftJoin('article_locks', (join) =>
      join
        .onRef('article_locks.article_id', '=', 'articles.id')
        .on('article_locks.renewed_at', '>', computeLockLimit(nowMs))
        .on('article_locks.user_id', '!=', callerId),
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
      'article_schedules.form as scheduledForm',
      'articles.is_stick as isStick',
      'articles.is_recommend as isRecommend',
      'articles.is_carousel as isCarousel',
      changedAt.as('at'),
      'holders.nickname as lockedBy',
    ])
    .where('articles.id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const remarks = await readRemarks(db, ids)
  const drafts = await readDraftTitles(db, ids)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { is_publish, publish_at, at, scheduledForm, ...shown } = row
    return {
      ...shown,
      title: chooseTitle({
        title: (row.title === NO_TITLE && drafts.get(id)) || row.title,
        isPublish: is_publish,
        scheduledForm,
      }),
      state: toContentState(is_publish, publish_at !== null),
      publishAt: publish_at === null ? null : toWireDateTime(publish_at).slice(0, 16),
      changeTime: toWireDateTime(at),
      hasDraft: drafts.has(id),
      ...remarks(row.id),
    }
  })
}

/** Reads the title in the newest draft of each article that has drafts. */
async function readDraftTitles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const drafts = await db
    .selectFrom('article_drafts')
    .select(['article_id', 'form'])
    .where('article_id', 'in', [...ids])
    .orderBy('saved_at')
    .execute()
  return new Map(drafts.map(({ article_id, form }) => [article_id, (JSON.parse(form) as ContentForm).title.trim()]))
}

/** Finds the numbers of all articles of a filter, at most one more than a job takes. */
export async function findMatchingIds(db: Db, filter: Omit<ListFilter, 'after'>): Promise<number[]> {
  const query = await applyFilter(db, filter, await findWriters(db, filter))
  const rows = await query
    .select('articles.id')
    .orderBy('articles.id')
    .limit(BULK_JOB_MAX + 1)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countMatching(db: Db, filter: Omit<ListFilter, 'after'>): Promise<number> {
  return await countUpTo(db, await applyFilter(db, filter, await findWriters(db, filter)), BULK_JOB_MAX)
}

/** Counts rows up to one above the largest exact number. */
async function countUpTo(db: Db, rows: ReturnType<typeof queryView>, max = COUNTED_MAX): Promise<number> {
  const counted = rows.select('articles.id').limit(max + 1)
  const { n } = await db
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function countViews(db: Db) {
  const count = (view: ArticleView) => countUpTo(db, queryView(db, view))
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
