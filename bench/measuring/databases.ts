import { statSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../apps/upstream/src/testing/postgres-setup.ts'
import { type BenchRow, runInTempFolder } from './bench.ts'

/** Measures on SQLite, and on PostgreSQL where the machine has one; names each row after its database. */
export function onBothDatabases(
  name: string,
  measure: (url: string, dataDir: string) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  return runInTempFolder(name, async (folder) => {
    const file = join(folder, 'portal.db')
    const addDatabaseName = (database: string, rows: readonly BenchRow[]) =>
      rows.map((row) => ({ ...row, name: `${database}: ${row.name}` }))
    const rows = addDatabaseName('SQLite', await measure(`sqlite:${file}`, folder))
    rows.push({ name: 'SQLite: database', value: statSync(file).size / 2 ** 20, unit: 'MiB' })
    const postgres = await startPostgres()
    try {
      if (postgres) rows.push(...addDatabaseName('PostgreSQL', await measure(postgres.url, join(folder, 'postgres'))))
    } finally {
      await postgres?.stop()
    }
    return rows
  })
}
