import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

/** Orders that partners announce, by their own reference, and notifications about them. */
export function addPartnerOrders(kind: DatabaseKind): Migration {
  const statements = [
    `alter table orders add column partner_id ${kind === 'postgres' ? 'bigint' : 'integer'} references partners (id)`,
    'alter table orders add column reference text',
    'alter table orders add column last_event bigint',
    'create unique index orders_reference on orders (partner_id, reference) where partner_id is not null',
    'create index orders_partner on orders (partner_id, last_event) where partner_id is not null',
    'alter table webhook_events add column body text',
  ]
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}
