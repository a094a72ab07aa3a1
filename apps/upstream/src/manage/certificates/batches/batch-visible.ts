import { sql } from 'kysely'
import type { Db } from '#db/open.ts'
import { DESK_IMPORT } from '../desk-drafts.ts'
import type { BatchEntry } from './batch-rows.ts'

/** Somebody took or changed a number since the rows were checked. */
export class BatchOvertaken extends Error {
  override name = 'BatchOvertaken'
}

/**
 * Makes all prepared rows visible at the desk: numbers, works, writers and histories.
 * @param trx a transaction: all of it or nothing
 * @throws BatchOvertaken when a number was taken or changed since the check
 */
export async function insertAll(trx: Db, batch: BatchEntry, nowMs: number): Promise<void> {
  const { nickname } = await trx
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', batch.user_id)
    .executeTakeFirstOrThrow()
  await insertNumbers(trx, batch, nowMs)
  await touchPublished(trx, batch)
  await insertWorks(trx, batch, { nowMs, nickname })
  await insertWriters(trx, batch)
  await insertActs(trx, batch, { nowMs, nickname })
  const states = await prepared(trx, batch)
    .select(['work_state', (eb) => eb.fn.countAll<number>().as('times')])
    .groupBy('work_state')
    .execute()
  const count = (state: string) => Number(states.find(({ work_state }) => work_state === state)?.times ?? 0)
  await trx
    .updateTable('certificate_batches')
    .set({ state: 'listing', drafts: count('draft'), submitted: count('submitted') })
    .where('id', '=', batch.id)
    .execute()
}

const prepared = (db: Db, { id }: BatchEntry) =>
  db.selectFrom('certificate_batch_rows as row').where('row.batch_id', '=', id).where('row.work_state', 'is not', null)

const big = (value: number) => sql<number>`cast(${value} as bigint)`
const whole = (value: number) => sql<number>`cast(${value} as integer)`
const text = (value: string | null) => sql<string>`cast(${value} as text)`

function demand(written: { numInsertedOrUpdatedRows?: bigint | undefined } | undefined, wanted: number): void {
  if (Number(written?.numInsertedOrUpdatedRows ?? 0) !== wanted) throw new BatchOvertaken()
}

async function insertNumbers(trx: Db, batch: BatchEntry, nowMs: number): Promise<void> {
  if (batch.added === 0) return
  const written = await trx
    .insertInto('certificates')
    .columns([
      ...(['certificate_no', 'state', 'version', 'category', 'check_code_hash', 'code_sealed'] as const),
      ...(['body_import_id', 'import_id', 'imported_at', 'revision'] as const),
    ])
    .expression(
      prepared(trx, batch)
        .where('row.change', '=', 'added')
        .select((eb) => [
          eb.ref('row.certificate_no').$notNull().as('certificate_no'),
          text('draft').as('state'),
          whole(1).as('version'),
          'row.category',
          eb.ref('row.check_code_hash').$notNull().as('check_code_hash'),
          'row.code_sealed',
          whole(DESK_IMPORT).as('body_import_id'),
          whole(DESK_IMPORT).as('import_id'),
          big(nowMs).as('imported_at'),
          whole(1).as('revision'),
        ]) as never,
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  demand(written, batch.added)
}

/** Locks the numbers of corrections as every step of the desk does; one that changed since is missed. */
async function touchPublished(trx: Db, batch: BatchEntry): Promise<void> {
  if (batch.corrected === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('certificates')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('certificate_batch_rows as row')
          .select('row.line_no')
          .where('row.batch_id', '=', batch.id)
          .where('row.change', '=', 'corrected')
          .whereRef('row.certificate_no', '=', 'certificates.certificate_no')
          .whereRef('row.base_revision', '=', 'certificates.revision'),
      ),
    )
    .executeTakeFirst()
  demand({ numInsertedOrUpdatedRows: numUpdatedRows }, batch.corrected)
}

interface By {
  nowMs: number
  nickname: string
}

async function insertWorks(trx: Db, batch: BatchEntry, { nowMs, nickname }: By): Promise<void> {
  const isSubmitted = sql`row.work_state = 'submitted'`
  const written = await trx
    .insertInto('certificate_works')
    .columns([
      ...(['certificate_no', 'kind', 'state', 'version', 'revision', 'form', 'answers', 'reason', 'body'] as const),
      ...(['content_hash', 'prepared_by', 'submitted_by', 'submitted_name', 'changed_at'] as const),
    ])
    .expression(
      prepared(trx, batch).select([
        'row.certificate_no',
        sql<string>`case when row.change = 'added' then 'first' else 'correction' end`.as('kind'),
        'row.work_state',
        'row.version',
        whole(1).as('revision'),
        'row.form',
        text('[]').as('answers'),
        'row.reason',
        'row.body',
        'row.content_hash',
        text(batch.user_id).as('prepared_by'),
        sql<string>`case when ${isSubmitted} then ${text(batch.user_id)} end`.as('submitted_by'),
        sql<string>`case when ${isSubmitted} then ${text(nickname)} end`.as('submitted_name'),
        big(nowMs).as('changed_at'),
      ]) as never,
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  demand(written, batch.added + batch.corrected)
}

/** Whoever imports a row has written it: four eyes. */
async function insertWriters(trx: Db, batch: BatchEntry): Promise<void> {
  await trx
    .insertInto('certificate_writers')
    .columns(['certificate_no', 'version', 'user_id'])
    .expression(
      prepared(trx, batch).select(['row.certificate_no', 'row.version', text(batch.user_id).as('user_id')]) as never,
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function insertActs(trx: Db, batch: BatchEntry, { nowMs, nickname }: By): Promise<void> {
  for (const act of ['import', 'submit']) {
    const rows =
      act === 'import' ? prepared(trx, batch) : prepared(trx, batch).where('row.work_state', '=', 'submitted')
    await trx
      .insertInto('certificate_acts')
      .columns(['certificate_no', 'version', 'act', 'by_id', 'by_name', 'reason', 'at'])
      .expression(
        rows
          .select(['row.certificate_no', 'row.version', text(act).as('act'), text(batch.user_id).as('by_id')])
          .select([text(nickname).as('by_name'), text(act === 'import' ? batch.file_name : null).as('reason')])
          .select(big(nowMs).as('at'))
          .orderBy('row.line_no') as never,
      )
      .execute()
  }
}
