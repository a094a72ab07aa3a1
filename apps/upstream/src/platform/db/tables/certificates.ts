import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import type { ChangeKind, ChangeState, ShownState, SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { PrintKind, SignatureMember } from '@portal/contract/certificates/desk/print-rules.ts'
import type { RawRecordKind } from '@portal/contract/certificates/desk/raw-record-rules.ts'
import type { Generated } from 'kysely'

/** Certificates, their versions and imports. */
export interface CertificatesTables {
  /** A task that approves certificates one after the other. */
  certificate_approvals: {
    id: string
    user_id: string
    step: Generated<SignedStep>
    /** JSON: `ChosenCertificate` of the contract. The first `position` are done. */
    items: string
    /** JSON: origin of the request, for the audit log. */
    source: string
    total: number
    position: number
    published: number
    /** JSON: refused numbers, each with its reason. */
    refused: string
    started_at: number
    finished_at: number | null
  }
  /** Data that a lookup reads of a number. */
  certificates: {
    certificate_no: string
    /** Keyed digest of number and check code. */
    check_code_hash: string
    state: StoredCertificateState
    /** The newest version, which is shown. */
    version: number
    /** Import that stored the body of that version. */
    body_import_id: number
    /** Number that replaced it when it was reissued. */
    newer_no: string | null
    /** Reason of a withdrawal. */
    reason: string | null
    /** `yyyy-MM-dd`, like all days in this file. */
    changed_on: string | null
    received_on: string | null
    category: string | null
    /** The last import that touched the row. */
    import_id: number
    imported_at: number
    /** Rises with each change at the desk, so that an import that began earlier does not undo it. */
    revision: Generated<number>
    /**
     * The code for printing, sealed with the installation's key; `null` after an import, or once the certificate has
     * ended.
     */
    code_sealed: string | null
    /** Day of a withdrawal that the public page lists. */
    noticed_on: string | null
    /** Index of its newest entry in the public log. */
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
    /** Reason why it replaced the version before. */
    reason: string | null
  }
  /** Changes that are prepared at the desk, at most one for a number. */
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
    /** JSON: published values that a correction by a file empties, by member; `null`: none. */
    emptied: string | null
    /** Reason of a correction or withdrawal. */
    reason: string | null
    return_reason: string | null
    /** The number that it replaces when it is published. */
    replaces: string | null
    /** The submitted text as JSON, before approval adds names and day; `null` in other states. */
    body: string | null
    content_hash: string | null
    prepared_by: string
    /**
     * The batch that it came with; the change is hidden until the batch is stored. `null` once it is listed, and for
     * other changes.
     */
    batch_id: number | null
    submitted_by: string | null
    /** The submitter's name at that moment, which is printed. */
    submitted_name: string | null
    /** JSON: the row of a correction that is suspended by a withdrawal. */
    suspended_draft: string | null
    /** Person who has reviewed the submitted text. */
    reviewed_by: string | null
    /** The reviewer's name at that moment, which is printed. */
    reviewed_name: string | null
    /** The `content_hash` that was reviewed. */
    reviewed_hash: string | null
    reviewed_at: number | null
    /** When a reviewer or signatory first opened it. */
    opened_at: number | null
    changed_at: number
  }
  /** Everyone who wrote a part of a version; a writer may not approve it. */
  certificate_writers: { certificate_no: string; version: number; user_id: string }
  /** Withdrawals by one signatory alone that wait for the confirmation of a second one. */
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
  /** Rows of the list of the desk. */
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
    reviewed_name: string | null
    approved_name: string | null
    /** Day of issue, or of the last change if nothing was issued. */
    day: string
    changed_at: number
  }
  /** Conclusions of certificates, each once. */
  certificate_conclusions: { id: Generated<number>; name: string }
  /** Pictures of submitted texts: uploads that are never deleted. */
  certificate_desk_pictures: { name: string; certificate_no: string; sha256: string | null }
  /** Pictures of signatures. One is deleted once neither an account nor a certificate names it. */
  signature_pictures: {
    sha256: string
    /** The PNG file in Base64. */
    content: string
  }
  /** Pictures that a published version was signed with; a later picture of the person changes nothing. */
  certificate_signatures: { certificate_no: string; version: number; member: SignatureMember; sha256: string }
  /** Files of instruments. The database refuses every change of an approved one. */
  certificate_raw_records: {
    /** Name of the file in the folder `raw-records` of `DATA_DIR`. */
    id: string
    certificate_no: string
    version: number
    file_name: string
    kind: RawRecordKind
    bytes: number
    sha256: string
    instrument: string | null
    by_id: string
    /** The name at that moment. */
    by_name: string
    at: number
    /** When the version was approved. */
    approved_at: number | null
  }
  /** The last serial number that was assigned on a day, `yyyymmdd`. */
  certificate_counters: { day: string; serial: number }
  /**
   * Numbers of a day that an account has used or reserved. They are stored for that day only, so without a reference to
   * the account.
   */
  certificate_number_shares: { day: string; user_id: string; taken: number }
  /** Numbers of batches that were not stored. They were never shown, and are assigned again. */
  certificate_free_numbers: { day: string; certificate_no: string }
  /** History of a number, in order. */
  certificate_events: {
    id: Generated<number>
    certificate_no: string
    version: number
    step: string
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
    /** Number of staged rows, after which an interrupted import resumes. */
    rows_done: number
    added: number
    corrected: number
    unchanged: number
    started_at: number
    finished_at: number | null
    /** The last number that is in the list of the desk; with `is_listed` all numbers are. */
    listed_to: string | null
    is_listed: Generated<number>
  }
  /** Rows that `certificates` will have when an unfinished import is published. */
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
    /** Record that publishing appends to the public log; `null`: none. */
    log_record_id: number | null
    log_entry: string | null
    log_seal: string | null
  }
  /** Imported pictures: the served name and the original file. */
  certificate_pictures: { name: string; content_hash: string; file_name: string; import_id: number }
}
