import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { withRowNumber } from './table-builders.ts'

/** Duties, the second factor, and the log of what staff did. */
export function staff(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await duties(db)
      await factors(db)
      await auditLog(db)
    },
  }

  async function duties(db: Kysely<unknown>) {
    const table = ofAccount(db.schema.createTable('duties'))
    await table
      .addColumn('duty', 'text', (column) => column.notNull())
      .addColumn('given_by', 'text')
      .addColumn('given_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('duties_key', ['user_id', 'duty'])
      .execute()
    // The duties that correspond to the former roles.
    for (const [role, duty] of [
      ['owner', 'owner'],
      ['editor', 'edit'],
      ['editor', 'support'],
    ]) {
      await sql`insert into duties (user_id, duty, given_at) select id, ${duty}, created_at from users where role = ${role}`.execute(
        db,
      )
    }
    await db.schema.alterTable('sessions').addColumn('factor_at', 'bigint').execute()
  }

  async function factors({ schema }: Kysely<unknown>) {
    await ofAccount(schema.createTable('passkeys'))
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('is_synced', 'smallint', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
    await ofAccount(schema.createTable('totp_secrets'))
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('totp_secrets_key', ['user_id'])
      .execute()
    await ofAccount(schema.createTable('recovery_codes'))
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
      .execute()
    await ofAccount(schema.createTable('factor_challenges'))
      .addColumn('challenge', 'text', (column) => column.primaryKey())
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('factor_challenges_time').on('factor_challenges').column('expires_at').execute()
  }

  async function auditLog(db: Kysely<unknown>) {
    await withRowNumber(kind, db.schema.createTable('audit_log'), 'id')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target_kind', 'text')
      .addColumn('target_id', 'text')
      .addColumn('target_name', 'text')
      .addColumn('changes', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('request_id', 'text', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('device', 'text')
      .addColumn('previous_hash', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()
    for (const columns of [['at'], ['actor_id', 'id'], ['action', 'id'], ['target_kind', 'target_id', 'id']]) {
      await db.schema.createIndex(`audit_log_${columns[0]}`).on('audit_log').columns(columns).execute()
    }
    // One row, locked by every writer for the length of its insert.
    await db.schema
      .createTable('audit_head')
      .addColumn('entries', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()
    await sql`insert into audit_head (entries, hash) values (0, '')`.execute(db)
    for (const statement of auditGuards(kind)) await statement.execute(db)
  }
}

function ofAccount<Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) {
  return table.addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
}

/** Nobody changes or deletes an entry, whatever the code does. */
function auditGuards(kind: DatabaseKind) {
  const refusal = 'entries of the audit log stay as they are'
  if (kind === 'sqlite') {
    return ['update', 'delete'].map((event) =>
      sql.raw(`create trigger audit_log_no_${event} before ${event} on audit_log
        begin select raise(abort, '${refusal}'); end`),
    )
  }
  return [
    sql.raw(`create function refuse_audit_change() returns trigger language plpgsql
      as $$ begin raise exception '${refusal}'; end $$`),
    sql.raw(`create trigger audit_log_no_change before update or delete on audit_log
      for each row execute function refuse_audit_change()`),
  ]
}
