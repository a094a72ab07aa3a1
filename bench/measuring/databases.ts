import { statSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../apps/upstream/src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../apps/upstream/src/db/open.ts'
import { startPostgres } from '../../apps/upstream/src/testing/postgres-setup.ts'
import { type BenchRow, inTempFolder } from './bench.ts'

/** Opens and migrates a database for `work`, and closes it afterwards. */
export async function withDatabase<T>(url: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = openDatabase(url)
  try {
    await migrate(database)
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Measures on SQLite, and on PostgreSQL where the machine has one; names each row after its database. */
export function onBothDatabases(
  name: string,
  measure: (url: string, dataDir: string) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  return inTempFolder(name, async (folder) => {
    const file = join(folder, 'portal.db')
    const named = (database: string, rows: readonly BenchRow[]) =>
      rows.map((row) => ({ ...row, name: `${database}: ${row.name}` }))
    const rows = named('SQLite', await measure(`sqlite:${file}`, folder))
    rows.push({ name: 'SQLite: database', value: statSync(file).size / 2 ** 20, unit: 'MiB' })
    const postgres = await startPostgres()
    try {
      if (postgres) rows.push(...named('PostgreSQL', await measure(postgres.url, join(folder, 'postgres'))))
    } finally {
      await postgres?.stop()
    }
    return rows
  })
}
