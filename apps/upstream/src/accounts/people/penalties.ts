import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import { makeSiteFact } from '#platform/audit/system-action.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'

interface NewPenalty {
  userId: string
  reason: string
  by: string | null
  /** Epoch ms; `null`: until it is lifted. */
  endsAt: number | null
}

export type PenaltyRepository = ReturnType<typeof createPenaltyRepository>

/**
 * Periods during which accounts are disabled.
 * @param db may be a transaction, except for the calls that end penalties
 */
export function createPenaltyRepository({ db, digest, now }: AuditWriter & { db: Db }) {
  /** Ends a penalty whose time is over. @returns whether it was in force */
  async function endOne(id: number, userId: string): Promise<boolean> {
    return await db.transaction().execute(async (trx) => {
      const at = now()
      const ended = trx
        .updateTable('penalties')
        .set({ lifted_at: at })
        .where('id', '=', id)
        .where('lifted_at', 'is', null)
        .returning('id')
      if (!(await isAny(ended))) return false
      const account = await trx
        .updateTable('users')
        .set((eb) => ({ status: ACCOUNT_STATUS.normal, managed_version: eb('managed_version', '+', 1) }))
        .where('id', '=', userId)
        .where('status', '=', ACCOUNT_STATUS.disabled)
        .returning('nickname')
        .executeTakeFirst()
      const subject = { kind: 'user', id: userId, name: account?.nickname ?? null }
      await appendAudit(trx, { now, digest }, makeSiteFact({ action: 'user.enable', subject }))
      return true
    })
  }

  const queryDue = () =>
    db.selectFrom('penalties').select(['id', 'user_id']).where('lifted_at', 'is', null).where('ends_at', '<=', now())

  return {
    async give({ userId, reason, by, endsAt }: NewPenalty): Promise<void> {
      const row = { user_id: userId, reason, given_by: by, given_at: now(), ends_at: endsAt }
      await db.insertInto('penalties').values(row).execute()
    },

    /** Lifts the penalties in force. */
    async lift(userId: string, by: string): Promise<void> {
      await db
        .updateTable('penalties')
        .set({ lifted_at: now(), lifted_by: by })
        .where('user_id', '=', userId)
        .where('lifted_at', 'is', null)
        .execute()
    },

    /** Finds the penalty in force. */
    async findInForce(userId: string): Promise<{ reason: string; endsAt: number | null } | undefined> {
      return await db
        .selectFrom('penalties')
        .select(['reason', 'ends_at as endsAt'])
        .where('user_id', '=', userId)
        .where('lifted_at', 'is', null)
        .orderBy('id', 'desc')
        .executeTakeFirst()
    },

    /** Ends a penalty whose time is over when its account logs in. @returns whether one has ended */
    async endDue(userId: string): Promise<boolean> {
      const row = await queryDue().where('user_id', '=', userId).executeTakeFirst()
      return row !== undefined && (await endOne(row.id, userId))
    },

    async sweep(): Promise<void> {
      for (const { id, user_id } of await queryDue().execute()) await endOne(id, user_id)
    },
  }
}
