import { randomBytes } from 'node:crypto'
import type { Duty } from '@portal/contract/accounts/duties.ts'
import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { type InferResult, sql } from 'kysely'
import { readDuties, setDuties } from '#accounts/duties/duties.ts'
import { createFactorRepository } from '#accounts/factor/factor-repository.ts'
import { removeFactor } from '#accounts/people/factor-resets.ts'
import { hasOtherOwner } from '#accounts/people/owners.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import { makeOperatorFact } from '#platform/audit/system-action.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { makeFirstOwner } from '#site/setup/first-owner.ts'

const queryAccounts = (db: Db) =>
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

export type AdminAccount = InferResult<ReturnType<typeof queryAccounts>>[number]
export type AdminAccounts = ReturnType<typeof createAdminAccounts>

/** Accounts for the operator's command. */
export function createAdminAccounts({ db, digest, now }: AuditWriter & { db: Db }) {
  /** Records a change in the audit log, with the operator as the actor. */
  async function note(
    trx: Db,
    action: string,
    { id, changes = [] }: { id: string; changes?: AuditChange[] },
  ): Promise<void> {
    const found = await trx.selectFrom('users').select('nickname').where('id', '=', id).executeTakeFirst()
    const subject = { kind: 'user', id, name: found?.nickname ?? null, changes }
    await appendAudit(trx, { now, digest }, makeOperatorFact({ action, subject }))
  }

  return {
    async find(email: string): Promise<AdminAccount | undefined> {
      return await queryAccounts(db).where('account_name', '=', email).executeTakeFirst()
    },

    /** Finds an owner who can log in. The demo author is an owner without a password. */
    async findOwner(): Promise<AdminAccount | undefined> {
      const owners = queryAccounts(db).where('role', '=', 'owner').where('account_name', 'is not', null)
      return await owners.orderBy('created_at').executeTakeFirst()
    },

    /** Lists editors and owners, owners first. */
    async listStaff(): Promise<AdminAccount[]> {
      return await queryAccounts(db).where('role', '!=', 'user').orderBy('role', 'desc').orderBy('created_at').execute()
    },

    count: () => countRows(db.selectFrom('users')),

    /**
     * Creates an owner. The first one gets the reserved owner id as long as that account cannot log in; later ones a
     * new id.
     */
    async createOwner(email: string, passwordHash: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const first = await makeFirstOwner(trx, { email, passwordHash, at: now() })
        if (first !== null) return await note(trx, 'user.create', { id: first })
        const id = randomBytes(16).toString('hex')
        const nickname = email.split('@')[0] ?? email
        const owner = { account_name: email, email, password_hash: passwordHash, role: 'owner' as const, status: 1 }
        await trx
          .insertInto('users')
          .values({ ...owner, id, nickname, avatar: '', created_at: now() })
          .execute()
        await setDuties(trx, id, ['owner'], { by: null, at: now() })
        await note(trx, 'user.create', { id })
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
        const lifted = { lifted_at: now() }
        const inForce = trx.updateTable('penalties').set(lifted).where('user_id', '=', id)
        await inForce.where('lifted_at', 'is', null).execute()
        await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
        await note(trx, 'user.resetOwner', { id })
      })
    },

    /** Sets the duties of an account. @returns `false` when the last owner would lose that duty */
    async setDuties(id: string, duties: readonly Duty[]): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const before = await readDuties(trx, id)
        const isLeaving = before.includes('owner') && !duties.includes('owner')
        if (isLeaving && !(await hasOtherOwner(trx, id))) return false
        await setDuties(trx, id, duties, { by: null, at: now() })
        const change = { member: 'duties', before: before.join(','), after: duties.join(',') }
        await note(trx, 'user.duties', { id, changes: [change] })
        return true
      })
    },

    /** Removes the second factor at once, and ends all sessions. @returns whether there was one */
    async resetFactor(id: string): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const hadFactor = await createFactorRepository({ db: trx, userId: id, now }).hasAny()
        await removeFactor(trx, id)
        await note(trx, 'user.factorResetDone', { id })
        return hadFactor
      })
    },
  }
}
