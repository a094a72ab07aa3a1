import { ACCOUNT_STATUS, mayLogIn } from '#accounts/login/account-status.ts'
import { ACCOUNT_COLUMNS, type Account } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import type { ProfileChange } from './profile.ts'

export type UserRepository = ReturnType<typeof createUserRepository>

export function createUserRepository({ db }: { db: Db }) {
  return {
    /** Finds a profile; `undefined` for a missing, disabled or closing account. */
    async findProfile(id: string) {
      return await db
        .selectFrom('users')
        .select([...ACCOUNT_COLUMNS, 'created_at as registeredAt', 'last_login_at as lastLoginAt'])
        .where('id', '=', id)
        .where('status', '=', ACCOUNT_STATUS.normal)
        .executeTakeFirst()
    },

    /** Finds an account that may log in, closing ones included. */
    async findForLogin(id: string): Promise<Account | undefined> {
      const row = await db
        .selectFrom('users')
        .select([...ACCOUNT_COLUMNS, 'status'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row && mayLogIn(row.status) ? row : undefined
    },

    /** Changes a profile. @returns `false` when there is no such account */
    async change(id: string, profile: ProfileChange): Promise<boolean> {
      // SQL has no update without columns, so the id is always one of them.
      const change = db.updateTable('users').set({ id, ...profile })
      return await isAny(change.where('id', '=', id).returning('id'))
    },
  }
}
