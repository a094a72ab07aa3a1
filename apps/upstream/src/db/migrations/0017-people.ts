import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { withRowNumber } from './table-builders.ts'

/** What staff do with accounts: penalties, invitations, resets of second factors, signatory records and marks. */
export function people(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('users')
        .addColumn('managed_version', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await penalties(db)
      await invitations(db)
      await signatories(db)
      await lists(db)
    },
  }

  async function penalties(db: Kysely<unknown>) {
    await withRowNumber(kind, db.schema.createTable('penalties'), 'id')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('given_by', 'text')
      .addColumn('given_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('lifted_at', 'bigint')
      .addColumn('lifted_by', 'text')
      .execute()
    await db.schema.createIndex('penalties_user').on('penalties').columns(['user_id', 'id']).execute()
    await db.schema
      .createIndex('penalties_end')
      .on('penalties')
      .column('ends_at')
      .where(sql.ref('lifted_at'), 'is', null)
      .execute()
  }

  async function invitations({ schema }: Kysely<unknown>) {
    await withRowNumber(kind, schema.createTable('invitations'), 'id')
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('duties', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull().unique())
      .addColumn('invited_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('mailed_at', 'bigint')
      .execute()
    await schema
      .createTable('factor_resets')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('asked_by', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull().unique())
      .addColumn('mailed_at', 'bigint')
      .execute()
  }

  async function signatories({ schema }: Kysely<unknown>) {
    await withRowNumber(kind, schema.createTable('signatories'), 'id')
      // Records of who could sign are kept for years, those of closed accounts too.
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('categories', 'text', (column) => column.notNull())
      .addColumn('valid_from', 'text', (column) => column.notNull())
      .addColumn('valid_to', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('withdrawn_at', 'bigint')
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('signatories_user').on('signatories').columns(['user_id', 'id']).execute()
    await schema
      .createTable('marks')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('categories', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('valid_to', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
  }

  /** A page of people, or of what one of them wrote, is read from one of these. */
  async function lists({ schema }: Kysely<unknown>) {
    // With the searched name, so that only hits are read from the table.
    await schema.createIndex('users_newest').on('users').columns(['created_at', 'id', 'status', 'nickname']).execute()
    await schema.createIndex('users_email').on('users').column('email').execute()
    await schema
      .createIndex('users_disabled')
      .on('users')
      .columns(['created_at', 'id'])
      .where(sql<boolean>`status = 0`)
      .execute()
    await schema.createIndex('comment_reports_user').on('comment_reports').columns(['user_id', 'created_at']).execute()
    await schema.createIndex('says_writer').on('says').columns(['user_id', 'created_at', 'id']).execute()
    await schema.createIndex('feedback_writer').on('feedback').columns(['user_id', 'created_at', 'id']).execute()
  }
}
