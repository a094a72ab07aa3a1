/** Rules of the audit log. Pages import them, so there are no schemas here. */

/** Counts are exact up to this number: pages show `1000+` above it. */
export const AUDIT_COUNTED_MAX = 1000
/** Maximum number of days in the counts by day. */
export const AUDIT_DAYS_MAX = 92
/** Number of days that are counted when no first day is given. */
export const AUDIT_DAYS = 30
export const AUDIT_SEARCH_MAX = 60

/**
 * Kind of a fault. `entry`: the entry with this id does not match its hash. `head`: the table has another number of entries.
 * `mark`: the log does not continue the mark at this number of entries, e.g. after a backup was restored. `log`: the same for the
 * mark in the public log. `event`: the event with this id of a custody chain does not match its digest or has no entry.
 * `lostEvent`: the event that the entry with this id names is missing.
 */
export const AUDIT_FAULTS = ['entry', 'head', 'mark', 'log', 'event', 'lostEvent'] as const

export interface AuditFault {
  kind: (typeof AUDIT_FAULTS)[number]
  at: number
}

/** Describes a fault in Chinese. @param entries number of checked entries */
export function describeAuditFault({ kind, at }: AuditFault, entries: number): string {
  if (kind === 'entry') return `第 ${at} 条与校验值不符，这一条或它之前的记录被人绕过网站改动或删除过。`
  if (kind === 'head') return `应有 ${at} 条，实有 ${entries} 条，最新的记录被人绕过网站删除或改动过。`
  if (kind === 'log') return `公开日志登记过前 ${at} 条的校验值，现在的记录与它不符，有记录被人绕过网站删除或改动过。`
  if (kind === 'event') return `操作记录完整，但保管链的第 ${at} 号事件与它不符，这个事件被人绕过网站改动或添加过。`
  if (kind === 'lostEvent') return `第 ${at} 条所记的保管链事件不在了，它被人绕过网站删除或改动过。`
  const found = entries < at ? `记录只有 ${entries} 条，短于标记的 ${at} 条` : `第 ${at} 条与标记不同`
  return `${at === 0 ? '标记文件 audit.mark 无法核对' : found}。可能恢复了较早的备份；如果没有恢复过，就是有记录被人删除或改动过。`
}
