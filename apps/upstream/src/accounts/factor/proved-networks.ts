import { DAY_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'

/** Same time as for browsers that the login knows. */
const KNOWN_MS = 180 * DAY_MS

/** Networks in which an account has proved its second factor. @param db may be a transaction */
export function createProvedNetworks({ db, userId, now }: { db: Db; userId: string; now: () => number }) {
  return {
    async has(network: string): Promise<boolean> {
      const networkQuery = db.selectFrom('proved_networks').select('network').where('user_id', '=', userId)
      return await isAny(networkQuery.where('network', '=', network).where('proved_at', '>', now() - KNOWN_MS))
    },

    async add(network: string): Promise<void> {
      await db
        .insertInto('proved_networks')
        .values({ user_id: userId, network, proved_at: now() })
        .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ proved_at: now() }))
        .execute()
      const old = db.deleteFrom('proved_networks').where('user_id', '=', userId)
      await old.where('proved_at', '<=', now() - KNOWN_MS).execute()
    },
  }
}
