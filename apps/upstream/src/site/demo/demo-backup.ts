import { join } from 'node:path'
import { makeBackup } from '#backup/make-backup.ts'
import { makePostgresCommands } from '#backup/postgres-commands.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { findDatabaseFile } from '#platform/commands/database-file.ts'
import type { Config } from '#platform/config/config.ts'
import { backupFailed, backupMissing } from '#platform/errors.ts'

export type BackupConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'isProduction'>

/** Returns the command that backs the database up when this server cannot do it; `null` when it can. */
export function getBackupCommand({ databaseUrl }: BackupConfig): string | null {
  return databaseUrl.startsWith('sqlite:') && databaseUrl !== 'sqlite::memory:'
    ? null
    : makePostgresCommands(databaseUrl).dump
}

export interface DemoBackup {
  /** Absolute path of the backup. */
  backup: string
  restoreCommand: string
}

/**
 * Makes a backup of everything.
 * @param hasBackup whether the operator has made one
 * @returns `null` when the operator made it
 * @throws AppError when none was made
 */
export async function makeDemoBackup(
  config: BackupConfig,
  hasBackup: boolean,
  now: () => number,
): Promise<DemoBackup | null> {
  if (getBackupCommand(config) !== null) {
    if (!hasBackup) throw backupMissing()
    return null
  }
  const { dataDir, isProduction } = config
  const time = new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const target = join(dataDir, 'backups', `${time}-demo`)
  try {
    await makeBackup({ databaseFile: findDatabaseFile(config), dataDir, target, now, onProgress: () => {} })
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error
    if (error instanceof CommandError || isSystemError) throw backupFailed((error as Error).message)
    throw error
  }
  const program = isProduction ? 'node apps/upstream/src/operator.ts restore' : 'npm run restore --'
  return { backup: target, restoreCommand: `${program} ${target} --replace` }
}
