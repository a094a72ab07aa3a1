import { MINUTE_MS } from '@portal/contract/constants.ts'
import { shownStaffName } from '#accounts/people/staff-names.ts'
import { type AuditFact, type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { createStoredLimit, sweepLimits } from '#platform/http/stored-limit.ts'

/**
 * Maximum refusals of one account that get an entry each. Entries cannot be deleted, so an account must not be able to
 * fill the log.
 */
const RECORDED = { max: 30, windowMs: 10 * MINUTE_MS }

interface Options extends AuditWriter {
  db: Db
}

const createRecordLimit = (now: () => number) =>
  createStoredLimit({ kind: 'refusal', windowMs: RECORDED.windowMs, now })

/** Records that a call of an account was refused or failed. A refusal beyond the limit is only counted. */
export async function recordRefusal({ db, ...writer }: Options, fact: AuditFact): Promise<void> {
  const { id } = fact.actor
  await db.transaction().execute(async (trx) => {
    if (id !== null) {
      await recordOmitted(trx, writer, id)
      const { uses } = await createRecordLimit(writer.now).count(trx, id)
      if (uses > RECORDED.max) return
    }
    await appendAudit(trx, writer, fact)
  })
}

/**
 * Records the number of refusals that were only counted, once their ten minutes are over, and deletes the other ended
 * counts.
 */
export const createLimitSweep = ({ db, ...writer }: Options) => ({
  async sweep(): Promise<void> {
    await db.transaction().execute((trx) => recordOmitted(trx, writer))
    await sweepLimits(db, writer.now(), 'refusal')
  },
})

async function recordOmitted(trx: Db, writer: AuditWriter, key?: string): Promise<void> {
  for (const { key: id, uses } of await createRecordLimit(writer.now).close(trx, key)) {
    if (uses <= RECORDED.max) continue
    const nameQuery = trx.selectFrom('users').select(shownStaffName.as('name')).where('id', '=', id)
    const name = (await nameQuery.executeTakeFirst())?.name ?? ''
    const reason = `10 分钟内被拒绝 ${uses} 次，其中 ${uses - RECORDED.max} 次没有逐条记录`
    const source = { requestId: 'schedule', network: 'local', device: null }
    await appendAudit(trx, writer, {
      ...source,
      actor: { id, name },
      action: 'audit.omitted',
      outcome: 'refused',
      reason,
    })
  }
}
