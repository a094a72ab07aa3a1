import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

/** Maximum counts that stay after a sweep; a flood of clients would fill the table. */
const COUNTS_MAX = 200_000

interface Options {
  /** Keys of different kinds are independent. */
  kind: string
  windowMs: number
  now: () => number
}

/** Uses of a key in its window, and the end of the window, epoch ms. */
export interface Counted {
  uses: number
  endsAt: number
}

/**
 * Counts uses of a key in a fixed window, in the database, for all instances together. The window starts with the first
 * use, and further uses do not extend it.
 */
export function createStoredLimit({ kind, windowMs, now }: Options) {
  return {
    /** Counts one use, or several. @param db may be a transaction */
    async count(db: Db, key: string, uses = 1): Promise<Counted> {
      const isOver = sql`limit_windows.ends_at <= ${now()}`
      const counted = await db
        .insertInto('limit_windows')
        .values({ kind, key, uses, ends_at: now() + windowMs })
        .onConflict((conflict) =>
          conflict.columns(['kind', 'key']).doUpdateSet({
            uses: sql<number>`case when ${isOver} then excluded.uses else limit_windows.uses + excluded.uses end`,
            ends_at: sql<number>`case when ${isOver} then excluded.ends_at else limit_windows.ends_at end`,
          }),
        )
        .returning(['uses', 'ends_at as endsAt'])
        .executeTakeFirstOrThrow()
      return counted
    },

    /** Reads the count of a key in its window; `undefined` without a use in it. */
    async read(db: Db, key: string): Promise<Counted | undefined> {
      return await db
        .selectFrom('limit_windows')
        .select(['uses', 'ends_at as endsAt'])
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('ends_at', '>', now())
        .executeTakeFirst()
    },

    async forget(db: Db, key: string): Promise<void> {
      await db.deleteFrom('limit_windows').where('kind', '=', kind).where('key', '=', key).execute()
    },

    /** Deletes ended windows. @param key deletes the one of this key only @returns their counts */
    async close(db: Db, key?: string): Promise<{ key: string; uses: number }[]> {
      let deletion = db.deleteFrom('limit_windows').where('kind', '=', kind).where('ends_at', '<=', now())
      if (key !== undefined) deletion = deletion.where('key', '=', key)
      return await deletion.returning(['key', 'uses']).execute()
    },
  }
}

/**
 * Deletes ended windows, and those above the maximum, beginning with the fewest uses: a flood of keys removes no count
 * of guesses.
 * @param omitted a kind that has a sweep of its own
 */
export async function sweepLimits(db: Db, now: number, omitted: string, most = COUNTS_MAX): Promise<void> {
  await db.deleteFrom('limit_windows').where('kind', '!=', omitted).where('ends_at', '<=', now).execute()
  const { count } = await db
    .selectFrom('limit_windows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count <= most) return
  const surplus = db
    .selectFrom('limit_windows')
    .select(['kind', 'key'])
    .where('kind', '!=', omitted)
    .orderBy('uses')
    .orderBy('ends_at')
    .limit(count - most)
  await db
    .deleteFrom('limit_windows')
    .where(({ eb, refTuple }) => eb(refTuple('kind', 'key'), 'in', surplus.$asTuple('kind', 'key')))
    .execute()
}
