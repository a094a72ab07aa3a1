import { randomBytes } from 'node:crypto'
import { OWNER_ID } from '@portal/contract/constants.ts'
import type { Db } from '#db/open.ts'
import type { Role } from '#db/tables.ts'

export interface AdminAccount {
  id: string
  accountName: string
  nickname: string
  role: Role
  isDisabled: boolean
  createdAt: number
}

export type AdminAccounts = ReturnType<typeof createAdminAccounts>

/** Accounts as the operator's command sees and changes them. */
export function createAdminAccounts({ db, now }: { db: Db; now: () => number }) {
  const columns = ['id', 'account_name', 'nickname', 'role', 'status', 'created_at'] as const

  return {
    async find(email: string): Promise<AdminAccount | undefined> {
      const row = await db.selectFrom('users').select(columns).where('account_name', '=', email).executeTakeFirst()
      return row && toAdminAccount(row)
    },

    /** Owners who can log in. The demo author is an owner without a password. */
    async findOwner(): Promise<AdminAccount | undefined> {
      const row = await db
        .selectFrom('users')
        .select(columns)
        .where('role', '=', 'owner')
        .where('account_name', 'is not', null)
        .orderBy('created_at')
        .executeTakeFirst()
      return row && toAdminAccount(row)
    },

    /** Editors and owners, owners first. */
    async staff(): Promise<AdminAccount[]> {
      const rows = await db
        .selectFrom('users')
        .select(columns)
        .where('role', '!=', 'user')
        .orderBy('role', 'desc')
        .orderBy('created_at')
        .execute()
      return rows.map(toAdminAccount)
    },

    async count(): Promise<number> {
      const { users } = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('users'))
        .executeTakeFirstOrThrow()
      return users
    },

    /** The first owner gets the reserved owner id as long as that account cannot log in; later ones a new id. */
    async createOwner(email: string, passwordHash: string): Promise<void> {
      const owner = { account_name: email, email, password_hash: passwordHash, role: 'owner' as const, status: 1 }
      await db.transaction().execute(async (trx) => {
        const first = await trx
          .selectFrom('users')
          .select(['account_name', 'password_hash'])
          .where('id', '=', OWNER_ID)
          .executeTakeFirst()
        if (first && first.account_name === null && first.password_hash === null) {
          await trx.updateTable('users').set(owner).where('id', '=', OWNER_ID).execute()
          return
        }
        const id = first ? randomBytes(16).toString('hex') : OWNER_ID
        const nickname = email.split('@')[0] ?? email
        await trx
          .insertInto('users')
          .values({ ...owner, id, nickname, avatar: '', created_at: now() })
          .execute()
      })
    },

    /** Makes an account an owner with a new password, lets it in again, and ends its sessions. */
    async resetOwner(id: string, passwordHash: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('users')
          .set({ password_hash: passwordHash, role: 'owner', status: 1, closes_at: null })
          .where('id', '=', id)
          .execute()
        await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
      })
    },

    async setRole(id: string, role: Role): Promise<void> {
      await db.updateTable('users').set({ role }).where('id', '=', id).execute()
    },
  }
}

function toAdminAccount(row: {
  id: string
  account_name: string | null
  nickname: string
  role: Role
  status: number
  created_at: number
}): AdminAccount {
  return {
    id: row.id,
    accountName: row.account_name ?? '',
    nickname: row.nickname,
    role: row.role,
    isDisabled: row.status !== 1,
    createdAt: row.created_at,
  }
}
