import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import type { ChangeKind, ChangeState, ShownState } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { PrintKind } from '@portal/contract/certificates/desk/print-rules.ts'
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
    /** Rises with each change at the desk, so that an import that began before does not undo it. */
    revision: Generated<number>
    /** The code for printing, sealed with the installation's key; `null`: imported, or ended. */
    code_sealed: string | null
    /** Day of a withdrawal that a public page names. */
    noticed_on: string | null
    /** Its newest entry in the public log. */
    log_index: number | null
  }
  /** All versions. Those of an unfinished import are invisible. */
  certificate_versions: {
    certificate_no: string
    version: number
    import_id: number
    /** JSON: the contract's `Certificate` without `certificateNo` and `version`. */
    body: string
    imported_at: number
    /** Why it took the place of the version before. */
    reason: string | null
  }
  /** What is prepared at the desk: at most one piece of work for a number. */
  pending_changes: {
    certificate_no: string
    kind: ChangeKind
    state: ChangeState
    version: number
    /** Rises with each write. */
    revision: number
    /** JSON: `DeskForm` of the contract, as typed. */
    form: string
    /** JSON: answers to warnings. */
    answers: string
    /** Reason of a correction or withdrawal. */
    reason: string | null
    return_reason: string | null
    /** The number whose place it takes when published. */
    replaces: string | null
    /** The submitted text as JSON, before approval adds names and day; `null` in other states. */
    body: string | null
    content_hash: string | null
    prepared_by: string
    /** The batch that brought it; hidden until that is stored. `null` once listed, and of other works. */
    batch_id: number | null
    submitted_by: string | null
    /** Their name at that moment, which is printed. */
    submitted_name: string | null
    /** JSON: the row of a correction that waits while a withdrawal does. */
    suspended_draft: string | null
    /** When a signatory first looked at it. */
    opened_at: number | null
    changed_at: number
  }
  /** Everyone who wrote a part of a version: none of them approves it. */
  certificate_writers: { certificate_no: string; version: number; user_id: string }
  /** Withdrawals by one signatory alone, until a second one confirms them. */
  certificate_confirmations: {
    certificate_no: string
    by_id: string
    /** The name at that moment. */
    by_name: string
    at: number
    /** When the owners were alarmed. */
    alarmed_at: number | null
  }
  /** Certificates that were recovered after the restore of a backup, until an editor has checked them or a newer entry follows. */
  certificate_recoveries: {
    certificate_no: string
    /** Index of the newest recovered entry. */
    idx: number
    at: number
  }
  /** The row of a number in the list of the desk. */
  certificate_desk: {
    certificate_no: string
    shown_state: ShownState
    change_state: ChangeState | null
    change_kind: ChangeKind | null
    version: number
    category: string | null
    conclusion_id: number | null
    mass_g: number | null
    warnings: number
    unanswered: number
    prepared_name: string | null
    approved_name: string | null
    /** Day of issue; of the last change if nothing was issued. */
    day: string
    changed_at: number
  }
  /** Every conclusion once. */
  certificate_conclusions: { id: Generated<number>; name: string }
  /** Pictures of submitted texts: uploads that are never deleted. */
  certificate_desk_pictures: { name: string; certificate_no: string; sha256: string | null }
  /** The last serial number that was given on a day, `yyyymmdd`. */
  certificate_counters: { day: string; serial: number }
  /** Numbers of a day that an account has taken or reserved; kept for that day only, so without a reference to the account. */
  certificate_number_shares: { day: string; user_id: string; taken: number }
  /** Numbers of batches that were not stored: nobody saw them, and they are given again. */
  certificate_free_numbers: { day: string; certificate_no: string }
  /** What was done with a number, in order. */
  certificate_events: {
    id: Generated<number>
    certificate_no: string
    version: number
    act: string
    by_id: string | null
    /** The name at that moment. */
    by_name: string | null
    reason: string | null
    at: number
  }
  /** Every print of a certificate, with or without its code. */
  certificate_prints: {
    id: Generated<number>
    certificate_no: string
    version: number
    kind: PrintKind
    has_code: number
    by_id: string
    /** The name at that moment. */
    by_name: string
    at: number
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
    /** Up to which number the list of the desk has its rows; all of them when `is_listed`. */
    listed_to: string | null
    is_listed: Generated<number>
  }
  /** Rows of `certificates` as an unfinished import will make them. */
  certificate_staging: {
    import_id: number
    certificate_no: string
    line_no: number
    change: 'added' | 'corrected' | 'unchanged'
    /** `import_id` of the row that this one was compared with; 0 when there was none. */
    base_import_id: number
    /** `revision` of that row. */
    base_revision: number
    check_code_hash: string
    state: StoredCertificateState
    version: number
    body_import_id: number
    newer_no: string | null
    reason: string | null
    changed_on: string | null
    received_on: string | null
    category: string | null
    /** What publishing appends to the public log; `null`: nothing. */
    log_record_id: number | null
    log_entry: string | null
    log_seal: string | null
  }
  /** Imported pictures: the served name and the original file. */
  certificate_pictures: { name: string; content_hash: string; file_name: string; import_id: number }
}
