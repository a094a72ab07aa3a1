import { type CommandOptions, EXIT, type Exit, runCommand } from '#commands/command.ts'
import { withDatabase } from '#db/migrate.ts'
import type { Db } from '#db/open.ts'
import { createPasswords } from '#resources/login/passwords.ts'
import { createAdminAccounts } from './admin-accounts.ts'
import { type AdminResult, runAdmin } from './admin-command.ts'
import { runAudit } from './audit-command.ts'
import { runSite } from './site-command.ts'

/** `npm run admin`: accounts, site information, audit log. Prints changes to `output`, refusals to `progress`. */
export async function runAdminCommand(options: CommandOptions): Promise<Exit> {
  const { args, output, progress, now = Date.now } = options
  return await runCommand({ ...options, output: progress }, async ({ databaseUrl }) => {
    // Without demo content: it would be published on a site that was started without it.
    return await withDatabase(databaseUrl, async ({ db }) => {
      const { exitCode, lines } = await run(db, args, now)
      for (const line of lines) (exitCode === EXIT.done ? output : progress).write(`${line}\n`)
      return exitCode
    })
  })
}

async function run(db: Db, args: readonly string[], now: () => number): Promise<AdminResult> {
  const [what, ...rest] = args
  if (what === 'site') return await runSite(rest, { db, now })
  if (what === 'audit' && rest.length === 0) return await runAudit(db)
  return await runAdmin(args, { accounts: createAdminAccounts({ db, now }), passwords: createPasswords() })
}
