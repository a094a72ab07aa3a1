import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import type { Page } from '#paging.ts'
import { ACCOUNT_COLUMNS, type Account, toAccount } from '#resources/login/session-repository.ts'

export interface UserCounts {
  articleCount: number
  collectCount: number
  followedCount: number
}

const NORMAL = 1

export type FollowRepository = ReturnType<typeof createFollowRepository>

/** Who follows whom, and the counters of a user page. */
export function createFollowRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /** Again is no change. `no user` for an account that does not exist or is disabled. */
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
      const row = await db
        .selectFrom('follows')
        .select('followed_id')
        .where('follower_id', '=', followerId)
        .where('followed_id', '=', followedId)
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Follower counts of a user's page.
     * @param callerId the viewer; `undefined` for a visitor
     */
    async standingOf(userId: string, callerId: string | undefined) {
      const count = async (column: 'follower_id' | 'followed_id') => {
        const query = db.selectFrom('follows').where(column, '=', userId)
        return (await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
      }
      const isFollowed = callerId !== undefined && (await this.isFollowing(callerId, userId))
      return { fansCount: await count('followed_id'), watchCount: await count('follower_id'), isFollowed }
    },

    /** Whom a user follows, newest first. */
    async followedBy(followerId: string, page: Page): Promise<{ rows: Account[]; total: number }> {
      const followed = db
        .selectFrom('follows')
        .innerJoin('users', 'users.id', 'follows.followed_id')
        .where('follows.follower_id', '=', followerId)
        .where('users.status', '=', NORMAL)
      const rows = await followed
        .select(ACCOUNT_COLUMNS)
        .orderBy('follows.created_at', 'desc')
        .orderBy('follows.followed_id')
        .limit(page.size)
        .offset(page.offset)
        .execute()
      const { total } = await followed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows: rows.map(toAccount), total }
    },

    /** @param isOwn articles that are not published count too; otherwise those that others find on the user's page */
    async countsOf(userId: string, isOwn: boolean): Promise<UserCounts> {
      let articles = db.selectFrom('articles').where('author_id', '=', userId)
      if (!isOwn) {
        articles = articles.where('is_publish', '=', PUBLISH_STATE.published).where('category_id', '!=', PAGE_CATEGORY)
      }
      const [article, collect, followed] = await Promise.all([
        articles.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
        db
          .selectFrom('collects')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('follows')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('follower_id', '=', userId)
          .executeTakeFirstOrThrow(),
      ])
      return { articleCount: article.count, collectCount: collect.count, followedCount: followed.count }
    },
  }
}
