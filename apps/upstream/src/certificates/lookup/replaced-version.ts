import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import type { Db } from '#platform/db/open.ts'

/** Import id of texts that the desk publishes, which come from no import. */
const DESK_IMPORT = 0

/** Reads the version before; `null` for a first one. */
export async function readReplacedVersion(
  db: Db,
  certificateNo: string,
  version: number,
): Promise<ReplacedVersion | null> {
  if (version === 1) return null
  const published = db.selectFrom('certificate_imports').select('id').where('state', '=', 'done')
  const row = await db
    .selectFrom('certificate_versions')
    .select('body')
    .where('certificate_no', '=', certificateNo)
    .where('version', '=', version - 1)
    .where((eb) => eb.or([eb('import_id', '=', DESK_IMPORT), eb('import_id', 'in', published)]))
    .orderBy('imported_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { issuedOn } = JSON.parse(row?.body ?? '{}') as Partial<Certificate>
  return issuedOn === undefined ? null : { version: version - 1, issuedOn }
}
