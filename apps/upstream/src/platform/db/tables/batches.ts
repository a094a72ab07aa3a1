import type { BatchState, RowChange } from '@portal/contract/certificates/desk/batch-rules.ts'
import type { Generated } from 'kysely'

/** Files of certificates that are checked before they reach the desk. */
export interface BatchesTables {
  certificate_batches: {
    id: Generated<number>
    user_id: string
    file_name: string
    /** Name of the file in the folder of batches. */
    file: string
    /** SHA-256, hex. */
    file_hash: string
    /** `ended`: its rows and its file are being deleted. */
    state: BatchState | 'ended'
    message: string | null
    /** JSON: names of a workbook's sheets. */
    sheets: string
    sheet: string | null
    encoding: string | null
    /** JSON: the member that an editor chose for each column. */
    choice: string
    /** JSON: `columns` of the contract's `Batch`. */
    columns: string
    /** 1: pictures lie above the cells of the sheet. */
    pictures: Generated<number>
    /** Finished part, 0 to 1. */
    share: number
    target: 'draft' | 'submitted' | null
    /** Reason of corrections without a reason of their own. */
    reason: string | null
    /** Size of the stored file. */
    file_bytes: Generated<number>
    /** Size of its rows in the database. */
    row_bytes: Generated<number>
    /** Number of checked rows. */
    rows_done: Generated<number>
    added: Generated<number>
    corrected: Generated<number>
    unchanged: Generated<number>
    warned: Generated<number>
    faulty: Generated<number>
    pending: Generated<number>
    drafts: Generated<number>
    submitted: Generated<number>
    /** Number of numbers that are reserved for it; 0 once they are used or given back. */
    numbers: Generated<number>
    /** Day on which storing began, `yyyymmdd`. */
    numbers_day: string | null
    made_at: number
  }
  certificate_batch_rows: {
    batch_id: number
    line_no: number
    /** Number of the row; assigned before it is stored, when the file has none. */
    certificate_no: string | null
    /** Whether the site assigned the number, which is given back when the batch is not stored. */
    is_number_given: Generated<number>
    /** `null`: unknown because of a fault. */
    change: RowChange | null
    is_faulty: number
    is_warned: number
    is_pending: number
    /** Whether it is a correction without a reason. */
    needs_reason: number
    /** JSON: cells with their fixes, without the code. */
    cells: string
    /** The code of the row as typed, sealed. */
    code: string | null
    /** JSON: faults, warnings and differences. */
    findings: string
    /** JSON: `DeskForm`; `null` for a faulty row. */
    form: string | null
    reason: string | null
    category: string | null
    version: number | null
    /** `revision` of the published certificate that a correction was compared with. */
    base_revision: number | null
    /** State of its change at the desk, which is staged until all rows have one. */
    change_state: 'draft' | 'submitted' | null
  }
  /** Warnings of the rows that may be stored, by property and conclusion. */
  certificate_batch_warnings: {
    batch_id: number
    member: string
    conclusion: string
    /** Text of the warning. */
    text: string
    rows: number
    /** Answer to the warnings of all its rows. */
    answer: string | null
  }
  /** Values that editors gave for cells of a file. */
  certificate_batch_fixes: {
    user_id: string
    file_hash: string
    /** Empty: the file has no sheets. */
    sheet: string
    line_no: number
    member: string
    /** Sealed, as it may be a code. */
    value: string
    made_at: number
  }
}
