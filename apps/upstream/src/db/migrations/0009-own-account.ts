import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When an account is to be erased, and when a session was last used. */
export function ownAccount(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema.alterTable('users').addColumn('closes_at', 'bigint').execute()
      await schema.alterTable('users').addColumn('keeps_writings', 'smallint').execute()
      await schema.alterTable('sessions').addColumn('last_used_at', 'bigint').execute()
      await schema
        .createIndex('users_closing')
        .on('users')
        .column('closes_at')
        .where(sql.ref('closes_at'), 'is not', null)
        .execute()
      // A person's messages, for the copy of their data and for the erasure of their account.
      for (const column of ['from_user_id', 'to_user_id']) {
        await schema.createIndex(`chat_messages_${column}`).on('chat_messages').columns([column, 'seq']).execute()
      }
    },
  }
}
