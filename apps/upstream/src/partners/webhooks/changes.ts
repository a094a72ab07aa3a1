import type { CertificateChange } from '@portal/contract/partners/partner-calls.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { SUBSCRIBED_MS } from '#certificates/changes/queue-events.ts'
import type { Db } from '#platform/db/open.ts'

/** Maximum of one answer. */
const RECORDS_MAX = 100
/** Entries of the log that one call looks through: most are of certificates that others have checked. */
const ENTRIES_MAX = 10_000

const STATE_OF = { published: 'valid', withdrawn: 'withdrawn', reissued: 'reissued' } as const

/**
 * Certificates of a partner by their newest entry in the public log, oldest first. Entries are numbered in the order of
 * their commits, so that nothing appears behind a place that was read.
 * @param after entries that were read before
 */
export async function changesFor(
  db: Db,
  partnerId: number,
  { after = 0, now }: { after?: number | undefined; now: number },
): Promise<{ records: CertificateChange[]; next: number; hasMore: boolean }> {
  const { size } = await db.selectFrom('log_state').select('size').where('id', '=', 1).executeTakeFirstOrThrow()
  const end = Math.max(after, Math.min(after + ENTRIES_MAX, size))
  const rows = await db
    .selectFrom('log_entries as logged')
    .innerJoin('log_records as record', 'record.id', 'logged.record_id')
    .innerJoin('partner_certificates as seen', 'seen.certificate_no', 'record.certificate_no')
    .innerJoin('certificates as entry', 'entry.certificate_no', 'record.certificate_no')
    .select(['entry.certificate_no', 'entry.version', 'entry.state', 'entry.changed_on', 'entry.newer_no'])
    .select(['logged.idx', 'record.made_at'])
    .where('logged.idx', '>=', after)
    .where('logged.idx', '<', end)
    .where('seen.partner_id', '=', partnerId)
    .where('seen.seen_at', '>=', now - SUBSCRIBED_MS)
    .whereRef('entry.log_index', '=', 'logged.idx')
    .orderBy('logged.idx')
    .limit(RECORDS_MAX)
    .execute()
  const records = rows.flatMap(({ state, version, ...row }) => {
    if (state === 'draft' || state === 'examination') return []
    const corrected = version > 1 ? toWireDate(row.made_at) : null
    return {
      certificateNo: row.certificate_no,
      version,
      state: STATE_OF[state],
      newerNo: row.newer_no,
      changedOn: state === 'published' ? corrected : row.changed_on,
      logIndex: row.idx,
    }
  })
  const last = rows.at(RECORDS_MAX - 1)
  const next = last ? last.idx + 1 : end
  return { records, next, hasMore: next < size }
}
