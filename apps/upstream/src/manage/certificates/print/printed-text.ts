import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import type { Db } from '#db/open.ts'
import { DESK_IMPORT } from '../desk-drafts.ts'
import type { EntryRow } from '../desk-works.ts'

/** What is printed of the version that is shown now. */
export interface PublishedText {
  certificate: Certificate
  replaces: ReplacedVersion | null
  publishedAt: number
}

type Shown = Pick<EntryRow, 'certificate_no' | 'version' | 'body_import_id'>

/** `undefined`: nothing was published. */
export async function publishedTextOf(db: Db, entry: Shown): Promise<PublishedText | undefined> {
  const { certificate_no: certificateNo, version } = entry
  const row = await db
    .selectFrom('certificate_versions')
    .select(['body', 'imported_at'])
    .where('certificate_no', '=', certificateNo)
    .where('version', '=', version)
    .where('import_id', '=', entry.body_import_id)
    .executeTakeFirst()
  if (!row) return undefined
  const certificate = { certificateNo, version, ...JSON.parse(row.body) } as Certificate
  return { certificate, replaces: await replacedBy(db, certificateNo, version), publishedAt: row.imported_at }
}

/** The version before; `null` for a first one. */
export async function replacedBy(db: Db, certificateNo: string, version: number): Promise<ReplacedVersion | null> {
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
