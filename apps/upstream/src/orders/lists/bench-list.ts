import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { ItemRow } from '../item-steps.ts'
import { toSamples } from '../order-view.ts'

const BENCH_MAX = 200

/** Condition of the index that lists samples by due day, word by word: SQLite uses a partial index for no other text. */
export const isOnBench = sql<boolean>`work in ('accepted', 'testing', 'review')`
/** Condition of the index of samples that are done and not back at reception. */
const isAway = sql<boolean>`work = 'done' and place in ('tray', 'person')`

/** Reads the samples that are done and not back at reception, then those that are tested, what is due first. */
export async function readBench(
  db: Db,
  filter: { category?: string | undefined; holderId?: string | undefined },
): Promise<Sample[]> {
  const items = db
    .selectFrom('order_items')
    .selectAll()
    .$if(filter.category !== undefined, (query) => query.where('category', '=', filter.category as ItemRow['category']))
    .$if(filter.holderId !== undefined, (query) => query.where('holder_id', '=', filter.holderId as string))
    .limit(BENCH_MAX)
  const away = await items.where(isAway).orderBy('sample_no').execute()
  const tested = await items.where(isOnBench).orderBy('due_on').orderBy('sample_no').execute()
  return await toSamples(db, [...away, ...tested])
}
