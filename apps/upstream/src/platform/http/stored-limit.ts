import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

interface Options {
  kind: Tables['limit_windows']['kind']
  windowMs: number
  now: () => number
}

/**
 * Counts uses of a key in a fixed window, in the database, for all instances together. The window starts with the first
 * use, and further uses do not extend it.
 */
export function createStoredLimit({ kind, windowMs, now }: Options) {
  return {
    /** Counts one use. @param db may be a transaction @returns the uses in this window, and its end, epoch ms */
    async count(db: Db, key: string): Promise<{ uses: number; endsAt: number }> {
      const isOver = sql`limit_windows.ends_at <= ${now()}`
      const counted = await db
        .insertInto('limit_windows')
        .values({ kind, key, uses: 1, ends_at: now() + windowMs })
        .onConflict((conflict) =>
          conflict.columns(['kind', 'key']).doUpdateSet({
            uses: sql<number>`case when ${isOver} then 1 else limit_windows.uses + 1 end`,
            ends_at: sql<number>`case when ${isOver} then excluded.ends_at else limit_windows.ends_at end`,
          }),
        )
        .returning(['uses', 'ends_at as endsAt'])
        .executeTakeFirstOrThrow()
      return counted
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
