import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { KEPT_BACKUPS } from '@portal/contract/site/backups.ts'
import type { Config } from '#platform/config/config.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { BACKUPS, listWholeBackups, toBackupName, UNFINISHED } from './list-backups.ts'
import { makeBackup } from './make-backup.ts'
import { makePostgresCommands } from './postgres-commands.ts'

export type BackupConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'instanceKey' | 'isProduction'>

/** End of the names of backups that owners have begun; only these are removed when there are too many. */
const SUFFIX = '-manage'

/** Returns the command that backs the database up when this server cannot do it; `null` when it can. */
export function getBackupCommand({ databaseUrl }: Pick<BackupConfig, 'databaseUrl'>): string | null {
  return databaseUrl.startsWith('sqlite:') && databaseUrl !== 'sqlite::memory:'
    ? null
    : makePostgresCommands(databaseUrl).dump
}

/** Removes what processes left that ended while they made a backup here: each was a copy of the whole site. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.includes(`${SUFFIX}${UNFINISHED}`))) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** The job that makes a backup for an owner. A failed one is not tried again, because its owner may begin another. */
export function createSiteBackup({ config, now }: { config: Config; now: () => number }): JobHandler {
  const { dataDir } = config
  return {
    async run(_job, lease) {
      await removeUnfinished(join(dataDir, BACKUPS))
      const target = join(dataDir, BACKUPS, `${toBackupName(now())}${SUFFIX}`)
      await makeBackup({ config, target, now, onProgress: () => {} })
      if (lease.signal.aborted) return
      const made = (await listWholeBackups(dataDir)).filter(({ name }) => name.endsWith(SUFFIX))
      for (const { name } of made.slice(KEPT_BACKUPS)) {
        await rm(join(dataDir, BACKUPS, name), { recursive: true, force: true })
      }
    },
    leaseMs: HOUR_MS,
    retryAfterMs: () => undefined,
    atOnce: 1,
  }
}
