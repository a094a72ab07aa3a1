import { OWNER_ID } from '@portal/contract/constants.ts'
import { setDuties } from '#accounts/duties/duties.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { readStamp, saveSettings } from '#site/settings/save-settings.ts'

/** Returns whether an owner can log in. The demo author is an owner without any login. */
export async function hasOwner(db: Db): Promise<boolean> {
  const owners = db
    .selectFrom('duties')
    .innerJoin('users', 'users.id', 'duties.user_id')
    .select('users.id')
    .where('duty', '=', 'owner')
  const social = db.selectFrom('social_accounts').select('user_id')
  return await isAny(owners.where((eb) => eb.or([eb('account_name', 'is not', null), eb('users.id', 'in', social)])))
}

interface FirstOwner {
  email: string
  passwordHash: string
  /** The name of the demo author, or the beginning of the address, when left out. */
  nickname?: string
  at: number
}

/**
 * Creates the account with the reserved id. It is one row, so one of two concurrent requests fails. The account of the
 * demo author, which cannot log in, is replaced.
 * @returns the id; `null` when the account exists already
 */
export async function makeFirstOwner(
  trx: Db,
  { email, passwordHash, nickname, at }: FirstOwner,
): Promise<string | null> {
  const login = { account_name: email, email, password_hash: passwordHash, role: 'owner' as const, status: 1 }
  const adoption = trx
    .updateTable('users')
    .set({ ...login, ...(nickname !== undefined && { nickname }) })
    .where('id', '=', OWNER_ID)
    .where('account_name', 'is', null)
    .where('password_hash', 'is', null)
  const insertion = trx
    .insertInto('users')
    .values({ ...login, id: OWNER_ID, nickname: nickname ?? email.split('@')[0] ?? email, avatar: '', created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
  if (!(await isAny(adoption.returning('id')))) {
    if (!(await isAny(insertion.returning('id')))) return null
    // Strangers will comment on a new site. A site with demo content, and one that exists already, keeps what it has.
    const { version } = await readStamp(trx)
    await saveSettings(trx, { version, members: { commentPolicy: 'first' }, actorId: null, at })
  }
  await setDuties(trx, OWNER_ID, ['owner'], { by: null, at })
  return OWNER_ID
}
