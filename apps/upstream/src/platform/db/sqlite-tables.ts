import type { DatabaseSync } from 'node:sqlite'

/** Lists the names of all tables but SQLite's own. */
export function listTableNames(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
  return rows.map(({ name }) => String(name))
}

export function countTableRows(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as n from ${quoteName(table)}`).get()?.n)
}

/** Quotes a name in the way of both SQLite and PostgreSQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
