import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasMark } from '#log/log-mark.ts'
import { type CommandOptions, EXIT, type Exit, printUsage, runCommand } from '#platform/commands/command.ts'
import { findDatabaseFile } from '#platform/commands/database-file.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { BACKUPS, toBackupName } from './list-backups.ts'
import { makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { makePostgresCommands } from './postgres-commands.ts'
import { restoreBackup } from './restore-backup.ts'
import { parseStoredPath } from './stored-files.ts'

const BACKUP_USAGE =
  'npm run backup [-- FOLDER]     a backup, made while the site runs; without FOLDER into DATA_DIR/backups'
const RESTORE_USAGE = 'npm run restore -- FOLDER [--replace]     restores a backup; the site must be stopped'

/**
 * A backup never contains the key and the mark of the public log. A restored older state would let the log contradict
 * itself.
 */
const WITHOUT_MARK =
  'There is no mark of the public log (log.mark). If this site had a public log, put back its log.key (or LOG_KEY); before the next start run\n' +
  '  npm run admin -- log-recover\n' +
  'which names the next step: until then no certificate can be published.'

/** The replaced database still contains what was published since the backup. */
const BRING_BACK =
  'Certificates that were published, corrected or withdrawn after this backup: bring them back before the next start, with\n' +
  '  npm run admin -- log-recover'

/** `npm run backup`. @returns the exit code: 0 done, 1 nothing was made, 2 wrong arguments */
export async function runBackup(options: CommandOptions): Promise<Exit> {
  const { args, folder, output, now = Date.now } = options
  const [target, ...more] = args
  if (more.length > 0 || target?.startsWith('-')) return printUsage(output, BACKUP_USAGE)
  return await runCommand(options, async (config, bar) => {
    const { dataDir } = config
    const path = target === undefined ? join(dataDir, BACKUPS, toBackupName(now())) : resolve(folder, target)
    const databaseFile = findDatabaseFile(config)
    const manifest = await makeBackup({ config, target: path, now, onProgress: bar.show })
    bar.end()
    output.write(`Backup made: ${path}\n${describeContents(manifest)}`)
    if (databaseFile === null) {
      output.write(
        `The database is PostgreSQL and NOT in it. Dump it first, then make this backup, so that no upload is missing:\n  ${makePostgresCommands(config.databaseUrl).dump}\n`,
      )
    }
    return EXIT.done
  })
}

/** `npm run restore`. @returns the exit code, as `runBackup` */
export async function runRestore(options: CommandOptions): Promise<Exit> {
  const { folder, output, now = Date.now } = options
  const restoreArguments = readRestoreArguments(options.args)
  if (!restoreArguments) return printUsage(output, RESTORE_USAGE)
  return await runCommand(options, async (config, bar) => {
    const { dataDir } = config
    const databaseFile = findDatabaseFile(config)
    const source = resolve(folder, restoreArguments.source)
    const { markStore, close } = await openFiles(config)
    const isMarked = await hasMark(markStore).finally(close)
    const restored = await restoreBackup({
      source,
      config,
      now,
      isReplacing: restoreArguments.isReplacing,
      onProgress: bar.show,
    })
    bar.end()
    output.write(`Restored: ${dataDir}, as of ${restored.manifest.madeAt}\n${describeContents(restored.manifest)}`)
    if (restored.aside !== null) output.write(`What was there before: ${restored.aside}\n`)
    if (databaseFile === null) {
      const { restore } = makePostgresCommands(config.databaseUrl)
      output.write(`The database is PostgreSQL and restored by itself:\n  ${restore}\n`)
    }
    if (restored.aside !== null && databaseFile !== null && isMarked) output.write(`${BRING_BACK}\n`)
    if (!isMarked) output.write(`${WITHOUT_MARK}\n`)
    output.write('Everybody has to log in again. An older schema is brought up to date at the next start.\n')
    return EXIT.done
  })
}

function readRestoreArguments(args: readonly string[]): { source: string; isReplacing: boolean } | undefined {
  try {
    const options = { replace: { type: 'boolean' } } as const
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [source, ...more] = positionals
    return source !== undefined && more.length === 0 ? { source, isReplacing: values.replace === true } : undefined
  } catch {
    return undefined
  }
}

function describeContents({ database, schema, rows, files }: Manifest): string {
  const count = (number: number) => number.toLocaleString('en')
  const all = Object.values(rows).reduce((sum, tableCount) => sum + tableCount, 0)
  const uploads = files.filter(({ path }) => parseStoredPath(path)).length
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const contents = database === 'sqlite' ? [`${count(all)} rows of ${Object.keys(rows).length} tables (${schema})`] : []
  return `  ${[...contents, `${count(uploads)} uploads`, `${count(Math.ceil(bytes / 2 ** 20))} MiB`].join(', ')}\n`
}
