import type { Db } from '#platform/db/open.ts'
import type { Witness } from './witness.ts'

/** Lists the names of configured witnesses that did not cosign at the last request. */
export async function findAwayWitnesses(db: Db, witnesses: readonly Witness[]): Promise<string[]> {
  const rows = await db.selectFrom('log_witnesses').select('key').where('failure', 'is not', null).execute()
  return witnesses.filter(({ key }) => rows.some((row) => row.key === key)).map(({ verifier }) => verifier.name)
}
