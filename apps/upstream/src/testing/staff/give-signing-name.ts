import { foldName } from '#accounts/profiles/reserved-names.ts'
import type { Db } from '#platform/db/open.ts'

/** Gives an account the name that certificates show, as an owner does. */
export async function giveSigningName(db: Db, userId: string, name: string): Promise<void> {
  const names = { signing_name: name, signing_name_folded: foldName(name) }
  await db.updateTable('users').set(names).where('id', '=', userId).execute()
}
