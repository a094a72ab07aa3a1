import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  'alter table order_items add column received_at bigint',
  `update order_items set received_at = (
    select min(event.at) from order_events as event
    where event.order_no = order_items.order_no and event.sample_no = order_items.sample_no and event.kind = 'receive'
  ) where work <> 'announced'`,
  `create index order_items_back on order_items (sample_no) where work = 'done' and place in ('tray', 'person')`,
  'create index order_items_held on order_items (order_no) where is_held = 1',
  "create index orders_due on orders (due_on, order_no) where state = 'received'",
  'create index orders_received on orders (received_at) where received_at is not null',
]

/** Time at which a sample was received, and indexes of the lists by what is to be done. */
export const addOrderLists = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
