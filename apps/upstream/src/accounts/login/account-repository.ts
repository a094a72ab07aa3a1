import { randomBytes } from 'node:crypto'
import { ACCOUNT_COLUMNS } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { mayLogIn } from './account-status.ts'

/** Account names are compared without regard to case and outer blanks. */
export function toAccountName(typed: string): string {
  return typed.trim().toLowerCase()
}

export type AccountRepository = ReturnType<typeof createAccountRepository>

export function createAccountRepository({ db, now }: { db: Db; now: () => number }) {
  return {
    /** Finds the login data, which no answer contains. */
    async findCredentials(accountName: string) {
      const row = await db
        .selectFrom('users')
        .select([...ACCOUNT_COLUMNS, 'password_hash', 'status'])
        .where('account_name', '=', accountName)
        .executeTakeFirst()
      if (!row) return undefined
      const { password_hash: passwordHash, status, ...account } = row
      return { account, passwordHash, isDisabled: !mayLogIn(status) }
    },

    async isTaken(accountName: string): Promise<boolean> {
      return await isAny(db.selectFrom('users').select('id').where('account_name', '=', accountName))
    },

    /** Creates an account. @returns `false` when the name exists already */
    async create(account: { accountName: string; nickname: string; passwordHash: string }): Promise<boolean> {
      const insertion = db.insertInto('users').values({
        id: randomBytes(16).toString('hex'),
        account_name: account.accountName,
        email: account.accountName,
        nickname: account.nickname,
        avatar: '',
        password_hash: account.passwordHash,
        status: 1,
        created_at: now(),
      })
      const insertUnlessExists = insertion.onConflict((conflict) => conflict.column('account_name').doNothing())
      return await isAny(insertUnlessExists.returning('id'))
    },

    /**
     * Sets a new password and ends every session. Other upstreams keep the sessions, but a reset usually means that
     * another person may be logged in. Ignores an unknown name.
     */
    async resetPassword(accountName: string, passwordHash: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const user = await trx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('account_name', '=', accountName)
          .returning('id')
          .executeTakeFirst()
        if (user) await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
      })
    },

    /** Replaces a hash with outdated parameters, unless the password was changed meanwhile. */
    async rehash(id: string, from: string, to: string): Promise<void> {
      await db
        .updateTable('users')
        .set({ password_hash: to })
        .where('id', '=', id)
        .where('password_hash', '=', from)
        .execute()
    },
  }
}
