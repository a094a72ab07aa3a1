import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type CommandOptions, EXIT, type Exit, printUsage, runCommand } from '#platform/commands/command.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { runWithDatabase } from './migrate.ts'
import { grantServerRole } from './server-role.ts'

const USAGE =
  'operator.ts schema --servers FILE     migrates the PostgreSQL of DATABASE_URL as its owner, and lets the role in the\n' +
  '                                      address in FILE, which the servers use, read and write rows'

/** `operator.ts schema`. @returns the exit code: 0 done, 1 nothing was changed, 2 wrong arguments */
export async function runSchema(options: CommandOptions): Promise<Exit> {
  const { output, folder } = options
  const file = readArguments(options.args)
  if (file === undefined) return printUsage(output, USAGE)
  return await runCommand(options, async ({ databaseUrl }) => {
    const { username, password } = new URL(readFileSync(resolve(folder, file), 'utf8').trim())
    const name = decodeURIComponent(username)
    if (databaseUrl.startsWith('sqlite:')) throw new CommandError('DATABASE_URL names SQLite, which has no roles.')
    if (name === decodeURIComponent(new URL(databaseUrl).username)) {
      throw new CommandError(`${name} is the role of DATABASE_URL itself: servers need one of their own.`)
    }
    await runWithDatabase(databaseUrl, ({ db }) =>
      grantServerRole(db, { name, password: decodeURIComponent(password) }),
    )
    output.write(`The database is up to date. ${name} reads and writes rows.\n`)
    return EXIT.done
  })
}

function readArguments(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { servers: { type: 'string' } } }).values.servers
  } catch {
    return undefined
  }
}
