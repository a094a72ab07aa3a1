// `node apps/upstream/src/operator.ts admin|import|backup|restore|migrate|schema …` does what the npm commands of these
// names do, for an image that contains this app alone. `schema` has no npm command: docker-compose.yml runs it. The
// environment is the same as upstream's.

import { runBackup, runRestore } from '#backup/backup-command.ts'
import { runImport } from '#certificates/import/import-command.ts'
import { type CommandOptions, EXIT } from '#platform/commands/command.ts'
import { runSchema } from '#platform/db/schema-command.ts'
import { runAdminCommand } from './operator/admin/admin-run.ts'
import { runMigrate } from './operator/migrate-database/migrate-command.ts'

const COMMANDS = new Map<string, (options: CommandOptions) => Promise<number>>([
  ['admin', runAdminCommand],
  ['import', runImport],
  ['backup', runBackup],
  ['restore', runRestore],
  ['migrate', runMigrate],
  ['schema', runSchema],
])

const [name = '', ...args] = process.argv.slice(2)
const run = COMMANDS.get(name)
if (run) {
  process.exitCode = await run({
    args,
    // biome-ignore lint/style/noProcessEnv: this file passes the environment to config.ts, which reads it.
    env: process.env,
    folder: process.cwd(),
    output: process.stdout,
    progress: process.stderr,
  })
} else {
  console.error(`One of ${[...COMMANDS.keys()].join(', ')}.`)
  process.exitCode = EXIT.usage
}
