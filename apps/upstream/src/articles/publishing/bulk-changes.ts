import { setImmediate as breathe } from 'node:timers/promises'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { findRunningTask, type TaskSource } from '#platform/jobs/account-tasks.ts'
import { type JobHandler, type Lease, retryInMinutes } from '#platform/jobs/jobs.ts'
import { type BulkChange, changeArticles, checkBulk, toBulkSubject } from './bulk-change.ts'
import { endBulkJob, noteBulkPiece } from './bulk-job-repository.ts'

/** Articles per transaction: SQLite blocks other requests meanwhile. */
const PIECE = 20
interface Options extends AuditWriter {
  db: Db
  notify: (decision: { to: string; articleId: number; content: string }) => Promise<unknown>
}

/** Changes thousands of articles in several transactions, with one entry in the audit log each. */
export function createBulkChanges({ db, digest, now, notify }: Options): JobHandler {
  /** Changes the next articles of a job. @returns whether more are left */
  async function changeBatch(id: string, lease: Lease): Promise<boolean> {
    const decisions = await db.transaction().execute(async (trx) => {
      await lease.renew(trx, true)
      const job = await findRunningTask(trx, 'article_bulk_jobs', id)
      if (!job) return null
      const actor = await findEditor(trx, job.user_id)
      const ids = (JSON.parse(job.article_ids) as number[]).slice(job.position, job.position + PIECE)
      if (!actor || ids.length === 0) {
        await endBulkJob(trx, id, now())
        return null
      }
      const change = JSON.parse(job.action) as BulkChange
      await checkBulk(trx, change, now())
      const result = await changeArticles(trx, ids, change, { editorId: actor.id, at: now() })
      await noteBulkPiece(trx, job, ids.length, result)
      const source = JSON.parse(job.source) as TaskSource
      const subject = toBulkSubject(change.action, result.done)
      await appendAudit(trx, { now, digest }, { ...source, actor, action: 'article.bulk', subject, outcome: 'done' })
      return result.decisions
    })
    for (const decision of decisions ?? []) await notify(decision)
    return decisions !== null
  }

  return {
    async run({ ref }, lease) {
      try {
        while (await changeBatch(ref, lease)) await breathe()
      } catch (error) {
        // The change became impossible, e.g. because the category was removed: the remaining articles stay unchanged.
        if (!(error instanceof AppError)) throw error
        await endBulkJob(db, ref, now())
      }
    },
    async showFailure(trx, { ref }, _error, retryAt) {
      if (retryAt === null) await endBulkJob(trx, ref, now())
    },
    leaseMs: MINUTE_MS,
    retryAfterMs: retryInMinutes,
    atOnce: 2,
  }
}

/** Returns the account if it still has the duty `edit`. */
async function findEditor(trx: Db, id: string) {
  return await trx
    .selectFrom('users')
    .innerJoin('duties', 'duties.user_id', 'users.id')
    .select(['users.id', 'nickname as name'])
    .where('users.id', '=', id)
    .where('users.status', '=', ACCOUNT_STATUS.normal)
    .where('duties.duty', 'in', ['edit', 'owner'])
    .limit(1)
    .executeTakeFirst()
}
