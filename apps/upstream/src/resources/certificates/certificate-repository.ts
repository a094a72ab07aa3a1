import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import type { ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
import type { Db } from '#db/open.ts'
import { replacedBy } from './replaced-version.ts'

/** The state of a number, before the code is checked. */
export interface CertificateEntry {
  certificateNo: string
  checkCodeHash: string
  state: StoredCertificateState
  version: number
  bodyImportId: number
  newerNo: string | null
  reason: string | null
  changedOn: string | null
  receivedOn: string | null
  category: string | null
}

export type CertificateRepository = ReturnType<typeof createCertificateRepository>

export function createCertificateRepository({ db }: { db: Db }) {
  return {
    /** One row by its key, whatever it is worth. */
    async find(certificateNo: string): Promise<CertificateEntry | undefined> {
      return await db
        .selectFrom('certificates')
        .select([
          'certificate_no as certificateNo',
          'check_code_hash as checkCodeHash',
          'state',
          'version',
          'body_import_id as bodyImportId',
          'newer_no as newerNo',
          'reason',
          'changed_on as changedOn',
          'received_on as receivedOn',
          'category',
        ])
        .where('certificate_no', '=', certificateNo)
        .executeTakeFirst()
    },

    /** The printed text: members of the contract's `Certificate` but number and version. */
    async bodyOf({ certificateNo, version, bodyImportId }: CertificateEntry): Promise<Record<string, unknown>> {
      const { body } = await db
        .selectFrom('certificate_versions')
        .select('body')
        .where('certificate_no', '=', certificateNo)
        .where('version', '=', version)
        .where('import_id', '=', bodyImportId)
        .executeTakeFirstOrThrow()
      return JSON.parse(body) as Record<string, unknown>
    },

    /** The version that it takes the place of; `null` for a first one. */
    async replacedBy({ certificateNo, version }: CertificateEntry): Promise<ReplacedVersion | null> {
      return await replacedBy(db, certificateNo, version)
    },
  }
}
