import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { addToCounter } from '#articles/reading/article-counters.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny, readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'

export type FavouriteRepository = ReturnType<typeof createFavouriteRepository>

export function createFavouriteRepository({ db, now }: { db: Db; now: () => number }) {
  const count = (trx: Db, articleId: number, added: number) => addToCounter(trx, 'collect_count', articleId, added)

  return {
    /** Adds a favourite; adding it again changes nothing. @returns `undefined` for an article that is not published */
    async add(articleId: number, userId: string): Promise<{ authorId: string; isNew: boolean } | undefined> {
      return await db.transaction().execute(async (trx) => {
        const article = await count(trx, articleId, 0)
        if (article?.isPublish !== PUBLISH_STATE.published) return undefined
        const added = await trx
          .insertInto('collects')
          .values({ article_id: articleId, user_id: userId, created_at: now() })
          .onConflict((conflict) => conflict.columns(['article_id', 'user_id']).doNothing())
          .returning('article_id')
          .executeTakeFirst()
        if (added) await count(trx, articleId, 1)
        return { authorId: article.authorId, isNew: added !== undefined }
      })
    },

    /** Removes a favourite. Ignores a missing one, and works for unpublished articles too. */
    async remove(articleId: number, userId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (!(await count(trx, articleId, 0))) return
        const removed = await trx
          .deleteFrom('collects')
          .where('article_id', '=', articleId)
          .where('user_id', '=', userId)
          .returning('article_id')
          .executeTakeFirst()
        if (removed) await count(trx, articleId, -1)
      })
    },

    async isFavourite(articleId: number, userId: string): Promise<boolean> {
      const favourite = db.selectFrom('collects').where('article_id', '=', articleId).where('user_id', '=', userId)
      return await isAny(favourite.select('article_id'))
    },

    /** Lists ids of a user's favourites that are published, newest favourite first. */
    async listIds(userId: string, page: Page): Promise<{ ids: number[]; total: number }> {
      const favouriteQuery = db
        .selectFrom('collects')
        .innerJoin('articles', 'articles.id', 'collects.article_id')
        .where('collects.user_id', '=', userId)
        .where('articles.is_publish', '=', PUBLISH_STATE.published)
      const newestFirst = favouriteQuery.orderBy('collects.created_at', 'desc').orderBy('collects.article_id', 'desc')
      const { rows, total } = await readPage(newestFirst.select('articles.id'), favouriteQuery, page)
      return { ids: rows.map(({ id }) => id), total }
    },
  }
}
