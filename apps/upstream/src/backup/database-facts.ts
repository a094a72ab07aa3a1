import type { DatabaseSync } from 'node:sqlite'
import { countTableRows, listTableNames } from '#platform/db/sqlite-tables.ts'

/** Facts about a database that a manifest states. */
export interface DatabaseFacts {
  /** Names of the migrations that were run, in order. */
  migrations: string[]
  /** Number of rows of each table. */
  rows: Record<string, number>
}

export function readFacts(database: DatabaseSync): DatabaseFacts {
  const tables = listTableNames(database)
  const migrations = tables.includes('kysely_migration')
    ? database.prepare('select name from kysely_migration order by name').all()
    : []
  return {
    migrations: migrations.map(({ name }) => String(name)),
    rows: Object.fromEntries(tables.map((table) => [table, countTableRows(database, table)])),
  }
}

/** Checks the integrity of every page. */
export function isSound(database: DatabaseSync): boolean {
  const rows = database.prepare('pragma quick_check(1)').all()
  return rows.length === 1 && Object.values(rows[0] ?? {})[0] === 'ok'
}
