import type { CallBody, CallData } from '@portal/contract/call.ts'
import { OUTCOME_NAMES } from '@portal/contract/site/import-rules.ts'
import type { ImportSummary, listFormerImports, SiteImport, startImport } from '@portal/contract/site/imports.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

export const IMPORT_JOB = 'contentImport'
/** Maximum number of former imports that are listed. */
const FORMER_MAX = 50

export type ImportRow = Selectable<Tables['content_imports']>
/** Categories here for those of the other site. */
export type ImportChoice = Omit<CallBody<typeof startImport>, 'importId'>

/** Finds the newest import of the site. */
export async function findNewestImport(db: Db): Promise<ImportRow | undefined> {
  const rows = db.selectFrom('content_imports').selectAll().orderBy('started_at', 'desc').orderBy('id')
  return await rows.limit(1).executeTakeFirst()
}

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  return await db.selectFrom('content_imports').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Changes an import as long as it is in a state.
 * @returns whether it was: it may have been stopped meanwhile
 */
export async function changeImport(
  db: Db,
  { id, state }: Pick<ImportRow, 'id' | 'state'>,
  changes: Updateable<Tables['content_imports']>,
): Promise<boolean> {
  const rows = db.updateTable('content_imports').set(changes).where('id', '=', id).where('state', '=', state)
  return (await rows.executeTakeFirst()).numUpdatedRows === 1n
}

/** Counts the texts of imports by what became of them, in the order of `OUTCOME_NAMES`. */
async function countOutcomes(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return () => []
  const rows = await db
    .selectFrom('import_results')
    .select((eb) => ['import_id', 'outcome', eb.fn.countAll<number>().as('count')])
    .where('import_id', 'in', ids)
    .groupBy(['import_id', 'outcome'])
    .execute()
  const names = Object.keys(OUTCOME_NAMES)
  return (id: string): SiteImport['outcomes'] =>
    rows
      .filter((row) => row.import_id === id)
      .map(({ outcome, count }) => ({ outcome, count: Number(count) }))
      .sort((one, other) => names.indexOf(one.outcome) - names.indexOf(other.outcome))
}

/** Finds the next attempt of an import after one that failed. */
async function findRetry(db: Db, id: string, now: number): Promise<SiteImport['retry']> {
  const jobs = db.selectFrom('jobs').select(['due_at', 'attempts']).where('kind', '=', IMPORT_JOB).where('ref', '=', id)
  const failed = jobs.where('reason', 'is not', null).where('died_at', 'is', null)
  const job = await failed.where('due_at', '>', now).where('taken_until', '<=', now).executeTakeFirst()
  return job ? { time: toWireDateTime(job.due_at), attempt: job.attempts + 1 } : null
}

/** Lists the imports before the newest one. */
export async function listFormer(db: Db): Promise<CallData<typeof listFormerImports>> {
  const rows = await db
    .selectFrom('content_imports')
    .innerJoin('users', 'users.id', 'content_imports.user_id')
    .select(['content_imports.id', 'file_name as fileName', 'nickname as byName', 'state', 'started_at as startedAt'])
    .orderBy('started_at', 'desc')
    .orderBy('content_imports.id')
    .offset(1)
    .limit(FORMER_MAX)
    .execute()
  const getOutcomes = await countOutcomes(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ startedAt, ...row }) => ({
    ...row,
    outcomes: getOutcomes(row.id),
    startTime: toWireDateTime(startedAt),
  }))
}

export const readSummary = ({ summary }: ImportRow) =>
  summary === null ? null : (JSON.parse(summary) as ImportSummary)

export async function viewImport(db: Db, row: ImportRow, now: number): Promise<SiteImport> {
  const { id, state, message, total, position } = row
  return {
    id,
    fileName: row.file_name,
    bytes: row.file_bytes,
    state,
    message,
    share: row.file_bytes === 0 ? 0 : Math.min(1, row.read_bytes / row.file_bytes),
    summary: readSummary(row),
    total,
    position,
    outcomes: (await countOutcomes(db, [id]))(id),
    startTime: toWireDateTime(row.started_at),
    finishTime: row.finished_at === null ? null : toWireDateTime(row.finished_at),
    retry: state === 'reading' || state === 'storing' ? await findRetry(db, id, now) : null,
  }
}

/** Reads the texts of an import in the order of its file. */
export async function listTexts(db: Db, id: string) {
  return await db
    .selectFrom('import_results')
    .leftJoin('articles', 'articles.id', 'import_results.article_id')
    .select(['kind', 'import_results.title', 'outcome', 'article_id as articleId', 'old_path as oldPath', 'remarks'])
    .select('articles.is_publish as isPublish')
    .where('import_id', '=', id)
    .orderBy('position')
    .execute()
}
