import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'

export type SignRepository = ReturnType<typeof createSignRepository>

/** Daily sign-ins; days are `yyyy-MM-dd` in UTC+8. */
export function createSignRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /** Adds a sign-in. @returns `false` when the day has one already */
    async add(userId: string, day: string): Promise<boolean> {
      const row = { id: randomBytes(16).toString('hex'), user_id: userId, day, created_at: now() }
      const insertion = db.insertInto('sign_ins').values(row)
      const insertOnce = insertion.onConflict((conflict) => conflict.columns(['user_id', 'day']).doNothing())
      return await isAny(insertOnce.returning('id'))
    },

    async find(userId: string, day: string) {
      return await db
        .selectFrom('sign_ins')
        .select(['id', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .where('day', '=', day)
        .executeTakeFirst()
    },

    /** Lists the signed days between two days, both included, in order. */
    async listDays(userId: string, first: string, last: string): Promise<string[]> {
      const rows = await db
        .selectFrom('sign_ins')
        .select('day')
        .where('user_id', '=', userId)
        .where('day', '>=', first)
        .where('day', '<=', last)
        .orderBy('day')
        .execute()
      return rows.map(({ day }) => day)
    },
  }
}
