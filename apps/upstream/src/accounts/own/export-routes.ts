import { exportData } from '@portal/contract/accounts/account.ts'
import { DAY_MS, EXPORTS_A_DAY } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { exportRunning, exportsUsedUp, tooFrequent } from '#platform/errors.ts'
import type { Files } from '#platform/files/open-files.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { createArchive } from './data-archive.ts'
import { listOwnDataFiles } from './own-data.ts'

interface Options {
  createLimit: CreateLimit
  db: Db
  now: () => number
  files: Pick<Files, 'uploads' | 'reportPictures'>
}

/**
 * Maximum number of concurrent exports of all accounts: each holds a database connection at times, and a thread that
 * compresses.
 */
const EXPORTS_AT_ONCE = 4
const BUSY_RETRY_SECONDS = 60

/** Route of a copy of everything that the site stores about the caller. */
export const exportRoutes: FastifyPluginAsync<Options> = async (app, { createLimit, db, files, now }) => {
  const limit = createLimit('export', { max: EXPORTS_A_DAY, windowMs: DAY_MS, refusal: exportsUsedUp })
  const running = new Set<string>()
  const stores = [files.uploads, files.reportPictures]

  app.get(exportData.path, { config: { access: exportData.access } }, async (request, reply) => {
    const { id } = getAccount(request)
    if (running.has(id)) throw exportRunning()
    if (running.size >= EXPORTS_AT_ONCE) throw tooFrequent(BUSY_RETRY_SECONDS)
    running.add(id)
    await limit.use(id).catch((error: unknown) => {
      running.delete(id)
      throw error
    })
    const { stream, done } = createArchive({ files: listOwnDataFiles(db, id), stores, nowMs: now() })
    void done.finally(() => running.delete(id))
    return reply
      .type('application/zip')
      .headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'attachment; filename="my-data.zip"',
      })
      .send(stream)
  })
}
