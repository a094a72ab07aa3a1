// `npm run admin -- create EMAIL | role EMAIL editor|user | list`: accounts of the reference upstream, in the database
// that `npm start` uses. A new password goes to stdout, once; why nothing was done to stderr.
// Exit 0 when it was done, 1 when it was refused, 2 for a wrong use or a wrong setting.
import { createAdminAccounts } from '../apps/upstream/src/admin/admin-accounts.ts'
import { runAdmin } from '../apps/upstream/src/admin/admin-command.ts'
import { EXIT } from '../apps/upstream/src/commands/command.ts'
import { ConfigError, readConfig } from '../apps/upstream/src/config.ts'
import { migrate } from '../apps/upstream/src/db/migrate.ts'
import { openDatabase } from '../apps/upstream/src/db/open.ts'
import { DEMO_CONTENT_DIR, seed } from '../apps/upstream/src/db/seed.ts'
import { digestWith, loadInstallKey } from '../apps/upstream/src/install-key.ts'
import { createPasswords } from '../apps/upstream/src/resources/login/passwords.ts'
import { serviceEnvironment, upstreamEnvironment } from './environment.ts'

async function run(): Promise<number> {
  const config = readConfig(upstreamEnvironment(serviceEnvironment(process.env, false)))
  const database = openDatabase(config.databaseUrl)
  try {
    await migrate(database)
    // As at the first start: the demo content is filled into an empty database only, and an owner would make it full.
    if (config.hasDemoContent) {
      const digest = digestWith(loadInstallKey(config.dataDir))
      await seed({ db: database.db, folder: DEMO_CONTENT_DIR, digest, now: Date.now })
    }
    const accounts = createAdminAccounts({ db: database.db, now: Date.now })
    const { exitCode, lines } = await runAdmin(process.argv.slice(2), { accounts, passwords: createPasswords() })
    for (const line of lines) exitCode === EXIT.done ? console.log(line) : console.error(line)
    return exitCode
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = error instanceof ConfigError ? EXIT.usage : EXIT.refused
}
