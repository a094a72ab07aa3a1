import type { Db } from '#platform/db/open.ts'
import { countRows, isAny } from '#platform/db/queries.ts'

export interface StoredBlock {
  id: string
  nickname: string
  avatar: string
  createdAt: number
}

/** Maximum blocked accounts of one account. */
const BLOCKS_MAX = 500

export type BlockRepository = ReturnType<typeof createBlockRepository>

/** Stores which member has blocked which. Chat and notices apply the consequences. */
export function createBlockRepository({ db, now }: { db: Db; now: () => number }) {
  const queryBetween = (one: string, other: string) =>
    db
      .selectFrom('blocks')
      .select('blocked_id')
      .where((eb) =>
        eb.or([eb.and({ blocker_id: one, blocked_id: other }), eb.and({ blocker_id: other, blocked_id: one })]),
      )

  return {
    /** Lists the blocked members, newest first. */
    async list(blockerId: string): Promise<StoredBlock[]> {
      return await db
        .selectFrom('blocks')
        .innerJoin('users', 'users.id', 'blocks.blocked_id')
        .select(['users.id', 'users.nickname', 'users.avatar', 'blocks.created_at as createdAt'])
        .where('blocker_id', '=', blockerId)
        .orderBy('blocks.created_at', 'desc')
        .orderBy('users.id')
        .limit(BLOCKS_MAX)
        .execute()
    },

    /** Blocks a member; a repetition changes nothing. Both stop following each other. */
    async block(blockerId: string, blockedId: string): Promise<'blocked' | 'no user' | 'too many'> {
      return await db.transaction().execute(async (trx) => {
        if (!(await isAny(trx.selectFrom('users').select('id').where('id', '=', blockedId)))) return 'no user'
        await trx
          .insertInto('blocks')
          .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now() })
          .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
          .execute()
        if ((await countRows(trx.selectFrom('blocks').where('blocker_id', '=', blockerId))) > BLOCKS_MAX) {
          await trx
            .deleteFrom('blocks')
            .where('blocker_id', '=', blockerId)
            .where('blocked_id', '=', blockedId)
            .execute()
          return 'too many'
        }
        await trx
          .deleteFrom('follows')
          .where((eb) =>
            eb.or([
              eb.and({ follower_id: blockerId, followed_id: blockedId }),
              eb.and({ follower_id: blockedId, followed_id: blockerId }),
            ]),
          )
          .execute()
        return 'blocked'
      })
    },

    async unblock(blockerId: string, blockedId: string): Promise<void> {
      await db.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute()
    },

    async hasBlocked(blockerId: string, blockedId: string): Promise<boolean> {
      const block = db.selectFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId)
      return await isAny(block.select('blocked_id'))
    },

    /** Returns whether either of the two has blocked the other. */
    async isBetween(one: string, other: string): Promise<boolean> {
      return await isAny(queryBetween(one, other).limit(1))
    },
  }
}
