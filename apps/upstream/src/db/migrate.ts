import { Migrator } from 'kysely/migration'
import { firstTables } from './migrations/0001-first-tables.ts'
import { standingPages } from './migrations/0002-standing-pages.ts'
import type { OpenDatabase } from './open.ts'

/**
 * Brings the tables up to date, forward only. Several instances may start at once: one holds the lock, the others wait.
 * A new migration is a file and a line here; names are never changed again.
 * @throws the fault of the migration that failed; its changes are rolled back.
 */
export async function migrate({ db, kind }: OpenDatabase): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-first-tables': firstTables(kind),
        '0002-standing-pages': standingPages(kind),
      }),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
