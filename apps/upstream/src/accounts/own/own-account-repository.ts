import { CLOSURE_MS } from '@portal/contract/constants.ts'
import type { InferResult } from 'kysely'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { hasOtherOwner } from '#accounts/people/owners.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'

const queryOwnAccounts = (db: Db) =>
  db.selectFrom('users').select((eb) => [
    'id',
    'password_hash as passwordHash',
    // The login name; `null` for an account of a social login that never had a password.
    'account_name as accountName',
    // Address that receives codes and warnings.
    eb.fn.coalesce('account_name', 'email').as('email'),
    'role',
  ])

/** An account with the means to prove its ownership. */
export type OwnAccount = InferResult<ReturnType<typeof queryOwnAccounts>>[number]

interface NewPassword {
  passwordHash: string
  /** Hash that the old password was compared with, so that one of two concurrent changes fails. */
  before: string | null
  /** Login name from now on. */
  accountName: string | null
  /** Key of the session that stays open. */
  keptSession: string
}

export type OwnAccountRepository = ReturnType<typeof createOwnAccountRepository>

/** Changes to an account besides its profile. */
export function createOwnAccountRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    async find(id: string): Promise<OwnAccount | undefined> {
      return await queryOwnAccounts(db).where('id', '=', id).executeTakeFirst()
    },

    /**
     * Sets the password and ends all other sessions in one transaction.
     * @returns `false` when the password was changed meanwhile
     */
    async setPassword(id: string, { passwordHash, before, accountName, keptSession }: NewPassword): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const changed = await trx
          .updateTable('users')
          .set({ password_hash: passwordHash, account_name: accountName })
          .where('id', '=', id)
          .where('password_hash', 'is not distinct from', before)
          .returning('id')
          .executeTakeFirst()
        if (!changed) return false
        await trx.deleteFrom('sessions').where('user_id', '=', id).where('token_hash', '!=', keptSession).execute()
        return true
      })
    },

    /**
     * Begins the closure of an account and ends its sessions.
     * @returns when it will be erased, epoch ms; `undefined` for the last owner
     */
    async beginClosing(id: string, keepsWritings: boolean): Promise<number | undefined> {
      const closesAt = now() + CLOSURE_MS
      return await db.transaction().execute(async (trx) => {
        const owner = trx.selectFrom('users').select('id').where('id', '=', id).where('role', '=', 'owner')
        if ((await isAny(owner)) && !(await hasOtherOwner(trx, id))) return undefined
        await trx
          .updateTable('users')
          .set({ status: ACCOUNT_STATUS.closing, closes_at: closesAt, keeps_writings: Number(keepsWritings) })
          .where('id', '=', id)
          .execute()
        await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
        return closesAt
      })
    },

    /** Ignores an account that is not being closed. */
    async undoClosing(id: string): Promise<void> {
      await db
        .updateTable('users')
        .set({ status: ACCOUNT_STATUS.normal, closes_at: null, keeps_writings: null })
        .where('id', '=', id)
        .where('status', '=', ACCOUNT_STATUS.closing)
        .execute()
    },
  }
}
