import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Where sessions proved their second factor, and indexes for searching and counting the audit log. */
export function peopleLists(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('sessions').addColumn('factor_network', 'text').execute()
      await auditLists(db)
    },
  }
}

/** A search or a count reads one of these alone, never the wide rows of the table. */
async function auditLists({ schema }: Kysely<unknown>) {
  for (const [name, columns] of [
    ['audit_log_search', ['id', 'at', 'actor_id', 'action', 'outcome', 'actor_name', 'target_name', 'target_id']],
    ['audit_log_days', ['at', 'actor_id', 'action', 'outcome', 'target_kind', 'target_id']],
    // Otherwise each counted day would read all entries of an actor or a kind, by the indexes that lists need.
    ['audit_log_actor_days', ['actor_id', 'at', 'action', 'outcome', 'target_kind', 'target_id']],
    ['audit_log_kind_days', ['target_kind', 'at', 'action', 'outcome', 'actor_id', 'target_id']],
  ] as const) {
    await schema
      .createIndex(name)
      .on('audit_log')
      .columns([...columns])
      .execute()
  }
}
