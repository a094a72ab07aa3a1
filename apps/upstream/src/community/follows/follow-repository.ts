import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { ACCOUNT_COLUMNS } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows, isAny, readPage } from '#platform/db/queries.ts'
import type { Page } from '#platform/http/paging.ts'

const NORMAL = 1

export type FollowRepository = ReturnType<typeof createFollowRepository>

/** Follows of members, and the counters of a user page. */
export function createFollowRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /**
     * Follows a member; a repetition changes nothing.
     * @returns `no user` for an account that does not exist or is disabled
     */
    async follow(followerId: string, followedId: string): Promise<'followed' | 'already' | 'no user'> {
      return await db.transaction().execute(async (trx) => {
        const user = await trx
          .selectFrom('users')
          .select('id')
          .where('id', '=', followedId)
          .where('status', '=', NORMAL)
          .executeTakeFirst()
        if (!user) return 'no user'
        const added = await trx
          .insertInto('follows')
          .values({ follower_id: followerId, followed_id: followedId, created_at: now() })
          .onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing())
          .returning('followed_id')
          .executeTakeFirst()
        return added ? 'followed' : 'already'
      })
    },

    async unfollow(followerId: string, followedId: string): Promise<void> {
      await db
        .deleteFrom('follows')
        .where('follower_id', '=', followerId)
        .where('followed_id', '=', followedId)
        .execute()
    },

    async isFollowing(followerId: string, followedId: string): Promise<boolean> {
      const follow = db
        .selectFrom('follows')
        .where('follower_id', '=', followerId)
        .where('followed_id', '=', followedId)
      return await isAny(follow.select('followed_id'))
    },

    /** Reads the follower counts of a user's page. @param callerId the viewer; `undefined` for a visitor */
    async readStanding(userId: string, callerId: string | undefined) {
      const count = (column: 'follower_id' | 'followed_id') =>
        countRows(db.selectFrom('follows').where(column, '=', userId))
      const isFollowed = callerId !== undefined && (await this.isFollowing(callerId, userId))
      return { fansCount: await count('followed_id'), watchCount: await count('follower_id'), isFollowed }
    },

    /** Lists the members whom a user follows, newest first. */
    async listFollowed(followerId: string, page: Page) {
      const followed = db
        .selectFrom('follows')
        .innerJoin('users', 'users.id', 'follows.followed_id')
        .where('follows.follower_id', '=', followerId)
        .where('users.status', '=', NORMAL)
      const newestFirst = followed.orderBy('follows.created_at', 'desc').orderBy('follows.followed_id')
      return await readPage(newestFirst.select(ACCOUNT_COLUMNS), followed, page)
    },

    /**
     * Reads the counts of a user's page.
     * @param isOwn whether unpublished articles count too; otherwise only those on the user's public page
     */
    async readCounts(userId: string, isOwn: boolean) {
      let articles = db.selectFrom('articles').where('author_id', '=', userId)
      if (!isOwn) {
        articles = articles.where('is_publish', '=', PUBLISH_STATE.published).where('category_id', '!=', PAGE_CATEGORY)
      }
      const [articleCount, collectCount, followedCount] = await Promise.all([
        countRows(articles),
        countRows(db.selectFrom('collects').where('user_id', '=', userId)),
        countRows(db.selectFrom('follows').where('follower_id', '=', userId)),
      ])
      return { articleCount, collectCount, followedCount }
    },
  }
}
