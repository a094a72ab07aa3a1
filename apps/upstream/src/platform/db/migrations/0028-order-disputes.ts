import { type Kysely, sql } from 'kysely'

/** Index of the orders with an open dispute. */
export const addOrderDisputes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('create index orders_disputed on orders (order_no) where is_disputed = 1').execute(db)
  },
}
