import { randomBytes } from 'node:crypto'
import type { SkippedArticle } from '@portal/contract/articles/article-shapes.ts'
import type { BulkJob } from '@portal/contract/articles/bulk-jobs.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { endTask, findNewestTask, hasRunningTask, type TaskSource } from '#platform/jobs/account-tasks.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import type { BulkChange, BulkResult } from './bulk-change.ts'

/** Maximum number of skipped articles whose reasons are stored. */
const REASONS_MAX = 20

export type BulkJobRow = Selectable<Tables['article_bulk_jobs']>

interface Skipped {
  times: number
  first: SkippedArticle[]
}

interface NewBulkJob {
  userId: string
  change: BulkChange
  ids: readonly number[]
  source: TaskSource
  at: number
}

/** Adds a job. @returns `undefined` while another job of the account runs */
export async function addBulkJob(trx: Db, job: NewBulkJob): Promise<BulkJob | undefined> {
  const { userId, change, ids, source, at } = job
  if (await hasRunningTask(trx, 'article_bulk_jobs', userId)) return undefined
  const id = randomBytes(16).toString('hex')
  const row = await trx
    .insertInto('article_bulk_jobs')
    .values({
      id,
      user_id: userId,
      action: JSON.stringify(change),
      article_ids: JSON.stringify(ids),
      source: JSON.stringify(source),
      total: ids.length,
      position: 0,
      done: 0,
      skipped: JSON.stringify({ times: 0, first: [] }),
      started_at: at,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addJob(trx, { kind: 'bulkChange', ref: id, dueAt: at })
  return toBulkJob(row)
}

/** Finds the newest job of an account. @param sinceMs the job began after this */
export async function findNewestBulkJob(db: Db, userId: string, sinceMs: number): Promise<BulkJob | undefined> {
  const row = await findNewestTask(db, 'article_bulk_jobs', userId, sinceMs)
  return row && toBulkJob(row)
}

/** Stores the results of the next articles. */
export async function noteBulkPiece(
  trx: Db,
  job: BulkJobRow,
  count: number,
  { done, skipped }: Pick<BulkResult, 'done' | 'skipped'>,
): Promise<void> {
  const before = JSON.parse(job.skipped) as Skipped
  const first = [...before.first, ...skipped].slice(0, REASONS_MAX)
  await trx
    .updateTable('article_bulk_jobs')
    .set({
      position: job.position + count,
      done: job.done + done.length,
      skipped: JSON.stringify({ times: before.times + skipped.length, first }),
    })
    .where('id', '=', job.id)
    .execute()
}

export const endBulkJob = (db: Db, id: string, at: number) => endTask(db, 'article_bulk_jobs', id, at)

function toBulkJob(row: BulkJobRow): BulkJob {
  const { times, first } = JSON.parse(row.skipped) as Skipped
  return {
    id: row.id,
    action: (JSON.parse(row.action) as BulkChange).action,
    total: row.total,
    position: row.position,
    done: row.done,
    skipped: times,
    firstSkipped: first,
    startTime: toWireDateTime(row.started_at),
    finishTime: row.finished_at === null ? null : toWireDateTime(row.finished_at),
  }
}
