import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'

export type LikeRepository = ReturnType<typeof createLikeRepository>

export function createLikeRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    async isLikedBy(articleId: number, userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('article_likes')
        .select('article_id')
        .where('article_id', '=', articleId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Likes, or takes the like back; the counter follows in the same transaction. `undefined` for no such article. */
    async toggleLike(articleId: number, userId: string): Promise<{ isLiked: boolean; authorId: string } | undefined> {
      return await db.transaction().execute(async (trx) => {
        const addLikes = (count: number) =>
          trx
            .updateTable('articles')
            .set((eb) => ({ like_count: eb('like_count', '+', count) }))
            .where('id', '=', articleId)
            .where('is_publish', '=', PUBLISH_STATE.published)
            .returning('author_id as authorId')
            .executeTakeFirst()
        // Taking the article's row first puts two clicks of one person in a line.
        const article = await addLikes(0)
        if (!article) return undefined
        const removed = await trx
          .deleteFrom('article_likes')
          .where('article_id', '=', articleId)
          .where('user_id', '=', userId)
          .returning('article_id')
          .executeTakeFirst()
        if (!removed) {
          await trx
            .insertInto('article_likes')
            .values({ article_id: articleId, user_id: userId, created_at: now() })
            .execute()
        }
        await addLikes(removed ? -1 : 1)
        return { isLiked: !removed, authorId: article.authorId }
      })
    },
  }
}
