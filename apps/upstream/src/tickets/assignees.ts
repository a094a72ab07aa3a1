import type { Duty } from '@portal/contract/accounts/duties.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Db } from '#platform/db/open.ts'

/** Duties whose holders work on tickets. */
const WORKING: readonly Duty[] = ['edit', 'support', 'certify', 'approve', 'owner']

/** Lists active staff, by name. */
export async function readAssignees(db: Db): Promise<{ id: string; nickname: string }[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where('id', 'in', db.selectFrom('duties').select('user_id').where('duty', 'in', WORKING))
    .where('status', '=', ACCOUNT_STATUS.normal)
    .orderBy('nickname')
    .orderBy('id')
    .execute()
}
