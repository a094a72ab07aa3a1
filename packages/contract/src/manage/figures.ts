import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { CertificateNo } from '../certificates/certificates.ts'
import { LOG_FAULTS, type LogFaultKind } from '../log.ts'
import { nullable, nullableString } from '../shapes.ts'
import { AuditFaultShape } from './audit.ts'
import { WAITING_KINDS, type WaitingKind } from './waiting-rules.ts'

/** Ours: what waits for staff, what the site is used for, and the state of mail, storage, backups and logs. */

export const Waiting = Type.Object({
  kind: Type.Unsafe<WaitingKind>({ type: 'string', enum: [...WAITING_KINDS] }),
  count: Type.Integer(),
  /** The one that is due first; `null`: nothing waits. */
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
    /** For owners: numbers that do not match the public log, up to `MISMATCHES_MAX`; left out when there are none. */
    mismatches: Type.Optional(Type.Array(CertificateNo)),
    /** For owners: who prepares or approves certificates without a name for signing, up to `UNSIGNED_MAX`; likewise. */
    unsigned: Type.Optional(Type.Array(Type.Object({ id: Type.String(), nickname: Type.String() }))),
  }),
})

/** One number a day, in the order of `days`. */
const series = Type.Array(Type.Integer())
const top = Type.Array(Type.Object({ name: Type.String(), times: Type.Integer() }))

export const Statistics = Type.Object({
  /** `yyyy-MM-dd` in UTC+8, oldest first; the last is today. */
  days: Type.Array(Type.String()),
  /** The first counted day of all; `null`: nothing was counted yet. */
  firstDay: nullableString,
  /** Loaded pages. */
  views: series,
  lookups: Type.Object({
    /** A certificate, or a sample that is being examined. */
    found: series,
    /** The page showed that the number cannot be right. */
    mistyped: series,
    /** Unknown number, wrong code, or not published. */
    unknown: series,
    withdrawn: series,
  }),
  /** Sums of what is part of `found` and of `unknown`. */
  parts: Type.Object({
    reissued: Type.Integer(),
    examination: Type.Integer(),
    wrongCode: Type.Integer(),
    unpublished: Type.Integer(),
  }),
  /** Busiest pages: `PAGE_PATHS`, or `other`. */
  pages: top,
  /** First ten characters of numbers that do not exist; `other`: beyond the limit of a day. */
  unknownNumbers: top,
  /** What several clients searched for on one day, without hits. */
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

/**
 * Why a mail was not sent. `connection`: the mail server does not answer. `login`: it refuses the account. `refused`: it
 * refuses the mail.
 */
export const MAIL_FAILURES = ['connection', 'login', 'refused', 'other'] as const
export type MailFailure = (typeof MAIL_FAILURES)[number]

/** `detail`: the origin, size or index of the fault. */
const logFault = Type.Object({
  kind: Type.Unsafe<LogFaultKind>({ type: 'string', enum: [...LOG_FAULTS] }),
  detail: Type.String(),
})

export const Health = Type.Object({
  mail: Type.Object({
    /** `off`: none is configured. `mailbox`: the developer's, nothing leaves this machine. */
    mode: Type.Unsafe<'on' | 'off' | 'mailbox'>({ type: 'string', enum: ['on', 'off', 'mailbox'] }),
    sentAt: nullableString,
    failedAt: nullableString,
    /** Answers to visitors that could not be sent, and wait for somebody to send them again. */
    unsent: Type.Integer(),
    failure: Type.Union([Type.Unsafe<MailFailure>({ type: 'string', enum: [...MAIL_FAILURES] }), Type.Null()]),
  }),
  storage: Type.Object({
    database: Type.Unsafe<'sqlite' | 'postgres'>({ type: 'string', enum: ['sqlite', 'postgres'] }),
    /** Of the files in `DATA_DIR`. */
    usedBytes: Type.Integer(),
    /** Of the disk that holds it. */
    freeBytes: Type.Integer(),
    totalBytes: Type.Integer(),
    /** Growth of a day, over the samples of the last 30; `null` with less than two. */
    dailyBytes: Type.Union([Type.Number(), Type.Null()]),
    measuredAt: Type.String(),
  }),
  backup: Type.Object({
    /** When the newest in `DATA_DIR/backups` was made; `null`: there is none. */
    newestAt: nullableString,
    count: Type.Integer(),
    /** False: the database is PostgreSQL, whose own dump is not known here. */
    hasDatabase: Type.Boolean(),
  }),
  audit: Type.Object({
    entries: Type.Integer(),
    /** When the whole chain was last checked; `null`: not yet. */
    checkedAt: nullableString,
    /** What did not fit then; `null`: everything did. */
    fault: nullable(AuditFaultShape),
    /** Entries that were checked then. */
    checkedEntries: Type.Integer(),
  }),
  /** The public log. */
  log: Type.Object({
    /** `null`: it is not made yet. */
    origin: nullableString,
    entries: Type.Integer(),
    signedAt: nullableString,
    /** Entries that no checkpoint covers. */
    unsigned: Type.Integer(),
    /** Names of configured witnesses that did not cosign when they were asked last. */
    awayWitnesses: Type.Array(Type.String()),
    /** No certificate can be published. */
    stopped: Type.Union([logFault, Type.Null()]),
    /** The last check of all entries, and what did not fit then; `null`: not yet. */
    checked: Type.Union([Type.Object({ at: Type.String(), fault: Type.Union([logFault, Type.Null()]) }), Type.Null()]),
  }),
})
export type Health = Static<typeof Health>

export const getHealth = defineCall('GET /v1/manage/health', {
  access: 'staff',
  summary: 'Ours: state of mail, storage, backups, audit log and public log, as far as the site knows it',
  duties: ['approve'],
  data: Health,
})

export const figureCalls = [getOverview, getStatistics, exportStatistics, getHealth] as const
