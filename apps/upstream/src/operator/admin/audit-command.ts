import { acceptAudit } from '#log/audit/accept-audit.ts'
import { advanceAuditMark } from '#log/audit/audit-mark.ts'
import { type ChainOptions, checkChain } from '#log/audit/chain-check.ts'
import { findEventFault } from '#orders/event-check.ts'
import type { AuditWriter } from '#platform/audit/audit-log.ts'
import { EXIT } from '#platform/commands/command.ts'
import { hasKey } from '#platform/secrets/claim-key.ts'
import type { AdminResult } from './admin-result.ts'

export const AUDIT_USAGE = [
  'npm run admin -- audit                       核对操作记录 (checks the log of what staff did)',
  'npm run admin -- audit-accept                恢复较早的备份或丢失密钥之后，认可操作记录的现状 (accepts the log as it is, after a restored backup or a lost key)',
]

const WORDS = {
  entry: (at: number) =>
    `Entry ${at} does not fit: it, or one before it, was altered or taken away behind the site's back.`,
  head: (at: number, entries: number) =>
    `There must be ${at} entries, and ${entries} were found: the newest ones were taken away or altered behind the site's back.`,
  mark: (at: number, entries: number) =>
    at === 0
      ? 'The mark of the audit log (audit.mark-… in the area marks of the file store) holds something else than a mark, so the log cannot be compared with ' +
        'it. Find out what has changed that file. Once you know that no entry is missing: `npm run admin -- audit-accept`.'
      : `${entries} entries do not continue the mark (audit.mark), which has ${at}. If an older backup was restored, this is right: ` +
        'run `npm run admin -- audit-accept`. Otherwise entries were taken away or altered.',
  log: (at: number) =>
    `The public log has another hash of the first ${at} entries: entries were taken away or altered behind the site's back.`,
  event: (at: number) =>
    `The log fits, but event ${at} of a custody chain (order_events) does not: it was altered or added behind the site's back.`,
  lostEvent: (at: number) =>
    `The event of a custody chain that entry ${at} names is not there: it was taken away or altered behind the site's back.`,
}

const OTHER_KEY =
  'The database has the key of this machine from now on, and starts with no other. Codes of certificates, and what was sealed with the former key, stay lost.'

/**
 * `npm run admin -- audit`: reads the whole audit log, checks its chain and the custody chains by it, and advances the mark as the daily check does.
 * Refuses when it finds a fault.
 */
export async function runAudit(options: ChainOptions): Promise<AdminResult> {
  const { entries, fault: chainFault, newest } = await checkChain(options)
  const fault = chainFault ?? (await findEventFault(options.db))
  if (newest) await advanceAuditMark(options.markStore, newest)
  if (!fault) return { exitCode: EXIT.done, lines: [`${entries} entries; each one fits the one before.`] }
  return { exitCode: EXIT.refused, lines: [WORDS[fault.kind](fault.at, entries)] }
}

/**
 * `npm run admin -- audit-accept`: makes the present entries the base of a new chain, and this key that of the database.
 * Refuses when the chain has no fault and this is the key.
 */
export async function runAuditAccept(options: ChainOptions & AuditWriter): Promise<AdminResult> {
  const { fault, entries: checked } = await checkChain(options)
  const isOtherKey = !(await hasKey(options.db, options.digest))
  if (!fault && !isOtherKey) return { exitCode: EXIT.refused, lines: ['The audit log fits. Nothing was changed.'] }
  const { marked, entries } = await acceptAudit(options)
  return {
    exitCode: EXIT.done,
    lines: [
      ...(fault ? [WORDS[fault.kind](fault.at, checked)] : []),
      `Accepted: ${entries} entries as they are now, in place of ${marked ?? 'no'} of the mark. An entry of the log says so.`,
      ...(isOtherKey ? [OTHER_KEY] : []),
    ],
  }
}
