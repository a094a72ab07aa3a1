import { toWireDateTime } from '@portal/contract/time.ts'
import { readDuties } from '#accounts/duties/duties.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { cannotChangeOwnAccount, cannotRemoveLastOwner, savedMeanwhile, userMissing } from '#platform/errors.ts'
import { hasOtherOwner } from './owners.ts'

/** Checks that an owner does not change the own account here. @throws AppError */
export function checkIsOther(account: Pick<SessionAccount, 'id'>, id: string): void {
  if (account.id === id) throw cannotChangeOwnAccount()
}

/**
 * Checks that another owner remains before an owner is disabled or loses that duty. Runs before the lock of the account
 * itself, because all transactions lock owners first.
 * @throws AppError when no other owner can log in
 */
export async function checkOwnerRemains(trx: Db, id: string): Promise<void> {
  if (!(await hasOtherOwner(trx, id))) throw cannotRemoveLastOwner()
}

/**
 * Locks an account for a change by staff, and counts the change.
 * @param seenVersion the version that the caller saw; `null`: the change does not depend on what the caller saw
 * @throws AppError when the account is missing, or was changed since
 */
export async function lockAccount(trx: Db, id: string, seenVersion: number | null) {
  let locked = trx
    .updateTable('users')
    .set((eb) => ({ managed_version: eb('managed_version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '!=', ACCOUNT_STATUS.closed)
  if (seenVersion !== null) locked = locked.where('managed_version', '=', seenVersion)
  const account = await locked
    .returning(['id', 'nickname', 'status', 'account_name as accountName', 'email'])
    .executeTakeFirst()
  if (account) return account
  const current = await trx
    .selectFrom('users')
    .select(['managed_version', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!current || current.status === ACCOUNT_STATUS.closed) throw userMissing()
  throw savedMeanwhile({
    ...(await readLastChange(trx, id)),
    version: current.managed_version,
    isDisabled: current.status === ACCOUNT_STATUS.disabled,
    duties: await readDuties(trx, id),
  })
}

/** Reads who changed an account last, and when. */
async function readLastChange(trx: Db, id: string) {
  const last = await trx
    .selectFrom('audit_log')
    .select(['actor_name', 'at'])
    .where('target_kind', '=', 'user')
    .where('target_id', '=', id)
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { savedBy: last?.actor_name ?? null, savedAt: last ? toWireDateTime(last.at) : null }
}

/** Ends the open invitations and resets that a leaving owner has begun. */
export async function endBegunBy(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('invitations').where('invited_by', '=', id).execute()
  await trx.deleteFrom('factor_resets').where('requested_by', '=', id).execute()
}

/** Unassigns the open tickets of a leaving person and releases the locks on articles. Drafts stay. */
export async function releaseWork(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('article_locks').where('user_id', '=', id).execute()
  await trx
    .updateTable('tickets')
    .set((eb) => ({ assignee_id: null, version: eb('version', '+', 1) }))
    .where('assignee_id', '=', id)
    .where('state', '!=', 'closed')
    .execute()
}
