import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import type { Page } from '#paging.ts'

export type ReviewRepository = ReturnType<typeof createReviewRepository>

/** What editors look through: articles that wait, comments that were reported. */
export function createReviewRepository({ db }: { db: Db }) {
  // Few ever wait, and they stand together in each index that begins with the state; sorting them needs no other.
  const waiting = () => db.selectFrom('articles').where('articles.is_publish', '=', PUBLISH_STATE.inReview)
  const waitingRows = () =>
    waiting()
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
      ])
  const reported = () => db.selectFrom('comments').where('comments.reported_at', 'is not', null)

  return {
    /** Those that wait longest first. */
    async waitingArticles(page: Page) {
      const rows = await waitingRows()
        .orderBy('articles.submitted_at')
        .orderBy('articles.id')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await waiting()
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { rows, total }
    },

    async waitingArticle(id: number) {
      return await waitingRows()
        .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
        .select(['article_texts.content', 'articles.cover', 'articles.original_url as originalUrl'])
        .where('articles.id', '=', id)
        .executeTakeFirst()
    },

    /** Newest report first, each with the reasons that were given, newest first. */
    async reportedComments(page: Page) {
      const rows = await reported()
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
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await reported()
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const reasons = await reasonsFor(rows.map(({ id }) => id))
      return { rows: rows.map((row) => ({ ...row, reasons: reasons.get(row.id) ?? [] })), total }
    },

    /** Forgets the reports of a comment. `false` for no such comment. */
    async keepComment(id: number): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const kept = await trx
          .updateTable('comments')
          .set({ reported_at: null })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        await trx.deleteFrom('comment_reports').where('comment_id', '=', id).execute()
        return kept !== undefined
      })
    },
  }

  async function reasonsFor(ids: readonly number[]): Promise<Map<number, string[]>> {
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
