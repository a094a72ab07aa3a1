import { type Duty, SIGNING_DUTIES } from '@portal/contract/accounts/duties.ts'
import { getArticleViews } from '@portal/contract/articles/article-views.ts'
import { exportStatistics, getHealth, getOverview, getStatistics } from '@portal/contract/site/figures.ts'
import { MAIL_FAILURES, type MailFailure } from '@portal/contract/site/mail-failures.ts'
import { UNSIGNED_MAX } from '@portal/contract/site/waiting-rules.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addCsvExport } from '#accounts/duties/csv-export.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { findLatestAltered } from '#certificates/lookup/check-unaltered.ts'
import { readLatestLogCheck } from '#log/log-check.ts'
import { readStopped } from '#log/log-fault.ts'
import { type LogState, readLogState } from '#log/log-signer.ts'
import { findAwayWitnesses } from '#log/witnesses/away-witnesses.ts'
import type { Witness } from '#log/witnesses/witness.ts'
import { countOrders } from '#orders/lists/order-list.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows, isAny } from '#platform/db/queries.ts'
import { articleMissing } from '#platform/errors.ts'
import type { HealthMarks } from '#platform/figures/health-marks.ts'
import type { FileCheck } from '#platform/files/missing-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { countDead } from '#platform/jobs/job-rows.ts'
import { type Mailer, noMailer } from '#platform/mail/mailer.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { readArticleViews } from './article-views.ts'
import type { AuditChecker } from './audit-check.ts'
import { readStatistics } from './statistics.ts'
import { makeStatisticsCsv } from './statistics-csv.ts'
import { readBackups, type StorageWatch } from './storage.ts'
import { readWaiting } from './waiting.ts'

const DAYS = 30
/** Duties that see the counts of orders. */
const ORDER_DUTIES: readonly Duty[] = ['reception', 'support', 'certify', 'approve', 'owner']
const MAIL_REASONS = Object.keys(MAIL_FAILURES) as MailFailure[]

interface Options {
  digest: Digest
  auditCheck: AuditChecker
  certificates: CertificateRepository
  db: Db
  fileCheck: FileCheck
  mailer: Mailer
  marks: HealthMarks
  now: () => number
  storage: StorageWatch
  witnesses: Witness[]
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'smtpUrl'>
}

/** Routes of the overview: waiting work, figures of the site, and its health. */
export const figureRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, mailer, marks, storage, auditCheck, fileCheck, witnesses, certificates, config } = options

  addRoute(app, getOverview, async (request) => {
    const { duties } = getAccount(request)
    const isOwner = duties.includes('owner')
    const mismatches = isOwner ? await findLatestAltered(db, certificates) : []
    const unsigned = isOwner ? await findUnsigned(db) : []
    return ok({
      waiting: await readWaiting(db, duties, now()),
      ...(mismatches.length > 0 && { mismatches }),
      ...(unsigned.length > 0 && { unsigned }),
      ...(duties.some((duty) => ORDER_DUTIES.includes(duty)) && { orders: await countOrders(db, now()) }),
    })
  })

  addRoute(app, getStatistics, async ({ query }) => ok(await readStatistics(db, now(), query.days ?? DAYS)))

  addRoute(app, getArticleViews, async ({ params: { id } }) => {
    if (!(await isAny(db.selectFrom('articles').select('id').where('id', '=', id)))) throw articleMissing()
    return ok(await readArticleViews(db, id, now()))
  })

  addCsvExport(app, options, exportStatistics, {
    createFile: async ({ query }) => makeStatisticsCsv(await readStatistics(db, now(), query.days ?? DAYS)),
  })

  addRoute(app, getHealth, async () => {
    const { 'mail.sent': sent, 'mail.failed': failed } = await marks.readAll()
    const checked = await auditCheck.readLatest()
    const logChecked = (await readLatestLogCheck(marks)) ?? null
    const measured = await storage.readLatest()
    const filesChecked = await fileCheck.readLatest()
    const backups = await readBackups(config.dataDir)
    const { entries } = await db.selectFrom('audit_head').select('entries').executeTakeFirstOrThrow()
    const failure = MAIL_REASONS.find((one) => one === failed?.detail) ?? null
    const isMailOff = mailer === noMailer
    return ok({
      mail: {
        mode: isMailOff ? ('off' as const) : config.smtpUrl ? ('on' as const) : ('mailbox' as const),
        sentAt: formatTime(sent?.at),
        failedAt: formatTime(failed?.at),
        failure,
        unsent: await countRows(db.selectFrom('ticket_mails').where('state', '=', 'failed')),
      },
      storage: {
        database: config.databaseUrl.startsWith('sqlite:') ? ('sqlite' as const) : ('postgres' as const),
        usedBytes: measured.usedBytes,
        freeBytes: measured.freeBytes,
        totalBytes: measured.totalBytes,
        dailyBytes: await storage.computeGrowth(),
        measuredAt: toWireDateTime(measured.atMs),
        missingFiles: filesChecked?.missing ?? 0,
        filesCheckedAt: formatTime(filesChecked?.atMs),
      },
      backup: {
        newestAt: formatTime(backups.newestMs),
        count: backups.count,
        hasDatabase: backups.hasDatabase,
      },
      audit: {
        entries,
        checkedAt: formatTime(checked?.at),
        fault: checked?.fault ?? null,
        checkedEntries: checked?.entries ?? 0,
      },
      deadJobs: (await countDead(db))
        .filter(({ kind }) => kind !== 'ticketMail')
        .map(({ kind, count, lastAt }) => ({ kind, count, lastTime: toWireDateTime(lastAt) })),
      log: {
        ...logHealth(await readLogState(db)),
        checked: logChecked && { at: toWireDateTime(logChecked.at), fault: logChecked.fault },
        awayWitnesses: await findAwayWitnesses(db, witnesses),
      },
    })
  })
}

/** Finds people who prepare or approve certificates without a name for signing, oldest accounts first. */
async function findUnsigned(db: Db) {
  return await db
    .selectFrom('users')
    .select(['id', 'nickname'])
    .where('signing_name', 'is', null)
    .where('status', '=', ACCOUNT_STATUS.normal)
    .where('id', 'in', db.selectFrom('duties').select('user_id').where('duty', 'in', SIGNING_DUTIES))
    .orderBy('created_at')
    .orderBy('id')
    .limit(UNSIGNED_MAX)
    .execute()
}

const logHealth = ({ origin, size, signed_size, signed_at, stopped }: LogState) => ({
  origin,
  entries: size,
  unsigned: size - signed_size,
  signedAt: formatTime(signed_at),
  stopped: stopped === null ? null : readStopped(stopped),
})

function formatTime(atMs: number | null | undefined): string | null {
  return atMs === null || atMs === undefined ? null : toWireDateTime(atMs)
}
