import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, type Environment, readConfig } from '#config.ts'
import { BackupError } from './backup-error.ts'
import { LOGIN_TABLES, makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { createProgress, type ProgressOutput } from './progress.ts'
import { restoreBackup } from './restore-backup.ts'
import { UPLOADS } from './stored-files.ts'

export interface CommandOptions {
  args: readonly string[]
  env: Environment
  /** What relative paths are relative to. */
  folder: string
  /** Where what was done goes, or why nothing was. */
  output: { write(text: string): unknown }
  progress: ProgressOutput
  now?: () => number
}

export const EXIT = { done: 0, refused: 1, usage: 2 } as const

const BACKUP_USAGE =
  'npm run backup [-- FOLDER]     a backup, made while the site runs; without FOLDER into DATA_DIR/backups'
const RESTORE_USAGE = 'npm run restore -- FOLDER [--replace]     restores a backup; the site must be stopped'

const WITHOUT_LOGINS = LOGIN_TABLES.map((table) => `--exclude-table-data=${table}`).join(' ')
const DUMP = `pg_dump --format=custom --no-owner ${WITHOUT_LOGINS} --file=portal.dump "$DATABASE_URL"`
const UNDUMP = 'pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" portal.dump'

/** `npm run backup`. @returns the exit code: 0 done, 1 nothing was made, 2 called in a wrong way */
export async function runBackup(options: CommandOptions): Promise<number> {
  const { args, folder, output, now = Date.now } = options
  const [target, ...more] = args
  if (more.length > 0 || target?.startsWith('-')) return misused(options, BACKUP_USAGE)
  return await guarded(options, async (config, bar) => {
    const { dataDir } = config
    const time = new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const path = target === undefined ? join(dataDir, 'backups', time) : resolve(folder, target)
    const databaseFile = databaseFileOf(config)
    const manifest = await makeBackup({ databaseFile, dataDir, target: path, now, onProgress: bar.show })
    bar.end()
    output.write(`Backup made: ${path}\n${contentsOf(manifest)}`)
    if (databaseFile !== null) return
    output.write(
      `The database is PostgreSQL and NOT in it. Dump it first, then make this backup, so that no upload is missing:\n  ${DUMP}\n`,
    )
  })
}

/** `npm run restore`. @returns the exit code, as `runBackup` */
export async function runRestore(options: CommandOptions): Promise<number> {
  const { folder, output, now = Date.now } = options
  const asked = readRestoreArguments(options.args)
  if (!asked) return misused(options, RESTORE_USAGE)
  return await guarded(options, async (config, bar) => {
    const { dataDir } = config
    const databaseFile = databaseFileOf(config)
    const source = resolve(folder, asked.source)
    const restored = await restoreBackup({
      ...{ source, databaseFile, dataDir, now },
      isReplacing: asked.isReplacing,
      onProgress: bar.show,
    })
    bar.end()
    output.write(`Restored: ${dataDir}, as of ${restored.manifest.madeAt}\n${contentsOf(restored.manifest)}`)
    if (restored.aside !== null) output.write(`What was there before: ${restored.aside}\n`)
    if (databaseFile === null) output.write(`The database is PostgreSQL and restored by itself:\n  ${UNDUMP}\n`)
    output.write('Everybody has to log in again. An older schema is brought up to date at the next start.\n')
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

/** `null` for PostgreSQL. @throws BackupError for a database in memory */
export function databaseFileOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | null {
  if (!databaseUrl.startsWith('sqlite:')) return null
  const file = databaseUrl.slice('sqlite:'.length)
  if (file === ':memory:') throw new BackupError('A database in memory cannot be backed up, restored or moved.')
  return resolve(file)
}

function contentsOf({ database, schema, rows, files }: Manifest): string {
  const count = (number: number) => number.toLocaleString('en')
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0)
  const uploads = files.filter(({ path }) => path.startsWith(`${UPLOADS}/`)).length
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const held = database === 'sqlite' ? [`${count(all)} rows of ${Object.keys(rows).length} tables (${schema})`] : []
  return `  ${[...held, `${count(uploads)} uploads`, `${count(Math.ceil(bytes / 2 ** 20))} MiB`].join(', ')}\n`
}

function misused({ output }: CommandOptions, usage: string): number {
  output.write(`${usage}\n`)
  return EXIT.usage
}

/** Whatever an operator can do something about becomes a line; a bug stays an exception. */
async function guarded(
  { env, output, progress, now = Date.now }: CommandOptions,
  work: (config: Config, bar: ReturnType<typeof createProgress>) => Promise<void>,
): Promise<number> {
  const bar = createProgress(progress, now)
  try {
    await work(readConfig(env), bar)
    return EXIT.done
  } catch (error) {
    bar.end()
    if (error instanceof ConfigError) {
      output.write(`${error.message}\n`)
      return EXIT.usage
    }
    // A system's own errors (no space, no permission) name what failed and where.
    const isSystems = error instanceof Error && 'syscall' in error
    if (!(error instanceof BackupError) && !isSystems) throw error
    output.write(`${error.message}\n`)
    return EXIT.refused
  } finally {
    bar.end()
  }
}
