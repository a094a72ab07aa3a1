import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

/**
 * Batches whose changes may be shown. A batch that is being stored adds its pending changes in small transactions;
 * until it is `listing` they reserve their numbers and are hidden from every reader.
 */
const queryListedBatches = (eb: ExpressionBuilder<Tables, 'pending_changes'>) =>
  eb
    .selectFrom('certificate_batches')
    .select('certificate_batches.id')
    .where('certificate_batches.state', '=', 'listing')

export const isVisible = (eb: ExpressionBuilder<Tables, 'pending_changes'>) =>
  eb.or([eb('pending_changes.batch_id', 'is', null), eb('pending_changes.batch_id', 'in', queryListedBatches(eb))])

export type StagedChange = Pick<Selectable<Tables['pending_changes']>, 'kind' | 'version' | 'changed_at'>

/** Finds the staged change that reserves a number. */
export async function findStaged(db: Db, certificateNo: string): Promise<StagedChange | undefined> {
  return await db
    .selectFrom('pending_changes')
    .select(['kind', 'version', 'changed_at'])
    .where('certificate_no', '=', certificateNo)
    .where((eb) => eb.not(isVisible(eb)))
    .executeTakeFirst()
}

/** Returns whether an event may be shown: events of a staged change, which are written with it, stay hidden. */
export const isShownEvent =
  (hidden: StagedChange | undefined) =>
  ({ version, at }: { version: number; at: number }): boolean =>
    hidden === undefined || hidden.version !== version || hidden.changed_at !== at
