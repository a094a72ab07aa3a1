import type { Db } from '#platform/db/open.ts'

/** Sessions of one account. Every statement names the account. @param db may be a transaction */
export function createOwnSessions({ db, now, userId }: { db: Db; now: () => number; userId: string }) {
  return {
    /** Lists the open sessions, newest first. */
    async list() {
      return await db
        .selectFrom('sessions')
        .select([
          ...(['id', 'device', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const),
          ...(['factor_at as factorAt', 'factor_network as network'] as const),
        ])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now())
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
    },

    /** Ends one session, or all but one. @returns devices of the ended sessions */
    async end(selection: { only: string } | { except: string }): Promise<(string | null)[]> {
      const deletion = db.deleteFrom('sessions').where('user_id', '=', userId)
      const chosen =
        'only' in selection ? deletion.where('id', '=', selection.only) : deletion.where('id', '!=', selection.except)
      const rows = await chosen.returning('device').execute()
      return rows.map(({ device }) => device)
    },
  }
}
