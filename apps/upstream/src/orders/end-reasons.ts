import type { ItemOutcome, ItemStepName } from '@portal/contract/orders/order-rules.ts'
import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

/** Steps that end an item without a certificate, by its outcome. */
const ENDS: Readonly<Partial<Record<ItemOutcome, ItemStepName>>> = { noCertificate: 'end', refused: 'refuse' }

type EndedRow = Pick<Selectable<Tables['order_items']>, 'sample_no' | 'outcome'>

/** Reads the laboratory's reasons for items without a certificate, by sample number. */
export async function readEndReasons(db: Db, orderNo: string, rows: readonly EndedRow[]): Promise<Map<string, string>> {
  const kinds = new Map(rows.flatMap(({ sample_no, outcome }) => [[sample_no, outcome && ENDS[outcome]]]))
  if (![...kinds.values()].some(Boolean)) return new Map()
  const events = await db
    .selectFrom('order_events')
    .select(['sample_no', 'kind', 'detail'])
    .where('order_no', '=', orderNo)
    .where('kind', 'in', Object.values(ENDS))
    .orderBy('id')
    .execute()
  return new Map(
    events.flatMap(({ sample_no, kind, detail }) =>
      sample_no !== null && kinds.get(sample_no) === kind
        ? [[sample_no, (JSON.parse(detail) as { text: string }).text] as const]
        : [],
    ),
  )
}
