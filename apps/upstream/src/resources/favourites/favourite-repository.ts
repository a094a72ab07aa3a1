import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Transaction } from 'kysely'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import type { Page } from '#paging.ts'

export type FavouriteRepository = ReturnType<typeof createFavouriteRepository>

export function createFavouriteRepository({ db, now }: { db: Db; now: () => number }) {
  /** Adds to the article's counter, and holds its row until the transaction ends. */
  async function count(trx: Transaction<Tables>, articleId: number, added: number) {
    return await trx
      .updateTable('articles')
      .set((eb) => ({ collect_count: eb('collect_count', '+', added) }))
      .where('id', '=', articleId)
      .returning(['author_id as authorId', 'is_publish as isPublish'])
      .executeTakeFirst()
  }

  return {
    /** Again is no change. `undefined` for an article that is not published. */
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

    /** One that is none is left as it is; of an article that was taken back too. */
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

    async isFavouriteOf(articleId: number, userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('collects')
        .select('article_id')
        .where('article_id', '=', articleId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Ids of a user's favourites that are published, newest favourite first. */
    async idsOf(userId: string, page: Page): Promise<{ ids: number[]; total: number }> {
      const own = db
        .selectFrom('collects')
        .innerJoin('articles', 'articles.id', 'collects.article_id')
        .where('collects.user_id', '=', userId)
        .where('articles.is_publish', '=', PUBLISH_STATE.published)
      const rows = await own
        .select('articles.id')
        .orderBy('collects.created_at', 'desc')
        .orderBy('collects.article_id', 'desc')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { ids: rows.map(({ id }) => id), total }
    },
  }
}
