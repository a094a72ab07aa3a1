import type { DatabaseSync } from 'node:sqlite'

/** What a database says about itself, to be compared with what a manifest says. */
export interface DatabaseFacts {
  /** Names of the migrations that made it, in order. */
  migrations: string[]
  /** Rows of each table. */
  rows: Record<string, number>
}

/** Everything but SQLite's own tables, by name. */
export function tableNames(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
  return rows.map(({ name }) => String(name))
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function factsOf(database: DatabaseSync): DatabaseFacts {
  const tables = tableNames(database)
  const count = (table: string) => Number(database.prepare(`select count(*) as n from ${quoted(table)}`).get()?.n)
  const migrations = tables.includes('kysely_migration')
    ? database.prepare('select name from kysely_migration order by name').all()
    : []
  return {
    migrations: migrations.map(({ name }) => String(name)),
    rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
  }
}

/** Reads every page. */
export function isSound(database: DatabaseSync): boolean {
  const rows = database.prepare('pragma quick_check(1)').all()
  return rows.length === 1 && Object.values(rows[0] ?? {})[0] === 'ok'
}
