import { setImmediate as breathe } from 'node:timers/promises'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { type AuditWriter, appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { type BulkChange, changeArticles, checkBulk, toBulkSubject } from './bulk-change.ts'
import { type BulkSource, endBulkJob, noteBulkPiece } from './bulk-job-repository.ts'

/** Articles of one transaction: SQLite keeps other requests waiting for it. */
const PIECE = 20
/** A job without a sign for this long has lost its process. */
const DEAD_MS = 1 * MINUTE_MS

interface Options extends AuditWriter {
  db: Db
  notify: (decision: { to: string; articleId: number; content: string }) => Promise<unknown>
  onError: (error: Error) => void
}

export type BulkJobs = ReturnType<typeof createBulkJobs>

/**
 * Changes to thousands of articles in pieces of one transaction each, with an entry in the audit log. A job survives its
 * process: any instance continues it after a minute.
 */
export function createBulkJobs({ db, digest, now, notify, onError }: Options) {
  let isClosing = false
  const running = new Set<Promise<void>>()

  /** @returns whether more is to be done */
  async function changeBatch(id: string): Promise<boolean> {
    const decisions = await db.transaction().execute(async (trx) => {
      const job = await trx
        .updateTable('article_bulk_jobs')
        .set({ alive_at: now() })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (!job) return null
      const actor = await findEditor(trx, job.user_id)
      if (!actor) return await end(trx, id)
      const ids = (JSON.parse(job.article_ids) as number[]).slice(job.position, job.position + PIECE)
      if (ids.length === 0) return await end(trx, id)
      const change = JSON.parse(job.action) as BulkChange
      await checkBulk(trx, change, now())
      const result = await changeArticles(trx, ids, change, { editorId: actor.id, at: now() })
      await noteBulkPiece(trx, job, ids.length, result)
      const source = JSON.parse(job.source) as BulkSource
      const subject = toBulkSubject(change.action, result.done)
      await appendAudit(trx, { now, digest }, { ...source, actor, action: 'article.bulk', subject, outcome: 'done' })
      return result.decisions
    })
    for (const decision of decisions ?? []) await notify(decision)
    return decisions !== null
  }

  async function end(from: Db, id: string): Promise<null> {
    await endBulkJob(from, id, now())
    return null
  }

  async function run(id: string): Promise<void> {
    try {
      while (!isClosing && (await changeBatch(id))) await breathe()
    } catch (error) {
      // E.g. the category was removed meanwhile: the rest is not changed.
      if (!(error instanceof AppError)) throw error
      await end(db, id)
    }
  }

  function begin(id: string): void {
    const work: Promise<void> = run(id)
      .catch(onError)
      .finally(() => running.delete(work))
    running.add(work)
  }

  return {
    begin,

    /** Goes on with jobs whose process has died, and forgets old ones. */
    async sweep(): Promise<void> {
      const dead = await db
        .updateTable('article_bulk_jobs')
        .set({ alive_at: now() })
        .where('finished_at', 'is', null)
        .where('alive_at', '<', now() - DEAD_MS)
        .returning('id')
        .execute()
      for (const { id } of dead) begin(id)
    },

    async close(): Promise<void> {
      isClosing = true
      await Promise.all(running)
    },
  }
}

/** The account, while it may still edit. */
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
