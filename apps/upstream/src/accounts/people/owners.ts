import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Db } from '#platform/db/open.ts'

/**
 * Returns whether another person is an owner and can log in. Locks the rows of all owners, so that two of them cannot leave at the same
 * time.
 * @param trx a transaction
 */
export async function hasOtherOwner(trx: Db, id: string): Promise<boolean> {
  const owners = await trx
    .updateTable('users')
    .set({ role: 'owner' })
    .where('role', '=', 'owner')
    .where('status', '=', ACCOUNT_STATUS.normal)
    .returning(['id', 'account_name'])
    .execute()
  // The demo author is an owner that cannot log in.
  return owners.some((owner) => owner.id !== id && owner.account_name !== null)
}
