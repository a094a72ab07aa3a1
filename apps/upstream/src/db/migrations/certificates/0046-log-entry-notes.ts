import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Why an entry of the public log has no record. */
export function logEntryNotes(): Migration {
  return {
    async up({ schema }: Kysely<unknown>) {
      await schema.alterTable('log_entries').addColumn('note', 'text').execute()
    },
  }
}
