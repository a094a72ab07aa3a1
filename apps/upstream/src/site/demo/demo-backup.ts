import { join } from 'node:path'
import { BACKUPS, toBackupName } from '#backup/list-backups.ts'
import { makeBackup } from '#backup/make-backup.ts'
import { type BackupConfig, getBackupCommand } from '#backup/site-backup.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { backupFailed, backupMissing } from '#platform/errors.ts'

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
  const target = join(dataDir, BACKUPS, `${toBackupName(now())}-demo`)
  try {
    await makeBackup({ config, target, now, onProgress: () => {} })
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error
    if (error instanceof CommandError || isSystemError) throw backupFailed((error as Error).message)
    throw error
  }
  const program = isProduction ? 'node apps/upstream/src/operator.ts restore' : 'npm run restore --'
  return { backup: target, restoreCommand: `${program} ${target} --replace` }
}
