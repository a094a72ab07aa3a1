import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import type { LoggedEntry, ReplacedVersion } from '@portal/contract/certificates/certificates.ts'
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
  /** Of its newest entry in the public log. */
  logIndex: number | null
}

export type CertificateRepository = ReturnType<typeof createCertificateRepository>

const COLUMNS = [
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
  'log_index as logIndex',
] as const

export function createCertificateRepository({ db }: { db: Db }) {
  const logged = () =>
    db
      .selectFrom('log_entries as entry')
      .innerJoin('log_records as record', 'record.id', 'entry.record_id')
      .select(['entry.idx as index', 'record.salt', 'entry.entry', 'record.text', 'record.format'])

  return {
    /** One row by its key, whatever it is worth. */
    async find(certificateNo: string): Promise<CertificateEntry | undefined> {
      return await db
        .selectFrom('certificates')
        .select(COLUMNS)
        .where('certificate_no', '=', certificateNo)
        .executeTakeFirst()
    },

    /** Rows by number; those that exist. */
    async findMany(certificateNos: readonly string[]): Promise<Map<string, CertificateEntry>> {
      if (certificateNos.length === 0) return new Map()
      const rows: CertificateEntry[] = await db
        .selectFrom('certificates')
        .select(COLUMNS)
        .where('certificate_no', 'in', [...new Set(certificateNos)])
        .execute()
      return new Map(rows.map((row) => [row.certificateNo, row]))
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

    /** Where it stands in the public log; `undefined`: not yet. For those alone who may see the certificate. */
    async loggedOf({ logIndex }: CertificateEntry): Promise<LoggedEntry | undefined> {
      return logIndex === null ? undefined : await logged().where('entry.idx', '=', logIndex).executeTakeFirst()
    },

    /** The same of several, by index. */
    async loggedMany(entries: readonly CertificateEntry[]): Promise<Map<number, LoggedEntry>> {
      const indexes = [...new Set(entries.flatMap(({ logIndex }) => logIndex ?? []))]
      if (indexes.length === 0) return new Map()
      const rows = await logged().where('entry.idx', 'in', indexes).execute()
      return new Map(rows.map((row) => [row.index, row]))
    },

    /** The version that it takes the place of; `null` for a first one. */
    async replacedBy({ certificateNo, version }: CertificateEntry): Promise<ReplacedVersion | null> {
      return await replacedBy(db, certificateNo, version)
    },
  }
}
