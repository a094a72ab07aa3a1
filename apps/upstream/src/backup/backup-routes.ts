import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { downloadBackup, listBackups, startBackup } from '@portal/contract/site/backups.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { addZipRoute } from '#accounts/duties/zip-route.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { backupAbsent, backupByCommand } from '#platform/errors.ts'
import type { ZipEntry } from '#platform/files/zip-stream.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { addJob, isPending } from '#platform/jobs/job-rows.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { BACKUPS, listWholeBackups } from './list-backups.ts'
import { MANIFEST_FILES } from './manifest.ts'
import { type BackupConfig, getBackupCommand } from './site-backup.ts'

const KIND = 'siteBackup'
/** Reference of the job, of which there is one at most. */
const ONLY = ''

interface Options {
  config: BackupConfig
  db: Db
  digest: Digest
  jobs: Jobs
  now: () => number
}

/** Routes by which owners make backups of the site and download them. */
export const backupRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { config, db, jobs, now } = options

  addRoute(app, listBackups, async () => {
    const backups = await listWholeBackups(config.dataDir)
    const records = backups.map(({ name, manifest }) => ({
      name,
      time: toWireDateTime(Date.parse(manifest.madeAt)),
      bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      files: manifest.files.length,
      hasDatabase: manifest.database === 'sqlite',
    }))
    const dead = db.selectFrom('jobs').select('id').where('kind', '=', KIND).where('died_at', 'is not', null)
    const [isRunning, hasFailed] = [await isPending(db, KIND, ONLY), await isAny(dead)]
    return ok({ records, isRunning, hasFailed, command: getBackupCommand(config) })
  })

  addManagedRoute(app, options, startBackup, async ({ trx, record, runAfterwards: afterwards }) => {
    record({ kind: 'backup', id: 'content' })
    if (getBackupCommand(config) !== null) throw backupByCommand()
    if (await isPending(trx, KIND, ONLY)) return ok(null)
    await addJob(trx, { kind: KIND, ref: ONLY, dueAt: now() })
    afterwards(() => jobs.runSoon(KIND))
    return ok(null)
  })

  addZipRoute(app, options, downloadBackup, async ({ name }) => {
    // Only listed names are opened.
    const backup = (await listWholeBackups(config.dataDir)).find((one) => one.name === name)
    if (!backup) throw backupAbsent()
    const folder = join(config.dataDir, BACKUPS, name)
    const toEntry = (path: string, size = 0): ZipEntry => ({
      name: `${name}/${path}`,
      size,
      open: async () => createReadStream(join(folder, path)),
    })
    return {
      entries: [
        ...MANIFEST_FILES.map((path) => toEntry(path)),
        ...backup.manifest.files.map(({ path, bytes }) => toEntry(path, bytes)),
      ],
      fileName: `${name}.zip`,
      subject: { kind: 'backup', id: name },
    }
  })
}
