import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Reviews of submitted texts, for categories that need three people, and the step of a task for many certificates. */
export function addThreePersons(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const change = db.schema.alterTable('pending_changes')
      await change.addColumn('reviewed_by', 'text', (column) => column.references('users.id')).execute()
      await change.addColumn('reviewed_name', 'text').execute()
      await change.addColumn('reviewed_hash', 'text').execute()
      await change.addColumn('reviewed_at', 'bigint').execute()
      await db.schema.createIndex('pending_changes_reviewed_by').on('pending_changes').column('reviewed_by').execute()
      await db.schema.alterTable('certificate_desk').addColumn('reviewed_name', 'text').execute()
      await db.schema
        .alterTable('certificate_approvals')
        .addColumn('step', 'text', (column) => column.notNull().defaultTo('approve'))
        .execute()
    },
  }
}
