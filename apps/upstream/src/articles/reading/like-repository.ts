import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { addToCounter } from './article-counters.ts'

export type LikeRepository = ReturnType<typeof createLikeRepository>

export function createLikeRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    async isLikedBy(articleId: number, userId: string): Promise<boolean> {
      const like = db.selectFrom('article_likes').where('article_id', '=', articleId).where('user_id', '=', userId)
      return await isAny(like.select('article_id'))
    },

    /**
     * Adds or removes a like. The counter follows in the same transaction.
     * @returns `undefined` when there is no such article
     */
    async toggleLike(articleId: number, userId: string): Promise<{ isLiked: boolean; authorId: string } | undefined> {
      return await db.transaction().execute(async (trx) => {
        // Locks the article's row, so that two clicks of one person are serialised.
        const article = await addToCounter(trx, 'like_count', articleId, 0)
        if (article?.isPublish !== PUBLISH_STATE.published) return undefined
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
        await addToCounter(trx, 'like_count', articleId, removed ? -1 : 1)
        return { isLiked: !removed, authorId: article.authorId }
      })
    },
  }
}
