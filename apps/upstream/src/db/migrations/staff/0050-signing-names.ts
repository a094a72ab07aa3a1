import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Names for signing, which owners give, and every name that staff have had. Texts that wait for approval were submitted under a
 * nickname: they have no name any more and must be submitted again.
 */
export function signingNames(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db
      await schema.alterTable('users').addColumn('signing_name', 'text').execute()
      await schema.alterTable('users').addColumn('signing_name_folded', 'text').execute()
      // Two owners who give one name to two people at once: the second one is refused.
      await schema.createIndex('users_signing_name').on('users').column('signing_name_folded').unique().execute()
      await schema
        .createTable('staff_names')
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('staff_names_key', ['user_id', 'name'])
        .execute()
      await sql`insert into staff_names (user_id, name) select id, nickname from users where role <> 'user'`.execute(db)
      await sql`insert into staff_names (user_id, name)
        select distinct actor_id, actor_name from audit_log
          join users on users.id = actor_id and users.role <> 'user'
          where actor_name <> users.nickname`.execute(db)
      await takeNames(db as Kysely<Works>)
    },
  }
}

interface Works {
  certificate_works: { certificate_no: string; submitted_name: string | null; set_aside: string | null }
}

async function takeNames(db: Kysely<Works>): Promise<void> {
  await db.updateTable('certificate_works').set({ submitted_name: null }).execute()
  // Corrections that wait while a withdrawal does.
  const waiting = db.selectFrom('certificate_works').select(['certificate_no', 'set_aside'])
  for (const { certificate_no, set_aside } of await waiting.where('set_aside', 'is not', null).execute()) {
    const work = { ...(JSON.parse(set_aside ?? '{}') as object), submitted_name: null }
    await db
      .updateTable('certificate_works')
      .set({ set_aside: JSON.stringify(work) })
      .where('certificate_no', '=', certificate_no)
      .execute()
  }
}
