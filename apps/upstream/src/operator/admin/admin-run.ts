import { createPasswords } from '#accounts/login/passwords.ts'
import type { AuditWriter } from '#platform/audit/audit-log.ts'
import { type CommandOptions, EXIT, type Exit, runCommand } from '#platform/commands/command.ts'
import type { Config } from '#platform/config/config.ts'
import { runWithDatabase } from '#platform/db/migrate.ts'
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
    return await runWithDatabase(config.databaseUrl, async ({ db }) => {
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
  const [commandName, ...commandArguments] = args
  if (commandName === 'site') return await runSite(commandArguments, { db, digest, now })
  if (commandName === 'log-recover') return await runLogRecover(commandArguments, context)
  const auditOptions = { db, dataDir: config.dataDir, digest, now }
  if (commandName === 'audit' && commandArguments.length === 0) return await runAudit(auditOptions)
  if (commandName === 'audit-accept' && commandArguments.length === 0) return await runAuditAccept(auditOptions)
  return await runAdmin(args, { accounts: createAdminAccounts({ db, digest, now }), passwords: createPasswords() })
}
