import { createPasswords } from '#accounts/login/passwords.ts'
import type { AuditWriter } from '#platform/audit/audit-log.ts'
import { type CommandOptions, EXIT, type Exit, runCommand } from '#platform/commands/command.ts'
import type { Config } from '#platform/config/config.ts'
import { runWithDatabase } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/open.ts'
import type { MarkStore } from '#platform/files/mark-store.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { claimKey } from '#platform/secrets/claim-key.ts'
import { loadDigest } from '#platform/secrets/instance-secret.ts'
import { createAdminAccounts } from './admin-accounts.ts'
import { runAdmin } from './admin-command.ts'
import type { AdminResult } from './admin-result.ts'
import { runAudit, runAuditAccept } from './audit-command.ts'
import { runFiles } from './files-command.ts'
import { runLogRecover } from './log-recover-command.ts'
import { runSite } from './site-command.ts'

/** `npm run admin`: accounts, site information, audit log, public log. Prints changes to `output`, refusals to `progress`. */
export async function runAdminCommand(options: CommandOptions): Promise<Exit> {
  const { args, folder, output, progress, now = Date.now } = options
  return await runCommand({ ...options, output: progress }, async (config) => {
    // Opens the database without demo content, which a site that was started without it would publish.
    return await runWithDatabase(config.databaseUrl, async ({ db }) => {
      const digest = loadDigest(config)
      const { exitCode, lines } = await run({ db, config, folder, digest, now, progress }, args)
      for (const line of lines) (exitCode === EXIT.done ? output : progress).write(`${line}\n`)
      return exitCode
    })
  })
}

interface Context extends AuditWriter, Pick<CommandOptions, 'progress'> {
  db: Db
  config: Config
  folder: string
}

async function run(context: Context, args: readonly string[]): Promise<AdminResult> {
  const { db, digest, now } = context
  const [commandName, ...commandArguments] = args
  if (commandName !== 'audit-accept' && commandName !== 'files') await claimKey(db, digest)
  if (commandName === 'site') return await runSite(commandArguments, { db, digest, now })
  if (commandName === 'files') return await runFiles(commandArguments, context)
  if (commandName === 'log-recover')
    return await useMarks(context, (options) => runLogRecover(commandArguments, options))
  if (commandArguments.length === 0 && commandName === 'audit') return await useMarks(context, runAudit)
  if (commandArguments.length === 0 && commandName === 'audit-accept') return await useMarks(context, runAuditAccept)
  return await runAdmin(args, { accounts: createAdminAccounts({ db, digest, now }), passwords: createPasswords() })
}

/** Runs a command that compares a log with its mark. */
async function useMarks(
  context: Context,
  use: (options: Context & { markStore: MarkStore }) => Promise<AdminResult>,
): Promise<AdminResult> {
  const { markStore, close } = await openFiles(context.config)
  return await use({ ...context, markStore }).finally(close)
}
