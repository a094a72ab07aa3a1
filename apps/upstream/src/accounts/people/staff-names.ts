import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import { noSigningName } from '#platform/errors.ts'

interface NamedAccount {
  nickname: string
  /** `null`: no owner has given one. */
  signingName: string | null
}

/** Name that colleagues and the audit log show: the name for signing, which owners set. */
export const toStaffName = ({ signingName, nickname }: NamedAccount): string => signingName ?? nickname

/** SQL of the same name, for queries of `users`. */
export const shownStaffName = sql<string>`coalesce(users.signing_name, users.nickname)`

/** Name of a person on a certificate. @throws AppError for an account without a name for signing */
export function nameOnCertificates({ signingName }: Pick<NamedAccount, 'signingName'>): string {
  if (signingName === null) throw noSigningName()
  return signingName
}

/** Reserves the present names of an account with duties, so that no other account takes them later. */
export async function keepStaffName(trx: Db, userId: string): Promise<void> {
  const account = trx.selectFrom('users').select(['nickname', 'signing_name']).where('id', '=', userId)
  const { nickname, signing_name } = await account.executeTakeFirstOrThrow()
  const names = new Set([nickname, signing_name ?? nickname])
  await trx
    .insertInto('staff_names')
    .values([...names].map((name) => ({ user_id: userId, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
