import { DUTIES, type Duty } from '@portal/contract/accounts/duties.ts'
import { keepStaffName } from '#accounts/people/staff-names.ts'
import type { Db } from '#platform/db/open.ts'
import type { Role } from '#platform/db/tables/accounts.ts'

/** Derives the role that the family's clients see. */
export function toRole(duties: readonly Duty[]): Role {
  if (duties.includes('owner')) return 'owner'
  return duties.length > 0 ? 'editor' : 'user'
}

/** Reads the duties of an account, in the order of the contract. */
export async function readDuties(db: Db, userId: string): Promise<Duty[]> {
  const rows = await db.selectFrom('duties').select('duty').where('user_id', '=', userId).execute()
  return DUTIES.filter((duty) => rows.some((row) => row.duty === duty))
}

/**
 * Sets the duties of an account. Duties that it already has keep their giver and time.
 * @param trx a transaction, because the role changes too
 * @param given giver and time; `null` as giver: the operator's command
 */
export async function setDuties(
  trx: Db,
  userId: string,
  duties: readonly Duty[],
  given: { by: string | null; at: number },
): Promise<void> {
  const deletion = trx.deleteFrom('duties').where('user_id', '=', userId)
  await (duties.length > 0 ? deletion.where('duty', 'not in', duties) : deletion).execute()
  if (duties.length > 0) {
    const rows = duties.map((duty) => ({ user_id: userId, duty, given_by: given.by, given_at: given.at }))
    await trx
      .insertInto('duties')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await keepStaffName(trx, userId)
  }
  await trx
    .updateTable('users')
    .set((eb) => ({ role: toRole(duties), managed_version: eb('managed_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}
