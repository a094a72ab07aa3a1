import { DUTIES, type Duty } from '@portal/contract/accounts/duties.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import type { Db } from '#platform/db/open.ts'

const STATES = {
  [ACCOUNT_STATUS.disabled]: 'disabled',
  [ACCOUNT_STATUS.normal]: 'normal',
  [ACCOUNT_STATUS.closing]: 'closing',
} as const

/** Masks an address as `z***@126.com`: enough to recognise a known address. */
function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*@/u, '$1***@')
}

export const toWireOrNull = (at: number | null | undefined) => (at ? toWireDateTime(at) : null)

/**
 * Reads what lists and pages of people show of accounts, in the order of the ids, without closed accounts.
 * @param showsEmails whether addresses of members are complete
 */
export async function toAccountFacts(db: Db, ids: readonly string[], showsEmails: boolean) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['id', 'nickname', 'signing_name', 'avatar', 'account_name', 'email', 'role', 'status', 'managed_version'])
    .select(['signing_picture', 'created_at', 'last_login_at', 'closes_at'])
    .select((eb) => [
      eb
        .selectFrom('penalties')
        .select('ends_at')
        .whereRef('penalties.user_id', '=', 'users.id')
        .where('lifted_at', 'is', null)
        .orderBy('penalties.id', 'desc')
        .limit(1)
        .as('disabled_until'),
      eb
        .selectFrom('passkeys')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
      eb
        .selectFrom('totp_secrets')
        .select('confirmed_at')
        .whereRef('totp_secrets.user_id', '=', 'users.id')
        .as('totp_at'),
    ])
    .where('id', 'in', ids)
    .where('status', '!=', ACCOUNT_STATUS.closed)
    .execute()
  const dutyRows = await db.selectFrom('duties').select(['user_id', 'duty']).where('user_id', 'in', ids).execute()
  const listDuties = (id: string): Duty[] =>
    DUTIES.filter((duty) => dutyRows.some((row) => row.user_id === id && row.duty === duty))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const email = row.account_name ?? row.email
    const facts = {
      id,
      nickname: row.nickname,
      signingName: row.signing_name,
      signingPicture: row.signing_picture,
      avatar: row.avatar,
      email: email === null || showsEmails || row.role !== 'user' ? email : maskEmail(email),
      state: STATES[row.status as keyof typeof STATES],
      disabledUntil: row.status === ACCOUNT_STATUS.disabled ? toWireOrNull(row.disabled_until) : null,
      isEnrolled: (row.passkeys ?? 0) > 0 || row.totp_at !== null,
      createTime: toWireDateTime(row.created_at),
      lastLoginTime: toWireOrNull(row.last_login_at),
    }
    return [{ facts, duties: listDuties(id), row }]
  })
}
