import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

/** Events may be deleted when their order is erased, 6 years after it was closed. */
const KEPT_DAYS = 6 * 365

/** Adds pictures of samples, and sums and alarms of orders. Events may be deleted after 6 years, and never changed. */
export function addOrderPictures(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const number = kind === 'postgres' ? 'text collate "C"' : 'text'
      const guard = kind === 'postgres' ? POSTGRES_GUARD : SQLITE_GUARD
      for (const statement of [...CHANGES.map((text) => text.replaceAll(':number', number)), ...guard]) {
        await sql.raw(statement).execute(db)
      }
    },
  }
}

const CHANGES = [
  'alter table orders add column paid_cents bigint not null default 0',
  'alter table orders add column billed_cents bigint not null default 0',
  'alter table orders add column is_disputed smallint not null default 0',
  'alter table orders add column erased_at bigint',
  'alter table order_items add column alarm text',
  'alter table order_items add column alarm_by text',
  `create table order_pictures (
    name text primary key,
    sample_no :number not null references order_items (sample_no) on delete cascade,
    sha256 text not null,
    bytes bigint not null,
    user_id text references users (id) on delete set null,
    is_used smallint not null,
    place integer not null,
    created_at bigint not null
  )`,
  'create index order_pictures_sample on order_pictures (sample_no, place)',
  'create index order_pictures_unused on order_pictures (created_at) where is_used = 0',
  "create index orders_open on orders (created_at) where state = 'announced'",
  // A search by name looks through all orders, the newest first, without reading their rows.
  'create index orders_name on orders (order_no, customer_name, state)',
  `create index order_events_counted on order_events (at)
    where kind in ('finish', 'end', 'withdraw', 'take', 'massAlarm', 'refuse')`,
  "create index order_items_tray on order_items (sample_no) where place = 'tray'",
  'create index orders_closed on orders (closed_at) where closed_at is not null',
]

const SQLITE_GUARD = [
  'drop trigger order_events_no_delete',
  `create trigger order_events_no_delete before delete on order_events
    when old.at > (unixepoch() - ${KEPT_DAYS} * 86400) * 1000
    begin select raise(abort, 'events of orders stay as they are'); end`,
]

const POSTGRES_GUARD = [
  `create or replace function refuse_order_event_change() returns trigger language plpgsql
    as $$ begin
      if tg_op = 'DELETE' and old.at <= (extract(epoch from now()) - ${KEPT_DAYS} * 86400) * 1000 then return old; end if;
      raise exception 'events of orders stay as they are';
    end $$`,
]
