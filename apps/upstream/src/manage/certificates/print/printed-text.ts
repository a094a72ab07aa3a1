import type { Certificate, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import type { Db } from '#db/open.ts'
import { replacedBy } from '#resources/certificates/replaced-version.ts'
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
