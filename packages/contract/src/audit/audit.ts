import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nullable, nullableString, wireDay } from '../shapes.ts'
import { AUDIT_FAULTS, AUDIT_SEARCH_MAX, type AuditFault } from './audit-rules.ts'

/** Ours: the log of the actions of staff. */

/** One changed member. Long texts are named by their version; secrets and check codes are never here. */
export const AuditChange = Type.Object({
  member: Type.String(),
  before: nullableString,
  after: nullableString,
})
export type AuditChange = Static<typeof AuditChange>

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  /** `yyyy-MM-dd HH:mm:ss` in UTC+8. */
  time: Type.String(),
  /** `null`: a command of the operator, or the site itself. */
  actorId: nullableString,
  actorName: Type.String(),
  /** `audit` of the call. */
  action: Type.String(),
  targetKind: nullableString,
  targetId: nullableString,
  /** Title or name at the time of the action. */
  targetName: nullableString,
  changes: Type.Array(AuditChange),
  outcome: Type.Unsafe<'done' | 'refused' | 'failed'>({ type: 'string', enum: ['done', 'refused', 'failed'] }),
  /** `refused`, `failed`: the reason. */
  reason: nullableString,
  requestId: Type.String(),
  /** Network of the client: /24 of IPv4, /48 of IPv6. */
  network: Type.String(),
  /** Browser and system, e.g. `Chrome · Windows`. */
  device: nullableString,
  hash: Type.String(),
})
export type AuditEntry = Static<typeof AuditEntry>

const auditFilter = {
  actor: Type.Optional(Type.String({ maxLength: 64 })),
  /** An action or a group of them: `article` finds `article.publish`. */
  action: Type.Optional(Type.String({ maxLength: 64, pattern: '^[\\w.]+$' })),
  targetKind: Type.Optional(Type.String({ maxLength: 32 })),
  targetId: Type.Optional(Type.String({ maxLength: 64 })),
  outcome: Type.Optional(Type.String({ maxLength: 16 })),
  /** First day; `to` is the last. */
  from: Type.Optional(wireDay),
  to: Type.Optional(wireDay),
  /** Part of the shown text of an entry: person, action, object, number, changed members and their values, reason. */
  search: Type.Optional(Type.String({ maxLength: AUDIT_SEARCH_MAX })),
}

export const listAudit = defineCall('GET /v1/manage/audit', {
  access: 'staff',
  summary: 'Ours: what staff did, newest first; owners see everything, others what they did themselves',
  query: Type.Object({
    ...auditFilter,
    /** Last id of the previous page. */
    after: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  data: Type.Object({ records: Type.Array(AuditEntry), hasMore: Type.Boolean() }),
})

/** Count that is exact up to 1,000; 1,001 means more. */
const count = Type.Integer()

export const countAudit = defineCall('GET /v1/manage/audit/counts', {
  access: 'staff',
  summary:
    'Ours: number of entries that the filters find, and by day: the last 92 of the range, 30 without a first day',
  query: Type.Object(auditFilter),
  data: Type.Object({ total: count, days: Type.Array(Type.Object({ day: Type.String(), entries: count })) }),
})

/** A fault of the chain, see `AuditFault`. */
export const AuditFaultShape = Type.Object({
  kind: Type.Unsafe<AuditFault['kind']>({ type: 'string', enum: [...AUDIT_FAULTS] }),
  at: Type.Integer(),
})

const AuditChain = Type.Object({
  /** Number of entries in the log now. */
  entries: Type.Integer(),
  /** Last check of the whole chain; `null`: none so far. */
  check: nullable(
    Type.Object({
      time: Type.String(),
      /** Number of checked entries: all up to the first fault. */
      entries: Type.Integer(),
      /** `null`: the daily check of the site. */
      byName: nullableString,
      /** `null`: no fault was found. */
      fault: nullable(AuditFaultShape),
    }),
  ),
})
export type AuditChain = Static<typeof AuditChain>

export const getAuditChain = defineCall('GET /v1/manage/audit/chain', {
  access: 'staff',
  duties: ['owner'],
  summary: 'Ours: whether the chain of the audit log was whole when it was last checked',
  data: AuditChain,
})

export const checkAudit = defineCall('POST /v1/manage/audit/check', {
  access: 'staff',
  duties: ['owner'],
  summary: 'Ours: checks the whole chain of the audit log; seconds for a large one',
  data: AuditChain,
  audit: 'audit.check',
  rateLimited: true,
})

export const exportAudit = defineCall('GET /v1/manage/audit/export', {
  access: 'staff',
  summary: 'Ours: the same as a CSV file',
  duties: ['owner'],
  fresh: true,
  query: Type.Object(auditFilter),
  data: Type.Unknown(),
  file: true,
  fileName: 'audit-log.csv',
  audit: 'audit.export',
})

export const auditCalls = [listAudit, countAudit, getAuditChain, checkAudit, exportAudit] as const
