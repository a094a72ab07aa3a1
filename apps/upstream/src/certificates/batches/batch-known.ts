import type { StoredCertificateState } from '@portal/contract/certificates/certificate-states.ts'
import { queryEntriesWithText } from '#log/entry-texts.ts'
import type { Db } from '#platform/db/open.ts'

/** What is stored of a number. */
export interface Known {
  state: StoredCertificateState
  version: number
  revision: number
  check_code_hash: string
  /** The newest text as JSON; `null`: none was ever published. */
  body: string | null
  /** Whether the desk has a pending change of the number. */
  work: boolean
}

export async function readKnown(db: Db, numbers: readonly string[]): Promise<Map<string, Known>> {
  if (numbers.length === 0) return new Map()
  const rows = await queryEntriesWithText(db)
    .leftJoin('pending_changes as work', 'work.certificate_no', 'entry.certificate_no')
    .select(['entry.certificate_no', 'entry.state', 'entry.version', 'entry.revision', 'entry.check_code_hash'])
    .select(['text.body', 'work.certificate_no as work'])
    .where('entry.certificate_no', 'in', [...numbers])
    .execute()
  return new Map(rows.map(({ certificate_no, work, ...row }) => [certificate_no, { ...row, work: work !== null }]))
}

/** The first line of a batch with each of these numbers. */
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
