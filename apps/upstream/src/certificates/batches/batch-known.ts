import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import { queryEntriesWithText } from '#log/entry-texts.ts'
import type { Db } from '#platform/db/open.ts'

/** Stored data of a certificate number. */
export interface Known {
  state: StoredCertificateState
  version: number
  revision: number
  check_code_hash: string
  /** The newest text as JSON; `null`: none was ever published. */
  body: string | null
  /** Whether the desk has a pending change of the number. */
  isPending: boolean
}

export async function readKnown(db: Db, numbers: readonly string[]): Promise<Map<string, Known>> {
  if (numbers.length === 0) return new Map()
  const rows = await queryEntriesWithText(db)
    .leftJoin('pending_changes as change', 'change.certificate_no', 'entry.certificate_no')
    .select(['entry.certificate_no', 'entry.state', 'entry.version', 'entry.revision', 'entry.check_code_hash'])
    .select(['text.body', 'change.certificate_no as pending_no'])
    .where('entry.certificate_no', 'in', [...numbers])
    .execute()
  return new Map(
    rows.map(({ certificate_no, pending_no, ...row }) => [certificate_no, { ...row, isPending: pending_no !== null }]),
  )
}

/** Reads the first line of a batch on which each of these numbers stands. */
export async function readFirstLines(
  db: Db,
  batchId: number,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('certificate_batch_rows')
    .select(['certificate_no', (eb) => eb.fn.min('line_no').as('line')])
    .where('batch_id', '=', batchId)
    .where('certificate_no', 'in', [...numbers])
    .groupBy('certificate_no')
    .execute()
  return new Map(rows.map(({ certificate_no, line }) => [certificate_no ?? '', Number(line)]))
}
