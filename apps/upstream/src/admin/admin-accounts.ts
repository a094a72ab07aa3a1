import { randomBytes } from 'node:crypto'
import type { Duty } from '@portal/contract/manage/duties.ts'
import { type InferResult, sql } from 'kysely'
import type { Db } from '#db/open.ts'
import { countOf } from '#db/queries.ts'
import { setDuties } from '#manage/duties.ts'
import { makeFirstOwner } from '#manage/setup/first-owner.ts'

const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .select((eb) => [
      'id',
      eb.fn.coalesce('account_name', sql.lit('')).as('accountName'),
      'nickname',
      'role',
      'status',
      'created_at as createdAt',
    ])

export type AdminAccount = InferResult<ReturnType<typeof accounts>>[number]
export type AdminAccounts = ReturnType<typeof createAdminAccounts>

/** Accounts for the operator's command. */
export function createAdminAccounts({ db, now }: { db: Db; now: () => number }) {
  return {
    async find(email: string): Promise<AdminAccount | undefined> {
      return await accounts(db).where('account_name', '=', email).executeTakeFirst()
    },

    /** Owners who can log in. The demo author is an owner without a password. */
    async findOwner(): Promise<AdminAccount | undefined> {
      const owners = accounts(db).where('role', '=', 'owner').where('account_name', 'is not', null)
      return await owners.orderBy('created_at').executeTakeFirst()
    },

    /** Editors and owners, owners first. */
    async staff(): Promise<AdminAccount[]> {
      return await accounts(db).where('role', '!=', 'user').orderBy('role', 'desc').orderBy('created_at').execute()
    },

    count: () => countOf(db.selectFrom('users')),

    /** The first owner gets the reserved owner id as long as that account cannot log in; later ones a new id. */
    async createOwner(email: string, passwordHash: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if ((await makeFirstOwner(trx, { email, passwordHash, at: now() })) !== null) return
        const id = randomBytes(16).toString('hex')
        const nickname = email.split('@')[0] ?? email
        const owner = { account_name: email, email, password_hash: passwordHash, role: 'owner' as const, status: 1 }
        await trx
          .insertInto('users')
          .values({ ...owner, id, nickname, avatar: '', created_at: now() })
          .execute()
        await setDuties(trx, id, ['owner'], { by: null, at: now() })
      })
    },

    /** Makes an account an enabled owner with a new password, and ends its sessions. */
    async resetOwner(id: string, passwordHash: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('users')
          .set({ password_hash: passwordHash, role: 'owner', status: 1, closes_at: null })
          .where('id', '=', id)
          .execute()
        await setDuties(trx, id, ['owner'], { by: null, at: now() })
        await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
      })
    },

    async setDuties(id: string, duties: readonly Duty[]): Promise<void> {
      await db.transaction().execute((trx) => setDuties(trx, id, duties, { by: null, at: now() }))
    },
  }
}
