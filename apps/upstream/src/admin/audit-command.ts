import { EXIT } from '#commands/command.ts'
import type { Db } from '#db/open.ts'
import { countOf } from '#db/queries.ts'
import { createAuditRepository } from '#manage/audit-log.ts'
import type { AdminResult } from './admin-command.ts'

/** `npm run admin -- audit`: reads the whole audit log and checks its chain. Refuses when an entry does not fit. */
export async function runAudit(db: Db): Promise<AdminResult> {
  const broken = await createAuditRepository({ db }).firstBroken()
  const entries = await countOf(db.selectFrom('audit_log'))
  if (broken === null) return { exitCode: EXIT.done, lines: [`${entries} entries; each one fits the one before.`] }
  return {
    exitCode: EXIT.refused,
    lines: [`Entry ${broken} does not fit: it, or one before it, was altered or taken away behind the site's back.`],
  }
}
