import { acceptAudit } from '#log/audit/accept-audit.ts'
import { advanceAuditMark } from '#log/audit/audit-mark.ts'
import { type ChainOptions, checkChain } from '#log/audit/chain-check.ts'
import type { AuditWriter } from '#platform/audit/audit-log.ts'
import { EXIT } from '#platform/commands/command.ts'
import type { AdminResult } from './admin-result.ts'

export const AUDIT_USAGE = [
  'npm run admin -- audit                       核对操作记录 (checks the log of what staff did)',
  'npm run admin -- audit-accept                恢复较早的备份之后，认可操作记录的现状 (accepts the log as it is, e.g. after a restored backup)',
]

const WORDS = {
  entry: (at: number) =>
    `Entry ${at} does not fit: it, or one before it, was altered or taken away behind the site's back.`,
  head: (at: number, entries: number) =>
    `There must be ${at} entries, and ${entries} were found: the newest ones were taken away or altered behind the site's back.`,
  mark: (at: number, entries: number) =>
    `${entries} entries do not continue DATA_DIR/audit.mark, which has ${at}. If an older backup was restored, this is right: ` +
    'run `npm run admin -- audit-accept`. Otherwise entries were taken away or altered.',
  log: (at: number) =>
    `The public log has another hash of the first ${at} entries: entries were taken away or altered behind the site's back.`,
}

/**
 * `npm run admin -- audit`: reads the whole audit log, checks its chain, and advances the mark as the daily check does.
 * Refuses when the chain has a fault.
 */
export async function runAudit(options: ChainOptions): Promise<AdminResult> {
  const { entries, fault, newest } = await checkChain(options)
  if (newest) await advanceAuditMark(options.db, options.dataDir, newest)
  if (!fault) return { exitCode: EXIT.done, lines: [`${entries} entries; each one fits the one before.`] }
  return { exitCode: EXIT.refused, lines: [WORDS[fault.kind](fault.at, entries)] }
}

/**
 * `npm run admin -- audit-accept`: makes the present entries the base of a new chain. Refuses when the chain has no
 * fault.
 */
export async function runAuditAccept(options: ChainOptions & AuditWriter): Promise<AdminResult> {
  const { fault, entries: checked } = await checkChain(options)
  if (!fault) return { exitCode: EXIT.refused, lines: ['The audit log fits. Nothing was changed.'] }
  const { marked, entries } = await acceptAudit(options)
  return {
    exitCode: EXIT.done,
    lines: [
      WORDS[fault.kind](fault.at, checked),
      `Accepted: ${entries} entries as they are now, in place of ${marked ?? 'no'} of the mark. An entry of the log says so.`,
    ],
  }
}
