import { randomBytes } from 'node:crypto'
import { OWNER_ID } from '@portal/contract/constants.ts'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Before {
  users: { id: string; role: string }
  sessions: { token_hash: string; id: string | null }
}

const SESSION_ID_BYTES = 16

/** Roles, logins one can see and end, and logins through others. */
export function accounts(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await roles(db as Kysely<Before>)
      await sessionNames(db as Kysely<Before>)
      await socialLogin(db)
      await wechat(db)
    },
  }

  async function roles(db: Kysely<Before>) {
    await db.schema
      .alterTable('users')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('user'))
      .execute()
    await db.updateTable('users').set({ role: 'owner' }).where('id', '=', OWNER_ID).execute()
  }

  /** The sessions that are open stay open. */
  async function sessionNames(db: Kysely<Before>) {
    await db.schema.alterTable('sessions').addColumn('id', 'text').execute()
    await db.schema.alterTable('sessions').addColumn('device', 'text').execute()
    for (const { token_hash } of await db.selectFrom('sessions').select('token_hash').execute()) {
      const id = randomBytes(SESSION_ID_BYTES).toString('hex')
      await db.updateTable('sessions').set({ id }).where('token_hash', '=', token_hash).execute()
    }
    await db.schema.createIndex('sessions_id').unique().on('sessions').column('id').execute()
  }

  async function socialLogin({ schema }: Kysely<unknown>) {
    await schema
      .createTable('social_accounts')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('provider_user_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('social_accounts_key', ['provider', 'provider_user_id'])
      .execute()
    await schema.createIndex('social_accounts_user').on('social_accounts').column('user_id').execute()
    await schema
      .createTable('oauth_states')
      .addColumn('state_hash', 'text', (column) => column.primaryKey())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('verifier', 'text')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('oauth_states_expiry').on('oauth_states').column('expires_at').execute()
  }

  async function wechat({ schema }: Kysely<unknown>) {
    await schema
      .createTable('wechat_codes')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('client_hash', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('wechat_codes_expiry').on('wechat_codes').column('expires_at').execute()
    await schema
      .createTable('wechat_messages')
      .addColumn('message_id', 'text', (column) => column.primaryKey())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('wechat_messages_time').on('wechat_messages').column('received_at').execute()
  }
}
