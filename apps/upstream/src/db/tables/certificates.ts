import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import type { Generated } from 'kysely'

/** Certificates, their versions and imports. */
export interface CertificatesTables {
  /** What a lookup reads of a number. */
  certificates: {
    certificate_no: string
    /** Keyed digest of number and check code. */
    check_code_hash: string
    state: StoredCertificateState
    /** The newest, which is the one that is shown. */
    version: number
    /** Which import holds the body of that version. */
    body_import_id: number
    /** `reissued`: the number that took its place. */
    newer_no: string | null
    /** `withdrawn`: why. */
    reason: string | null
    /** `yyyy-MM-dd`, as all days here. */
    changed_on: string | null
    received_on: string | null
    category: string | null
    /** The last import that touched the row. */
    import_id: number
    imported_at: number
  }
  /** All versions. Those of an unfinished import are invisible. */
  certificate_versions: {
    certificate_no: string
    version: number
    import_id: number
    /** JSON: the contract's `Certificate` without `certificateNo` and `version`. */
    body: string
    imported_at: number
  }
  certificate_imports: {
    id: Generated<number>
    /** SHA-256 of the file, hex. */
    file_hash: string
    file_name: string
    state: 'staging' | 'done'
    /** Staged rows of the file: where an interrupted import resumes. */
    rows_done: number
    added: number
    corrected: number
    unchanged: number
    started_at: number
    finished_at: number | null
  }
  /** Rows of `certificates` as an unfinished import will make them. */
  certificate_staging: {
    import_id: number
    certificate_no: string
    line_no: number
    change: 'added' | 'corrected' | 'unchanged'
    /** `import_id` of the row that this one was compared with; 0 when there was none. */
    base_import_id: number
    check_code_hash: string
    state: StoredCertificateState
    version: number
    body_import_id: number
    newer_no: string | null
    reason: string | null
    changed_on: string | null
    received_on: string | null
    category: string | null
  }
  /** Imported pictures: the served name and the original file. */
  certificate_pictures: { name: string; content_hash: string; file_name: string; import_id: number }
}
