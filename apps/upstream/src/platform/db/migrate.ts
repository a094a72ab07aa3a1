import { sql } from 'kysely'
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
import { addMedia } from './migrations/0010-media.ts'
import { addHeldComments } from './migrations/0011-held-comments.ts'
import { addStaffMails } from './migrations/0012-staff-mails.ts'
import { addRedirectTable } from './migrations/0013-redirects.ts'
import { addCommentDays } from './migrations/0014-comment-days.ts'
import { addSlugs } from './migrations/0015-slugs.ts'
import { addContentImports } from './migrations/0016-content-imports.ts'
import { addSearchableFiles } from './migrations/0017-searchable-files.ts'
import { addHoldReasons } from './migrations/0018-hold-reasons.ts'
import { addImportResults } from './migrations/0019-import-results.ts'
import { addUploadSizes } from './migrations/0020-upload-sizes.ts'
import { addTagCounts } from './migrations/0021-tag-counts.ts'
import { addInstance } from './migrations/0022-instance.ts'
import { addOrders } from './migrations/0023-orders.ts'
import { addOrderPictures } from './migrations/0024-order-pictures.ts'
import { addPartnerOrders } from './migrations/0025-partner-orders.ts'
import { addOrderLists } from './migrations/0026-order-lists.ts'
import { addOrderAlarms } from './migrations/0027-order-alarms.ts'
import { addOrderDisputes } from './migrations/0028-order-disputes.ts'
import { type DatabaseKind, type OpenDatabase, openDatabase } from './open.ts'

/** Error code insufficient_privilege of PostgreSQL. */
const NOT_ALLOWED = '42501'
const OWNER_FIRST =
  'The database needs a migration, which the role of DATABASE_URL may not do: run `docker compose run --rm --no-deps schema` first.'
/** Error codes invalid_password and invalid_authorization_specification: also for a role that does not exist. */
const UNKNOWN_ROLE = ['28P01', '28000']
const ROLE_FIRST =
  'Run `docker compose run --rm --no-deps schema` first, which makes the role of the servers; if it has run, correct DATABASE_URL.'

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
    '0010-media': addMedia(kind),
    '0011-held-comments': addHeldComments(),
    '0012-staff-mails': addStaffMails,
    '0013-redirects': addRedirectTable(kind),
    '0014-comment-days': addCommentDays,
    '0015-slugs': addSlugs,
    '0016-content-imports': addContentImports,
    '0017-searchable-files': addSearchableFiles,
    '0018-hold-reasons': addHoldReasons,
    '0019-import-results': addImportResults,
    '0020-upload-sizes': addUploadSizes,
    '0021-tag-counts': addTagCounts(kind),
    '0022-instance': addInstance,
    '0023-orders': addOrders(kind),
    '0024-order-pictures': addOrderPictures(kind),
    '0025-partner-orders': addPartnerOrders(kind),
    '0026-order-lists': addOrderLists,
    '0027-order-alarms': addOrderAlarms,
    '0028-order-disputes': addOrderDisputes,
  }
}

/**
 * Lists migrations that a newer release has applied: its step `schema` runs first, and an instance of this release must be able to
 * restart until it is replaced. Migrations only add, so that both work on the database.
 */
async function listNewer({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<Record<string, Migration>> {
  // One process alone uses an SQLite file.
  if (kind === 'sqlite') return {}
  const table = await sql<{ found: string | null }>`select to_regclass('kysely_migration')::text as found`.execute(db)
  if (!table.rows[0]?.found) return {}
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const newest = Object.keys(listMigrations(kind)).at(-1) ?? ''
  const isApplied: Migration = { up: async () => undefined }
  return Object.fromEntries(rows.filter(({ name }) => name > newest).map(({ name }) => [name, isApplied]))
}

async function migrateToLatest({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<{ error?: unknown }> {
  const migrations = { ...(await listNewer({ db, kind })), ...listMigrations(kind) }
  return await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
}

/**
 * Migrates forward only. When several instances start together, one holds the lock and the others wait. With a
 * transaction as `db`, everything is part of it.
 * @throws the error of the failed migration, whose changes are rolled back; `CommandError` for a role that does not exist,
 * has another password, or may not migrate
 */
export async function migrate(database: Pick<OpenDatabase, 'db' | 'kind'>): Promise<void> {
  const { error } = await migrateToLatest(database).catch((cause: unknown) => ({ error: cause }))
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (code === NOT_ALLOWED) throw new CommandError(OWNER_FIRST, { cause: error })
  if (UNKNOWN_ROLE.includes(code)) throw new CommandError(`PostgreSQL: ${message}. ${ROLE_FIRST}`, { cause: error })
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
