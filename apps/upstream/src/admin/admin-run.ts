import { type CommandOptions, EXIT, type Exit, runCommand } from '#commands/command.ts'
import { withDatabase } from '#db/migrate.ts'
import { createPasswords } from '#resources/login/passwords.ts'
import { createSiteRepository } from '#resources/site/site-repository.ts'
import { createAdminAccounts } from './admin-accounts.ts'
import { runAdmin } from './admin-command.ts'
import { runSite } from './site-command.ts'

/** `npm run admin`: accounts and site information. Prints changes to `output`, refusals to `progress`. */
export async function runAdminCommand(options: CommandOptions): Promise<Exit> {
  const { args, output, progress, now = Date.now } = options
  return await runCommand({ ...options, output: progress }, async ({ databaseUrl }) => {
    // Without demo content: it would be published on a site that was started without it.
    return await withDatabase(databaseUrl, async ({ db }) => {
      const [what, ...rest] = args
      const { exitCode, lines } =
        what === 'site'
          ? await runSite(rest, { site: createSiteRepository({ db }), now })
          : await runAdmin(args, { accounts: createAdminAccounts({ db, now }), passwords: createPasswords() })
      for (const line of lines) (exitCode === EXIT.done ? output : progress).write(`${line}\n`)
      return exitCode
    })
  })
}
