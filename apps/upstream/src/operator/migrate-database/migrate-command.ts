import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CommandOptions, EXIT, type Exit, printUsage, runCommand } from '#platform/commands/command.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { findDatabaseFile } from '#platform/commands/database-file.ts'
import type { ShowProgress } from '#platform/commands/progress-bar.ts'
import { type LockedDatabase, lockExclusively } from '#platform/db/lone-database.ts'
import { runWithDatabase } from '#platform/db/migrate.ts'
import { type Digest, loadDigest } from '#platform/secrets/instance-secret.ts'
import { type ComparedTable, migrateDatabase, UnequalError } from './migrate-database.ts'
import { listFirstContents, openTarget, type Target } from './target.ts'

const USAGE =
  'npm run migrate -- --to postgres://USER@HOST/DATABASE     the password may stand in PGPASSWORD or ~/.pgpass'
/** Length of a printed checksum. */
const SUM_CHARS = 12

/** `npm run migrate`. @returns the exit code: 0 moved, 1 nothing was moved, 2 wrong arguments */
export async function runMigrate(options: CommandOptions): Promise<Exit> {
  const { output, env } = options
  const url = readArguments(options.args)
  if (url === undefined) return printUsage(output, USAGE)
  return await runCommand(
    options,
    async (config, bar) => {
      const file = findDatabaseFile(config)
      if (file === null) {
        throw new CommandError('DATABASE_URL names PostgreSQL already: there is no SQLite database to move.')
      }
      if (!existsSync(file)) throw new CommandError(`There is no database ${file}.`)
      try {
        const compared = await move(file, {
          url,
          digest: loadDigest(config),
          onProgress: bar.show,
        })
        bar.end()
        output.write(
          `${formatTable(compared)}Moved. Start the site with DATABASE_URL set to that address and the same DATA_DIR, which keeps uploads and keys.\n${file} stays as it is; remove it when all is well.\n`,
        )
        return EXIT.done
      } catch (error) {
        bar.end()
        if (error instanceof UnequalError) output.write(formatTable(error.compared))
        throw error
      }
    },
    (reason) => `${removeSecrets(reason, url, env.PGPASSWORD)} Nothing was moved.`,
  )
}

function readArguments(args: readonly string[]): string | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } })
    return /^postgres(ql)?:\/\/./.test(values.to ?? '') ? values.to : undefined
  } catch {
    return undefined
  }
}

async function move(
  file: string,
  { url, digest, onProgress }: { url: string; digest: Digest; onProgress: ShowProgress },
): Promise<ComparedTable[]> {
  let target: Target | undefined
  let source: LockedDatabase | undefined
  try {
    source = await takeUpToDate(file)
    target = await connect(url)
    const contents = await listFirstContents(target)
    if (contents.length > 0)
      throw new CommandError(`The PostgreSQL database is not empty: it has ${contents.join(', ')}.`)
    const compared = await migrateDatabase({ source: source.database, target, digest, onProgress })
    await target.client.query('analyze')
    return compared
  } finally {
    source?.release()
    await target?.close().catch(() => {})
  }
}

/** Takes the exclusive lock, because rows written during the copy would be lost. */
async function takeUpToDate(file: string): Promise<LockedDatabase> {
  const take = () => {
    const lockResult = lockExclusively(file)
    if (lockResult === 'in use') throw new CommandError(`${file} is in use: stop the site, and any import, first.`)
    if (lockResult === 'unreadable') throw new CommandError(`${file} is damaged; restore a backup first.`)
    return lockResult
  }
  take().release()
  await runWithDatabase(`sqlite:${file}`, async () => {})
  return take()
}

async function connect(url: string): Promise<Target> {
  try {
    return await openTarget(url)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new CommandError(`PostgreSQL cannot be reached (${message || code}).`)
  }
}

/** Removes secrets from a driver's message, which may contain a password. */
function removeSecrets(message: string, url: string, givenUrl: string | undefined): string {
  const inUrl = URL.canParse(url) ? new URL(url).password : ''
  const secrets = [inUrl, decode(inUrl), givenUrl ?? ''].filter((one) => one !== '')
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function formatTable(compared: readonly ComparedTable[]): string {
  const rows = compared.map(({ table, source, target, isEqual }) => [
    table,
    String(source.rows),
    String(target.rows),
    source.sha256.slice(0, SUM_CHARS),
    target.sha256.slice(0, SUM_CHARS),
    isEqual ? 'equal' : 'DIFFERENT',
  ])
  const cells = [['table', 'SQLite', 'PostgreSQL', 'SHA-256', 'SHA-256', ''], ...rows]
  const widths = cells[0]?.map((_cell, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0))) ?? []
  const formatLine = (row: readonly string[]) =>
    row.map((cell, at) => (at === 1 || at === 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
  return `${cells.map((row) => formatLine(row).join('  ').trimEnd()).join('\n')}\n`
}
