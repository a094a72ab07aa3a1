import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Key of an advisory lock, the same in every process: roles are changed by one at a time. */
const LOCK = 5_400_054
/** Rights of servers on rows, unless a table is named below. */
const ROW_RIGHTS = 'select, insert, update, delete'
/** Tables with fewer rights: servers add to the audit log and never change it, and they do not migrate. */
const FEWER_RIGHTS: Record<string, string> = {
  audit_log: 'select, insert',
  audit_head: 'select, update',
  instance: 'select, insert, update',
  kysely_migration: 'select',
  kysely_migration_lock: 'select',
}

interface ServerRole {
  name: string
  password: string
}

/**
 * Creates the role of the servers, or gives an existing one this password. It reads and writes rows; it owns nothing
 * and cannot alter, truncate or drop a table, a trigger or a function, make a table, even a temporary one, or become
 * another role.
 * @param db as the owner of the tables, with the right to create roles; PostgreSQL only
 */
export async function grantServerRole(db: Db, { name, password }: ServerRole): Promise<void> {
  const role = sql.id(name)
  await db.transaction().execute(async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    await run(sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`)
    const found = sql<{ hasMore: boolean }>`select rolsuper or rolcreatedb or rolcreaterole or rolreplication or
      rolbypassrls as "hasMore" from pg_roles where rolname = ${name}`
    const [existing] = (await found.execute(trx)).rows
    // Only a superuser may name these in `alter`. The owner in a managed PostgreSQL is none.
    const fewer = !existing || existing.hasMore ? 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls' : ''
    await run(sql`${sql.raw(existing ? 'alter' : 'create')} role ${role} with login ${sql.raw(fewer)}
      password ${sql.lit(password)}`)
    await run(sql`revoke create on schema public from public, ${role}`)
    const [current] = (await sql<{ name: string }>`select current_database() as name`.execute(trx)).rows
    // PostgreSQL lets every role make temporary tables by default, which hide tables of the same name.
    await run(sql`revoke create, temporary on database ${sql.id(current?.name ?? '')} from public, ${role}`)
    await run(sql`grant usage on schema public to ${role}`)
    await run(sql`revoke all on all tables in schema public from ${role}`)
    await run(sql`grant ${sql.raw(ROW_RIGHTS)} on all tables in schema public to ${role}`)
    await run(sql`grant usage, select on all sequences in schema public to ${role}`)
    for (const [table, rights] of Object.entries(FEWER_RIGHTS)) {
      await run(sql`revoke all on ${sql.id(table)} from ${role}`)
      await run(sql`grant ${sql.raw(rights)} on ${sql.id(table)} to ${role}`)
    }
  })
}
