import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  "create index order_items_alarm on order_items (order_no) where alarm = 'open'",
  "create index order_events_held on order_events (order_no, id) where kind in ('ask', 'answer', 'withdraw')",
  "create index order_events_daily on order_events (at, kind) where kind in ('receive', 'handOut', 'ship', 'pay')",
]

/** Indexes of the samples that the tolerance has stopped, of questions, and of what reception does each day. */
export const addOrderAlarms = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
