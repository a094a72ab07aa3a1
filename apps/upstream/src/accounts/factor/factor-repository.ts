import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { countRows, isAny } from '#platform/db/queries.ts'
import type { Tables } from '#platform/db/tables.ts'

const CEREMONY_MS = 5 * MINUTE_MS

type Purpose = Tables['factor_challenges']['purpose']
export type FactorRepository = ReturnType<typeof createFactorRepository>

/** Methods of the second factor of one account. @param db may be a transaction */
export function createFactorRepository({ db, userId, now }: { db: Db; userId: string; now: () => number }) {
  const querySecrets = () => db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId)

  return {
    async listPasskeys() {
      return await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
    },

    async findTotp() {
      return await querySecrets().where('confirmed_at', 'is not', null).executeTakeFirst()
    },

    /** Finds a secret that was shown but not confirmed yet. */
    async findUnconfirmedTotp() {
      return await querySecrets().where('confirmed_at', 'is', null).executeTakeFirst()
    },

    async hasAny(): Promise<boolean> {
      return (await this.listPasskeys()).length > 0 || (await this.findTotp()) !== undefined
    },

    async addPasskey(passkey: Omit<Insertable<Tables['passkeys']>, 'user_id' | 'created_at' | 'last_used_at'>) {
      const insertion = db.insertInto('passkeys').values({ ...passkey, user_id: userId, created_at: now() })
      return await isAny(insertion.onConflict((conflict) => conflict.doNothing()).returning('id'))
    },

    async notePasskeyUse(id: string, { counter, isSynced }: { counter: number; isSynced: boolean }) {
      await db
        .updateTable('passkeys')
        .set({ counter, is_synced: Number(isSynced), last_used_at: now() })
        .where('id', '=', id)
        .execute()
    },

    async renamePasskey(id: string, label: string): Promise<void> {
      await db.updateTable('passkeys').set({ label }).where('user_id', '=', userId).where('id', '=', id).execute()
    },

    /** Replaces an unconfirmed secret. */
    async beginTotp(sealed: string): Promise<void> {
      const row = { sealed, confirmed_at: null, last_step: 0, created_at: now() }
      await db
        .insertInto('totp_secrets')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    },

    /** Uses up a time step, so that its code counts once. @returns whether the step was unused */
    async takeStep(step: number): Promise<boolean> {
      const update = db
        .updateTable('totp_secrets')
        .set({ last_step: step, last_used_at: now() })
        .where('user_id', '=', userId)
        .where('last_step', '<', step)
      return await isAny(update.returning('user_id'))
    },

    async confirmTotp(): Promise<void> {
      await db.updateTable('totp_secrets').set({ confirmed_at: now() }).where('user_id', '=', userId).execute()
    },

    /** Removes a method. @param id of a passkey, or `totp` @returns whether it existed */
    async remove(id: string): Promise<boolean> {
      return id === 'totp'
        ? await isAny(db.deleteFrom('totp_secrets').where('user_id', '=', userId).returning('user_id'))
        : await isAny(db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returning('id'))
    },

    async countRecoveryCodes(): Promise<number> {
      return await countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))
    },

    async replaceRecoveryCodes(hashes: readonly string[]): Promise<void> {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      await db
        .insertInto('recovery_codes')
        .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
        .execute()
    },

    async takeRecoveryCode(hash: string): Promise<boolean> {
      const deletion = db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash)
      return await isAny(deletion.returning('user_id'))
    },

    async beginCeremony(challenge: string, sessionId: string, purpose: Purpose): Promise<void> {
      await db.deleteFrom('factor_challenges').where('expires_at', '<=', now()).execute()
      const row = { user_id: userId, challenge, session_id: sessionId, purpose, expires_at: now() + CEREMONY_MS }
      await db.insertInto('factor_challenges').values(row).execute()
    },

    /**
     * Ends a WebAuthn ceremony.
     * @returns whether it was begun in this session, for this purpose, less than 5 minutes ago
     */
    async endCeremony(challenge: string, sessionId: string, purpose: Purpose): Promise<boolean> {
      const ended = db
        .deleteFrom('factor_challenges')
        .where('challenge', '=', challenge)
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now())
      return await isAny(ended.returning('challenge'))
    },
  }
}
