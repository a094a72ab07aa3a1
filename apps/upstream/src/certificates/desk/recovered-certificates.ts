import { checkRecovered } from '@portal/contract/certificates/desk/desk.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { checkUnaltered } from '#certificates/lookup/check-unaltered.ts'
import type { Db } from '#platform/db/open.ts'
import { stepImpossible } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { finishStep } from './desk-events.ts'
import { type EntryRow, lockEntry } from './pending-changes.ts'

/**
 * Numbers that were recovered after the restore of a backup, were not checked yet, and have no newer entry in the
 * public log.
 */
export const RECOVERED_NUMBERS = sql<string>`(
  select recovery.certificate_no from certificate_recoveries as recovery
  join certificates as entry on entry.certificate_no = recovery.certificate_no
  where recovery.idx >= coalesce(entry.log_index, 0))`

/** Reads how such a number was recovered; `undefined` for any other. */
export async function findRecovery(db: Db, { certificate_no, log_index }: EntryRow) {
  return await db
    .selectFrom('certificate_recoveries')
    .select(['idx', 'at'])
    .where('certificate_no', '=', certificate_no)
    .where('idx', '>=', log_index ?? 0)
    .executeTakeFirst()
}

interface Options {
  certificates: CertificateRepository
  db: Db
  digest: Digest
  now: () => number
}

/** Routes by which editors compare recovered certificates with the records of the laboratory. */
export const recoveryRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { now, certificates } = options

  addManagedRoute(app, options, checkRecovered, async ({ request, trx, account, record }) => {
    const { certificateNo } = request.params
    record({ kind: 'certificate', id: certificateNo })
    const entry = await lockEntry(trx, certificateNo)
    if (!(await findRecovery(trx, entry))) throw stepImpossible()
    await checkUnaltered(trx, certificates, certificateNo)
    await trx.deleteFrom('certificate_recoveries').where('certificate_no', '=', certificateNo).execute()
    await finishStep({ trx, account, now }, [{ certificateNo, version: entry.version, step: 'check' }])
    return ok(null)
  })
}
