import { checkRecovered } from '@portal/contract/manage/certificates/desk.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { ok } from '#add-route.ts'
import type { Db } from '#db/open.ts'
import type { Dependencies } from '#dependencies.ts'
import { stepImpossible } from '#errors.ts'
import { checkUnaltered } from '#resources/certificates/check-unaltered.ts'
import { addManagedRoute } from '../managed-route.ts'
import { addAct } from './desk-acts.ts'
import { type EntryRow, lockEntry } from './desk-works.ts'

/** Numbers that came back after the restore of a backup, were not checked yet, and have no newer entry in the public log. */
export const RECOVERED_NUMBERS = sql<string>`(
  select recovery.certificate_no from certificate_recoveries as recovery
  join certificates as entry on entry.certificate_no = recovery.certificate_no
  where recovery.idx >= coalesce(entry.log_index, 0))`

/** How such a number came back; `undefined` for any other. */
export async function findRecovery(db: Db, { certificate_no, log_index }: EntryRow) {
  return await db
    .selectFrom('certificate_recoveries')
    .select(['idx', 'at'])
    .where('certificate_no', '=', certificate_no)
    .where('idx', '>=', log_index ?? 0)
    .executeTakeFirst()
}

/** Certificates that came back after the restore of a backup are compared with the laboratory's records. */
export const recoveryRoutes: FastifyPluginAsync<Dependencies> = async (app, options) => {
  const { now, certificates } = options

  addManagedRoute(app, options, checkRecovered, async ({ request, trx, account, record }) => {
    const { certificateNo } = request.params
    record({ kind: 'certificate', id: certificateNo })
    const entry = await lockEntry(trx, certificateNo)
    if (!(await findRecovery(trx, entry))) throw stepImpossible()
    await checkUnaltered(trx, certificates, certificateNo)
    await trx.deleteFrom('certificate_recoveries').where('certificate_no', '=', certificateNo).execute()
    await addAct(trx, account, now(), { certificateNo, version: entry.version, act: 'check' })
    return ok(null)
  })
}
