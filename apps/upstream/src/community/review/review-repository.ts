import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny, readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'
import { closeCommentTickets } from '#tickets/ticket-store.ts'

const WAITING = [PUBLISH_STATE.inReview]
const OFF_SHELF = [PUBLISH_STATE.offShelf]

export type ReviewRepository = ReturnType<typeof createReviewRepository>

/** Lists for editors: articles in review, unpublished ones and reported comments. */
export function createReviewRepository({ db, now }: { db: Db; now: () => number }) {
  // Queries articles that readers do not see. They are few, and the indexes begin with the state, so sorting needs no
  // further index.
  const queryHidden = (states: readonly number[]) =>
    db.selectFrom('articles').where('articles.is_publish', 'in', [...states])
  const queryHiddenRows = (states: readonly number[]) =>
    queryHidden(states)
      .innerJoin('users', 'users.id', 'articles.author_id')
      .innerJoin('categories', 'categories.id', 'articles.category_id')
      .select([
        'articles.id',
        'articles.title',
        'articles.summary',
        'articles.author_id as userId',
        'users.nickname',
        'categories.name as categoryName',
        'articles.submitted_at as submittedAt',
        'articles.published_at as publishedAt',
      ])
  const reported = db.selectFrom('comments').where('comments.reported_at', 'is not', null)

  return {
    /** Lists articles in review, the longest waiting first. */
    async listWaitingArticles(page: Page) {
      const oldestFirst = queryHiddenRows(WAITING).orderBy('articles.submitted_at').orderBy('articles.id')
      return await readPage(oldestFirst, queryHidden(WAITING), page)
    },

    /** Lists unpublished articles, newest first. */
    async listOffShelfArticles(page: Page) {
      const newestFirst = queryHiddenRows(OFF_SHELF)
        .orderBy('articles.created_at', 'desc')
        .orderBy('articles.id', 'desc')
      return await readPage(newestFirst, queryHidden(OFF_SHELF), page)
    },

    /** Finds an article in review or an unpublished one. */
    async findHiddenArticle(id: number) {
      return await queryHiddenRows([...WAITING, ...OFF_SHELF])
        .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
        .select([
          'article_texts.content',
          'articles.cover',
          'articles.category_id as categoryId',
          'articles.original_url as originalUrl',
          'articles.is_publish as isPublish',
        ])
        .where('articles.id', '=', id)
        .executeTakeFirst()
    },

    /** Lists reported comments by their newest report, each with its reasons, newest first. */
    async listReportedComments(page: Page) {
      const newestFirst = reported
        .innerJoin('users', 'users.id', 'comments.user_id')
        .innerJoin('articles', 'articles.id', 'comments.article_id')
        .select([
          'comments.id',
          'comments.article_id as articleId',
          'articles.title as articleTitle',
          'comments.user_id as userId',
          'users.nickname',
          'comments.content',
          'comments.created_at as createdAt',
        ])
        .orderBy('comments.reported_at', 'desc')
        .orderBy('comments.id', 'desc')
      const { rows, total } = await readPage(newestFirst, reported, page)
      const reasons = await readReasons(rows.map(({ id }) => id))
      return { rows: rows.map((row) => ({ ...row, reasons: reasons.get(row.id) ?? [] })), total }
    },

    /** Removes the reports of a comment. @param by the editor @returns `false` when there is no such comment */
    async keepComment(id: number, by: string): Promise<boolean> {
      return await db.transaction().execute((trx) => keepComment(trx, id, { by, at: now() }))
    },
  }

  async function readReasons(ids: readonly number[]): Promise<Map<number, string[]>> {
    const reasons = new Map<number, string[]>(ids.map((id) => [id, []]))
    if (ids.length === 0) return reasons
    const rows = await db
      .selectFrom('comment_reports')
      .select(['comment_id', 'reason'])
      .where('comment_id', 'in', [...ids])
      .orderBy('created_at', 'desc')
      .execute()
    for (const { comment_id, reason } of rows) reasons.get(comment_id)?.push(reason)
    return reasons
  }
}

/** Removes the reports of a comment and closes their ticket. @returns `false` when there is no such comment */
export async function keepComment(trx: Db, id: number, decided: { by: string; at: number }): Promise<boolean> {
  const comment = trx.updateTable('comments').set({ reported_at: null }).where('id', '=', id)
  const isFound = await isAny(comment.returning('id'))
  await trx.deleteFrom('comment_reports').where('comment_id', '=', id).execute()
  await closeCommentTickets(trx, [id], decided)
  return isFound
}
