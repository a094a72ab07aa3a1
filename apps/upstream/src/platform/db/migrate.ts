import { type Migration, Migrator } from 'kysely/migration'
import { CommandError } from '#platform/commands/command-error.ts'
import { createBaseline } from './migrations/0001-baseline.ts'
import { addLeftOut } from './migrations/0002-left-out.ts'
import { certificateApprovals } from './migrations/0003-certificate-approvals.ts'
import { addDeputies } from './migrations/0004-deputies.ts'
import { addRawRecords } from './migrations/0005-raw-records.ts'
import { addThreePersons } from './migrations/0006-three-persons.ts'
import { addMarkScopes } from './migrations/0007-mark-scopes.ts'
import { addLastAnswers } from './migrations/0008-last-answers.ts'
import { addSignaturePictures } from './migrations/0009-signature-pictures.ts'
import { type DatabaseKind, type OpenDatabase, openDatabase } from './open.ts'

/** Error code insufficient_privilege of PostgreSQL. */
const NOT_ALLOWED = '42501'
const OWNER_FIRST =
  'The database needs a migration, which the role of DATABASE_URL may not do: run `docker compose run --rm --no-deps schema` first.'

/** Lists every migration by its name, in order. A new one is a file and a line here; names never change. */
export function listMigrations(kind: DatabaseKind): Record<string, Migration> {
  return {
    '0001-baseline': createBaseline(kind),
    '0002-left-out': addLeftOut(),
    '0003-certificate-approvals': certificateApprovals(),
    '0004-deputies': addDeputies(),
    '0005-raw-records': addRawRecords(kind),
    '0006-three-persons': addThreePersons(),
    '0007-mark-scopes': addMarkScopes,
    '0008-last-answers': addLastAnswers,
    '0009-signature-pictures': addSignaturePictures(kind),
  }
}

/**
 * Migrates forward only. When several instances start together, one holds the lock and the others wait. With a
 * transaction as `db`, everything is part of it.
 * @throws the error of the failed migration, whose changes are rolled back; `CommandError` for a role that may not
 * migrate
 */
export async function migrate({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => listMigrations(kind) } })
  const { error } = await migrator.migrateToLatest()
  if ((error as { code?: unknown } | undefined)?.code === NOT_ALLOWED)
    throw new CommandError(OWNER_FIRST, { cause: error })
  if (error) throw error
}

/** Opens and migrates a database for `work`, and closes it afterwards. */
export async function runWithDatabase<T>(url: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = openDatabase(url)
  try {
    await migrate(database)
    return await work(database)
  } finally {
    await database.close()
  }
}
