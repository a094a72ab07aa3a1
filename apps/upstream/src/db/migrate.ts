import { type Migration, Migrator } from 'kysely/migration'
import { CommandError } from '#commands/command-error.ts'
import { firstTables } from './migrations/0001-first-tables.ts'
import { standingPages } from './migrations/0002-standing-pages.ts'
import { certificates } from './migrations/0003-certificates.ts'
import { accounts } from './migrations/0004-accounts.ts'
import { community } from './migrations/0005-community.ts'
import { chat } from './migrations/0006-chat.ts'
import { listSpeed } from './migrations/0007-list-speed.ts'
import { searches } from './migrations/0008-searches.ts'
import { ownAccount } from './migrations/0009-own-account.ts'
import { staffNames } from './migrations/0010-staff-names.ts'
import { blocks } from './migrations/0011-blocks.ts'
import { feedbackAnswers } from './migrations/0012-feedback-answers.ts'
import { reportPictures } from './migrations/0013-report-pictures.ts'
import { staff } from './migrations/0014-staff.ts'
import { siteSettings } from './migrations/0015-site-settings.ts'
import { contentVersions } from './migrations/0016-content-versions.ts'
import { people } from './migrations/0017-people.ts'
import { tickets } from './migrations/0018-tickets.ts'
import { setup } from './migrations/0019-setup.ts'
import { figures } from './migrations/0020-figures.ts'
import { contentWork } from './migrations/0021-content-work.ts'
import { peopleLists } from './migrations/0023-people-lists.ts'
import { ticketWork } from './migrations/0024-ticket-work.ts'
import { savedViews } from './migrations/0025-saved-views.ts'
import { listSearches } from './migrations/0027-list-searches.ts'
import { ticketPictures } from './migrations/0038-ticket-pictures.ts'
import { reportEvidence } from './migrations/0054-report-evidence.ts'
import { reportReasons } from './migrations/0059-report-reasons.ts'
import { auditBase } from './migrations/audit/0051-audit-base.ts'
import { auditSearch } from './migrations/audit/0056-audit-search.ts'
import { auditLowerCase } from './migrations/audit/0061-audit-lower-case.ts'
import { certificateDesk } from './migrations/certificates/0030-certificate-desk.ts'
import { deskFilters } from './migrations/certificates/0031-desk-filters.ts'
import { deskPictureDigests } from './migrations/certificates/0033-desk-picture-digests.ts'
import { certificateWithdrawals } from './migrations/certificates/0034-certificate-withdrawals.ts'
import { certificatePrints } from './migrations/certificates/0035-certificate-prints.ts'
import { certificateBatches } from './migrations/certificates/0036-certificate-batches.ts'
import { keeping } from './migrations/certificates/0037-keeping.ts'
import { hiddenWorks } from './migrations/certificates/0039-hidden-works.ts'
import { publicLog } from './migrations/certificates/0040-public-log.ts'
import { logWitnesses } from './migrations/certificates/0043-log-witnesses.ts'
import { batchLimits } from './migrations/certificates/0047-batch-limits.ts'
import { dayNumbers } from './migrations/certificates/0048-day-numbers.ts'
import { outletChecks } from './migrations/certificates/0049-outlet-checks.ts'
import { batchPictures } from './migrations/certificates/0058-batch-pictures.ts'
import { certificateRecoveries } from './migrations/certificates/0060-certificate-recoveries.ts'
import { partners } from './migrations/partners/0044-partners.ts'
import { webhooks } from './migrations/partners/0045-webhooks.ts'
import { signingNames } from './migrations/staff/0050-signing-names.ts'
import { proofs } from './migrations/staff/0055-proofs.ts'
import { type DatabaseKind, type OpenDatabase, openDatabase } from './open.ts'

/** PostgreSQL: insufficient_privilege. */
const NOT_ALLOWED = '42501'
const OWNER_FIRST =
  'The database needs a migration, which the role of DATABASE_URL may not do: run `docker compose run --rm --no-deps schema` first.'

/** Every migration by its name, in order. A new one is a file and a line here; names are never changed again. */
export function migrationsOf(kind: DatabaseKind): Record<string, Migration> {
  return {
    '0001-first-tables': firstTables(kind),
    '0002-standing-pages': standingPages(kind),
    '0003-certificates': certificates(kind),
    '0004-accounts': accounts(),
    '0005-community': community(kind),
    '0006-chat': chat(kind),
    '0007-list-speed': listSpeed(kind),
    '0008-searches': searches(),
    '0009-own-account': ownAccount(),
    '0010-staff-names': staffNames(),
    '0011-blocks': blocks(),
    '0012-feedback-answers': feedbackAnswers(),
    '0013-report-pictures': reportPictures(),
    '0014-staff': staff(kind),
    '0015-site-settings': siteSettings(kind),
    '0016-content-versions': contentVersions(kind),
    '0017-people': people(kind),
    '0018-tickets': tickets(kind),
    '0019-setup': setup(kind),
    '0020-figures': figures(),
    '0021-content-work': contentWork(),
    '0023-people-lists': peopleLists(),
    '0024-ticket-work': ticketWork(kind),
    '0025-saved-views': savedViews(kind),
    '0027-list-searches': listSearches(kind),
    '0030-certificate-desk': certificateDesk(kind),
    '0031-desk-filters': deskFilters(kind),
    '0033-desk-picture-digests': deskPictureDigests(),
    '0034-certificate-withdrawals': certificateWithdrawals(kind),
    '0035-certificate-prints': certificatePrints(kind),
    '0036-certificate-batches': certificateBatches(kind),
    '0037-keeping': keeping(kind),
    '0038-ticket-pictures': ticketPictures(),
    '0039-hidden-works': hiddenWorks(kind),
    '0040-public-log': publicLog(kind),
    '0043-log-witnesses': logWitnesses(kind),
    '0044-partners': partners(kind),
    '0045-webhooks': webhooks(kind),
    '0047-batch-limits': batchLimits(),
    '0048-day-numbers': dayNumbers(kind),
    '0049-outlet-checks': outletChecks(kind),
    '0050-signing-names': signingNames(),
    '0051-audit-base': auditBase(),
    '0054-report-evidence': reportEvidence(),
    '0055-proofs': proofs(),
    '0056-audit-search': auditSearch(kind),
    '0058-batch-pictures': batchPictures(),
    '0059-report-reasons': reportReasons(kind),
    '0060-certificate-recoveries': certificateRecoveries(kind),
    '0061-audit-lower-case': auditLowerCase(kind),
  }
}

/**
 * Migrates forward only. When several instances start together, one holds the lock and the others wait. Given a
 * transaction, everything is part of it.
 * @throws the error of the failed migration, whose changes are rolled back; `CommandError` for a role that may not migrate
 */
export async function migrate({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(kind) } })
  const { error } = await migrator.migrateToLatest()
  if ((error as { code?: unknown } | undefined)?.code === NOT_ALLOWED)
    throw new CommandError(OWNER_FIRST, { cause: error })
  if (error) throw error
}

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
