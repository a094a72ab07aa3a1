import { type Static, Type } from 'typebox'
import { AuditFaultShape } from '../audit/audit.ts'
import { defineCall } from '../call.ts'
import { CertificateNo } from '../certificates/certificates.ts'
import { LOG_FAULTS, type LogFaultKind } from '../log/log.ts'
import { nullable, nullableString } from '../shapes.ts'
import { JOB_KINDS, type JobKind } from './job-rules.ts'
import { MAIL_FAILURES, type MailFailure } from './mail-failures.ts'
import { WAITING_KINDS, type WaitingKind } from './waiting-rules.ts'

/** Ours: pending tasks of staff, statistics of the site, and the state of mail, storage, backups and logs. */

export const Waiting = Type.Object({
  kind: Type.Unsafe<WaitingKind>({ type: 'string', enum: [...WAITING_KINDS] }),
  count: Type.Integer(),
  /** The task that is due first; `null`: no task is pending. */
  oldest: Type.Union([
    Type.Object({
      title: Type.String(),
      /** `yyyy-MM-dd HH:mm:ss` in UTC+8, as all times here. */
      since: Type.String(),
      dueAt: Type.String(),
    }),
    Type.Null(),
  ]),
})
export type Waiting = Static<typeof Waiting>

export const getOverview = defineCall('GET /v1/manage/overview', {
  access: 'staff',
  summary: 'Ours: what waits for the caller by kind, with the oldest; only kinds that the duties allow',
  data: Type.Object({
    waiting: Type.Array(Waiting),
    /** Owners only: numbers that do not match the public log, up to `MISMATCHES_MAX`; left out when there are none. */
    mismatches: Type.Optional(Type.Array(CertificateNo)),
    /**
     * Owners only: people who prepare or approve certificates but have no name for signing, up to `UNSIGNED_MAX`; left out when
     * there are none.
     */
    unsigned: Type.Optional(Type.Array(Type.Object({ id: Type.String(), nickname: Type.String() }))),
    /** Orders by mark and the orders that are ready, up to one above `WAITING_MAX`; left out for people without a duty for orders. */
    orders: Type.Optional(
      Type.Object({ today: Type.Integer(), ready: Type.Integer(), late: Type.Integer(), held: Type.Integer() }),
    ),
  }),
})

/** One number for each day, in the order of `days`. */
const series = Type.Array(Type.Integer())
const top = Type.Array(Type.Object({ name: Type.String(), times: Type.Integer() }))

export const Statistics = Type.Object({
  /** `yyyy-MM-dd` in UTC+8, oldest first; the last is today. */
  days: Type.Array(Type.String()),
  /** First counted day of all; `null`: nothing is counted yet. */
  firstDay: nullableString,
  /** Number of loaded pages. */
  views: series,
  lookups: Type.Object({
    /** Lookups that found a certificate, or a sample under examination. */
    found: series,
    /** Lookups that the page stopped, because the number cannot be right. */
    mistyped: series,
    /** Lookups with an unknown number, a wrong code, or an unpublished certificate. */
    unknown: series,
    withdrawn: series,
  }),
  /** Sums of parts of `found` and `unknown`. */
  parts: Type.Object({
    reissued: Type.Integer(),
    examination: Type.Integer(),
    wrongCode: Type.Integer(),
    unpublished: Type.Integer(),
  }),
  /** Most visited pages: `PAGE_PATHS`, or `other`. */
  pages: top,
  /** First ten characters of numbers that do not exist; `other`: those above the limit of a day. */
  unknownNumbers: top,
  /** Searches without results that several clients made on one day. */
  missedSearches: top,
})
export type Statistics = Static<typeof Statistics>

const period = Type.Object({
  days: Type.Optional(Type.Unsafe<30 | 90>({ type: 'integer', enum: [30, 90], examples: [30] })),
})

export const getStatistics = defineCall('GET /v1/manage/statistics', {
  access: 'staff',
  summary: 'Ours: visits, lookups and searches of the last 30 or 90 days, counted without personal data',
  query: period,
  data: Statistics,
})

export const exportStatistics = defineCall('GET /v1/manage/statistics/export', {
  access: 'staff',
  summary: 'Ours: the same as a CSV file',
  duties: ['owner'],
  query: period,
  data: Type.Unknown(),
  file: true,
  fileName: 'statistics.csv',
  audit: 'statistics.export',
})

/** `detail`: origin, size or index of the fault. */
const logFault = Type.Object({
  kind: Type.Unsafe<LogFaultKind>({ type: 'string', enum: [...LOG_FAULTS] }),
  detail: Type.String(),
})

export const Health = Type.Object({
  mail: Type.Object({
    /** `off`: no mail server is configured. `mailbox`: the developer's mailbox, nothing leaves this machine. */
    mode: Type.Unsafe<'on' | 'off' | 'mailbox'>({ type: 'string', enum: ['on', 'off', 'mailbox'] }),
    sentAt: nullableString,
    failedAt: nullableString,
    /** Answers to visitors whose mail failed and must be sent again by hand. */
    unsent: Type.Integer(),
    failure: Type.Union([Type.Unsafe<MailFailure>({ type: 'string', enum: Object.keys(MAIL_FAILURES) }), Type.Null()]),
  }),
  storage: Type.Object({
    database: Type.Unsafe<'sqlite' | 'postgres'>({ type: 'string', enum: ['sqlite', 'postgres'] }),
    /** Size of the files in `DATA_DIR`, or in object storage; `null` while that does not answer. */
    usedBytes: nullable(Type.Integer()),
    /** Free space of the disk that contains `DATA_DIR`; `null`: files are in object storage. */
    freeBytes: nullable(Type.Integer()),
    totalBytes: nullable(Type.Integer()),
    /** Daily growth, over the samples of the last 30 days; `null` with fewer than two. */
    dailyBytes: Type.Union([Type.Number(), Type.Null()]),
    measuredAt: Type.String(),
    /** Number of stored files that the last daily check did not find although rows name them. */
    missingFiles: Type.Integer(),
    filesCheckedAt: nullableString,
  }),
  backup: Type.Object({
    /** Time of the newest backup in `DATA_DIR/backups`; `null`: there is none. */
    newestAt: nullableString,
    count: Type.Integer(),
    /** False: the database is PostgreSQL, whose own dumps this server does not see. */
    hasDatabase: Type.Boolean(),
  }),
  audit: Type.Object({
    entries: Type.Integer(),
    /** Time of the last check of the whole chain; `null`: none so far. */
    checkedAt: nullableString,
    /** Fault that it found; `null`: none. */
    fault: nullable(AuditFaultShape),
    /** Number of entries that it checked. */
    checkedEntries: Type.Integer(),
  }),
  /**
   * Work of the site that failed until it was given up, in the last 30 days, by kind. Mails of answers are left out: `mail.unsent`
   * counts them.
   */
  deadJobs: Type.Array(
    Type.Object({
      kind: Type.Unsafe<JobKind>({ type: 'string', enum: [...JOB_KINDS] }),
      count: Type.Integer(),
      /** Time at which the last of them was given up. */
      lastTime: Type.String(),
    }),
  ),
  /** The public log. */
  log: Type.Object({
    /** `null`: the log does not exist yet. */
    origin: nullableString,
    entries: Type.Integer(),
    signedAt: nullableString,
    /** Number of entries that no checkpoint covers. */
    unsigned: Type.Integer(),
    /** Names of configured witnesses that did not cosign the last request. */
    awayWitnesses: Type.Array(Type.String()),
    /** Fault because of which no certificate can be published. */
    stopped: Type.Union([logFault, Type.Null()]),
    /** Last check of all entries, and the fault that it found; `null`: none so far. */
    checked: Type.Union([Type.Object({ at: Type.String(), fault: Type.Union([logFault, Type.Null()]) }), Type.Null()]),
  }),
})
export type Health = Static<typeof Health>

export const getHealth = defineCall('GET /v1/manage/health', {
  access: 'staff',
  summary:
    'Ours: state of mail, storage, backups, background work, audit log and public log, as far as the site knows it',
  duties: ['approve'],
  data: Health,
})

export const figureCalls = [getOverview, getStatistics, exportStatistics, getHealth] as const
