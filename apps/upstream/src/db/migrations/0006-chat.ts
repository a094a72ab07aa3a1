import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { withRowNumber } from './table-builders.ts'

/** Private messages, the rooms in which they are listed, and what lets open sockets know that a session has ended. */
export function chat(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await messagesAndRooms(db)
      await sessionEnds(db)
    },
  }

  async function messagesAndRooms({ schema }: Kysely<unknown>) {
    // `ext.seq` of the contract: rises in the order of storing.
    await withRowNumber(kind, schema.createTable('chat_messages'), 'seq')
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('pair', 'text', (column) => column.notNull())
      .addColumn('from_user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('to_user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('type', 'smallint', (column) => column.notNull())
      .addColumn('is_read', 'smallint', (column) => column.notNull())
      .addColumn('is_withdraw', 'smallint', (column) => column.notNull())
      .addColumn('idempotency_key', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('chat_messages_once', ['from_user_id', 'idempotency_key'])
      .execute()
    await schema.createIndex('chat_messages_pair').on('chat_messages').columns(['pair', 'seq']).execute()
    await schema
      .createIndex('chat_messages_unread')
      .on('chat_messages')
      .columns(['to_user_id', 'from_user_id'])
      .where(sql.ref('is_read'), '=', sql.lit(0))
      .execute()
    await schema
      .createTable('chat_rooms')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('peer_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('pair', 'text', (column) => column.notNull())
      .addColumn('active_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('chat_rooms_peer', ['user_id', 'peer_id'])
      .execute()
  }

  /**
   * A count that rises with every session that ends before its time. The database counts, because sessions end in many
   * places: here, in another process, by the operator's command, by hand.
   */
  async function sessionEnds(db: Kysely<unknown>) {
    await db.schema
      .createTable('session_ends')
      .addColumn('times', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into session_ends (times) values (0)`.execute(db)
    const statements =
      kind === 'sqlite'
        ? [
            sql`create trigger sessions_end after delete on sessions
                begin update session_ends set times = times + 1; end`,
            sql`create trigger users_status after update of status on users
                begin update session_ends set times = times + 1; end`,
          ]
        : [
            sql`create function count_session_end() returns trigger language plpgsql
                as $$ begin update session_ends set times = times + 1; return null; end $$`,
            sql`create function count_session_ends() returns trigger language plpgsql
                as $$ begin
                  if exists (select from ended) then update session_ends set times = times + 1; end if;
                  return null;
                end $$`,
            sql`create trigger sessions_end after delete on sessions referencing old table as ended
                for each statement execute function count_session_ends()`,
            sql`create trigger users_status after update of status on users
                for each row when (old.status <> new.status) execute function count_session_end()`,
          ]
    for (const statement of statements) await statement.execute(db)
  }
}
