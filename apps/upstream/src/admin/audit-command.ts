import { EXIT } from '#commands/command.ts'
import type { Db } from '#db/open.ts'
import { checkChain } from '#manage/audit-log.ts'
import type { AdminResult } from './admin-command.ts'

/** `npm run admin -- audit`: reads the whole audit log and checks its chain. Refuses when an entry does not fit. */
export async function runAudit(db: Db): Promise<AdminResult> {
  const { entries, brokenId } = await checkChain(db)
  if (brokenId === null) return { exitCode: EXIT.done, lines: [`${entries} entries; each one fits the one before.`] }
  return {
    exitCode: EXIT.refused,
    lines: [`Entry ${brokenId} does not fit: it, or one before it, was altered or taken away behind the site's back.`],
  }
}
