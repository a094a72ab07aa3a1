import { Migrator } from 'kysely/migration'
import { firstTables } from './migrations/0001-first-tables.ts'
import { standingPages } from './migrations/0002-standing-pages.ts'
import { certificates } from './migrations/0003-certificates.ts'
import { accounts } from './migrations/0004-accounts.ts'
import { community } from './migrations/0005-community.ts'
import { chat } from './migrations/0006-chat.ts'
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
        '0003-certificates': certificates(kind),
        '0004-accounts': accounts(),
        '0005-community': community(kind),
        '0006-chat': chat(kind),
      }),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
