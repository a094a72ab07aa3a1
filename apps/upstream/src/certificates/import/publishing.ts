import { sql } from 'kysely'
import { noteImported } from '#certificates/changes/certificate-changes.ts'
import { queueImported, setLogIndexes } from '#certificates/changes/queue-events.ts'
import { setLogSize } from '#log/append.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { runInTransaction } from '#platform/db/in-transaction.ts'
import type { Db } from '#platform/db/open.ts'
import { appendStaged, computeStagedIndex, lockOpenLog } from './log-publishing.ts'
import { deleteRecords } from './staged-log.ts'

export interface Counts {
  added: number
  corrected: number
  unchanged: number
}

/** Rows per statement, so that each stays far below the time limit of a statement. */
const CHUNK = 20_000

/**
 * Publishes all staged rows in one transaction: lookups see all of them or none. Writes short rows only, because the
 * texts are stored already.
 * @throws CommandError when another import has changed the same numbers meanwhile
 */
export async function publish(db: Db, importId: number, now: number): Promise<Counts> {
  return await runInTransaction(db, async (trx) => {
    let size = await lockOpenLog(trx)
    const counts = await countChanges(trx, importId)
    const claimedImport = await trx
      .updateTable('certificate_imports')
      .set({ state: 'done', finished_at: now, ...counts })
      .where('id', '=', importId)
      .where('state', '=', 'staging')
      .executeTakeFirst()
    if (claimedImport.numUpdatedRows !== 1n) throw new CommandError('同一文件已由另一个进程导入')
    let last = ''
    for (;;) {
      const end = await findChunkEnd(trx, importId, last)
      if (end === undefined) break
      const chunk = { after: last, end, now, size }
      await noteImported(trx, importId, chunk)
      await queueImported(trx, importId, chunk)
      await publishChunk(trx, importId, chunk)
      size += await appendStaged(trx, importId, chunk)
      last = end
    }
    await setLogSize(trx, size)
    await setLogIndexes(trx, now)
    return counts
  })
}

async function countChanges(db: Db, importId: number): Promise<Counts> {
  const counts: Counts = { added: 0, corrected: 0, unchanged: 0 }
  const rows = await db
    .selectFrom('certificate_staging')
    .select(['change', (eb) => eb.fn.countAll<number>().as('times')])
    .where('import_id', '=', importId)
    .groupBy('change')
    .execute()
  for (const { change, times } of rows) counts[change] = Number(times)
  return counts
}

/** Finds the last number of the next chunk. */
async function findChunkEnd(db: Db, importId: number, after: string): Promise<string | undefined> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('certificate_staging')
        .select('certificate_no')
        .where('import_id', '=', importId)
        .where('certificate_no', '>', after)
        .orderBy('certificate_no')
        .limit(CHUNK)
        .as('chunk'),
    )
    .select((eb) => eb.fn.max('chunk.certificate_no').as('end'))
    .executeTakeFirst()
  return row?.end ?? undefined
}

async function publishChunk(
  db: Db,
  importId: number,
  { after, end, now, size }: { after: string; end: string; now: number; size: number },
) {
  const written = await db
    .insertInto('certificates')
    .columns([...COLUMNS, 'import_id', 'imported_at', 'log_index'])
    .expression((eb) =>
      eb
        .selectFrom('certificate_staging')
        .select([
          ...COLUMNS,
          'import_id',
          sql<number>`cast(${now} as bigint)`.as('imported_at'),
          computeStagedIndex(size),
        ])
        .where('import_id', '=', importId)
        .where('certificate_no', '>', after)
        .where('certificate_no', '<=', end)
        .where('change', '!=', 'unchanged'),
    )
    .onConflict((conflict) =>
      conflict
        .column('certificate_no')
        .doUpdateSet((eb) => ({
          ...Object.fromEntries(
            [...COLUMNS.slice(1), 'import_id' as const, 'imported_at' as const].map((name) => [
              name,
              eb.ref(`excluded.${name}`),
            ]),
          ),
          revision: eb('certificates.revision', '+', 1),
          code_sealed: stillPrintable,
          log_index: eb.fn.coalesce('excluded.log_index', 'certificates.log_index'),
        }))
        // The row has not changed since the comparison.
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('certificate_staging as base')
              .select('base.certificate_no')
              .where('base.import_id', '=', importId)
              .whereRef('base.certificate_no', '=', 'excluded.certificate_no')
              .whereRef('base.base_import_id', '=', 'certificates.import_id')
              .whereRef('base.base_revision', '=', 'certificates.revision'),
          ),
        ),
    )
    .executeTakeFirst()
  const conflictQuery = await db
    .selectFrom('certificate_staging')
    .select((eb) => eb.fn.countAll<number>().as('times'))
    .where('import_id', '=', importId)
    .where('certificate_no', '>', after)
    .where('certificate_no', '<=', end)
    .where('change', '!=', 'unchanged')
    .executeTakeFirstOrThrow()
  if (Number(written.numInsertedOrUpdatedRows ?? 0n) !== Number(conflictQuery.times)) {
    throw new CommandError('另一次导入刚刚改动了相同编号的证书，本次未发布，请重新导入')
  }
}

/** Keeps the sealed copy of a code while the code and the certificate are valid. */
const stillPrintable = sql<string | null>`case when excluded.state = 'published'
  and excluded.check_code_hash = certificates.check_code_hash then certificates.code_sealed end`

const COLUMNS = [
  'certificate_no',
  'check_code_hash',
  'state',
  'version',
  'body_import_id',
  'newer_no',
  'reason',
  'changed_on',
  'received_on',
  'category',
] as const

/** Deletes the staged rows of a published import. Its texts stay. */
export async function clearStaging(db: Db, importId: number): Promise<void> {
  for (let last = ''; ; ) {
    const end = await findChunkEnd(db, importId, last)
    if (end === undefined) return
    await db
      .deleteFrom('certificate_staging')
      .where('import_id', '=', importId)
      .where('certificate_no', '<=', end)
      .execute()
    last = end
  }
}

/** Deletes an unpublished import with its texts. */
export async function discard(db: Db, importId: number): Promise<void> {
  await clearStaging(db, importId)
  for (;;) {
    const chunkIds = db
      .selectFrom('certificate_versions')
      .select('certificate_no')
      .where('import_id', '=', importId)
      .limit(CHUNK / 4)
    const deletedRows = await db
      .deleteFrom('certificate_versions')
      .where('import_id', '=', importId)
      .where('certificate_no', 'in', chunkIds)
      .executeTakeFirst()
    if (deletedRows.numDeletedRows === 0n) break
  }
  await deleteRecords(db, importId)
  await db.deleteFrom('certificate_pictures').where('import_id', '=', importId).execute()
  await db.deleteFrom('certificate_imports').where('id', '=', importId).where('state', '=', 'staging').execute()
}

/** Deletes imports that were interrupted and not resumed in time. */
export async function discardAbandoned(db: Db, startedBefore: number): Promise<void> {
  const abandoned = await db
    .selectFrom('certificate_imports')
    .select('id')
    .where('state', '=', 'staging')
    .where('started_at', '<', startedBefore)
    .execute()
  for (const { id } of abandoned) await discard(db, id)
}
