import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

/** Lists every column that refers to an account as `table.column`, from the schema of the database. */
export async function listAccountReferences(db: Db, kind: 'sqlite' | 'postgres'): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select t.name || '.' || f."from" as name
          from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table' and f."table" = 'users'`
      : sql<{ name: string }>`select k.table_name || '.' || k.column_name as name
          from information_schema.referential_constraints r
          join information_schema.key_column_usage k on k.constraint_name = r.constraint_name
          join information_schema.table_constraints u on u.constraint_name = r.unique_constraint_name
          where u.table_name = 'users'`
  return (await query.execute(db)).rows.map(({ name }) => name).sort()
}

/** Reads every row of every table as JSON. */
export async function dumpTables(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  const dump = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    dump.set(
      name,
      rows.map((row) => JSON.stringify(row)),
    )
  }
  return dump
}
