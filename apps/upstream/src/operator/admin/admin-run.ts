import { createPasswords } from '#accounts/login/passwords.ts'
import type { AuditWriter } from '#platform/audit/audit-log.ts'
import { type CommandOptions, EXIT, type Exit, runCommand } from '#platform/commands/command.ts'
import type { Config } from '#platform/config/config.ts'
import { withDatabase } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/open.ts'
import { digestWith, loadInstanceSecret } from '#platform/secrets/instance-secret.ts'
import { createAdminAccounts } from './admin-accounts.ts'
import { runAdmin } from './admin-command.ts'
import type { AdminResult } from './admin-result.ts'
import { runAudit, runAuditAccept } from './audit-command.ts'
import { runLogRecover } from './log-recover-command.ts'
import { runSite } from './site-command.ts'

/** `npm run admin`: accounts, site information, audit log, public log. Prints changes to `output`, refusals to `progress`. */
export async function runAdminCommand(options: CommandOptions): Promise<Exit> {
  const { args, folder, output, progress, now = Date.now } = options
  return await runCommand({ ...options, output: progress }, async (config) => {
    // Opens the database without demo content, which a site that was started without it would publish.
    return await withDatabase(config.databaseUrl, async ({ db }) => {
      const digest = digestWith(loadInstanceSecret(config.dataDir))
      const { exitCode, lines } = await run({ db, config, folder, digest, now }, args)
      for (const line of lines) (exitCode === EXIT.done ? output : progress).write(`${line}\n`)
      return exitCode
    })
  })
}

interface Context extends AuditWriter {
  db: Db
  config: Config
  folder: string
}

async function run(context: Context, args: readonly string[]): Promise<AdminResult> {
  const { db, config, digest, now } = context
  const [what, ...rest] = args
  if (what === 'site') return await runSite(rest, { db, digest, now })
  if (what === 'log-recover') return await runLogRecover(rest, context)
  const ofAudit = { db, dataDir: config.dataDir, digest, now }
  if (what === 'audit' && rest.length === 0) return await runAudit(ofAudit)
  if (what === 'audit-accept' && rest.length === 0) return await runAuditAccept(ofAudit)
  return await runAdmin(args, { accounts: createAdminAccounts({ db, digest, now }), passwords: createPasswords() })
}
