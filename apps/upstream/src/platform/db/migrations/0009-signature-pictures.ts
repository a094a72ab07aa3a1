import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'

/** Pictures of signatures, those that accounts sign with now, and those of published versions, which are never deleted. */
export function addSignaturePictures(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('signature_pictures')
        .addColumn('sha256', 'text', (column) => column.primaryKey())
        .addColumn('content', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .alterTable('users')
        .addColumn('signing_picture', 'text', (column) => column.references('signature_pictures.sha256'))
        .execute()
      await db.schema.createIndex('users_signing_picture').on('users').column('signing_picture').execute()
      await db.schema
        .createTable('certificate_signatures')
        .addColumn('certificate_no', kind === 'postgres' ? sql`text collate "C"` : 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('member', 'text', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull().references('signature_pictures.sha256'))
        .addPrimaryKeyConstraint('certificate_signatures_key', ['certificate_no', 'version', 'member'])
        .execute()
      await db.schema
        .createIndex('certificate_signatures_picture')
        .on('certificate_signatures')
        .column('sha256')
        .execute()
    },
  }
}
