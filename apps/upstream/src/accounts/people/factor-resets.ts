import { FACTOR_RESET_HOURS } from '@portal/contract/accounts/people-rules.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import { makeSiteFact } from '#platform/audit/system-action.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'

/** Removes all methods of the second factor, and ends all sessions. @param trx a transaction */
export async function removeFactor(trx: Db, userId: string): Promise<void> {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'factor_challenges', 'sessions'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await trx.deleteFrom('factor_resets').where('user_id', '=', userId).execute()
}

interface Options extends AuditWriter {
  db: Db
  /** Notifies the holder of the account. */
  onReset: (userId: string) => Promise<unknown>
}

/** Requested resets of second factors. Each waits, so that the holder of the account can refuse it. */
export function createFactorResets({ db, digest, now, onReset }: Options) {
  async function carryOut(userId: string): Promise<boolean> {
    return await db.transaction().execute(async (trx) => {
      // One of several processes claims the reset. A reset that was refused meanwhile does not exist any more.
      const deletion = trx
        .deleteFrom('factor_resets')
        .where('user_id', '=', userId)
        .where('due_at', '<=', now())
        .returning('user_id')
      if (!(await isAny(deletion))) return false
      await removeFactor(trx, userId)
      const person = await trx.selectFrom('users').select('nickname').where('id', '=', userId).executeTakeFirst()
      const subject = { kind: 'user', id: userId, name: person?.nickname ?? null }
      await appendAudit(trx, { now, digest }, makeSiteFact({ action: 'user.factorResetDone', subject }))
      return true
    })
  }

  return {
    async sweep(): Promise<void> {
      const dueResets = await db
        .selectFrom('factor_resets')
        .select('user_id')
        .where('due_at', '<=', now())
        .where('mailed_at', 'is not', null)
        .execute()
      for (const { user_id } of dueResets) if (await carryOut(user_id)) await onReset(user_id)
    },
  }
}

/** Requests a reset. @returns `false` when one was waiting already */
export async function requestReset(trx: Db, at: number, reset: { userId: string; by: string; codeHash: string }) {
  const row = { user_id: reset.userId, requested_by: reset.by, requested_at: at, code_hash: reset.codeHash }
  const insertion = trx
    .insertInto('factor_resets')
    .values({ ...row, due_at: at + FACTOR_RESET_HOURS * HOUR_MS })
    .onConflict((conflict) => conflict.doNothing())
  return await isAny(insertion.returning('user_id'))
}
