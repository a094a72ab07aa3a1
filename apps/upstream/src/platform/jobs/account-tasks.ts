import type { Selectable } from 'kysely'
import type { AuditFact } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Tables of tasks that an account starts and watches. Each task is a job, and an account has one at a time. */
type TaskTable = 'article_bulk_jobs' | 'certificate_approvals'
type TaskRow<T extends TaskTable> = Selectable<Tables[T]>

/** Origin of the request that started a task. */
export type TaskSource = Pick<AuditFact, 'requestId' | 'network' | 'device'>

/** Whether a task of the account has not ended. */
export function hasRunningTask(db: Db, table: TaskTable, userId: string): Promise<boolean> {
  return isAny(db.selectFrom(table).select('id').where('user_id', '=', userId).where('finished_at', 'is', null))
}

/** Finds a task that has not ended. */
export async function findRunningTask<T extends TaskTable>(
  db: Db,
  table: T,
  id: string,
): Promise<TaskRow<T> | undefined> {
  const tasks = db.selectFrom(table as TaskTable).selectAll()
  const row = await tasks.where('id', '=', id).where('finished_at', 'is', null).executeTakeFirst()
  return row as TaskRow<T> | undefined
}

/** Finds the newest task of an account. @param sinceMs it began after this */
export async function findNewestTask<T extends TaskTable>(
  db: Db,
  table: T,
  userId: string,
  sinceMs: number,
): Promise<TaskRow<T> | undefined> {
  const row = await db
    .selectFrom(table as TaskTable)
    .selectAll()
    .where('user_id', '=', userId)
    .where('started_at', '>', sinceMs)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as TaskRow<T> | undefined
}

/** Ends a task, unless it has ended before. */
export async function endTask(db: Db, table: TaskTable, id: string, at: number): Promise<void> {
  const tasks = db.updateTable(table).set({ finished_at: at })
  await tasks.where('id', '=', id).where('finished_at', 'is', null).execute()
}
