import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { CallParams } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { exportDossier } from '@portal/contract/certificates/desk/raw-records.ts'
import type { FastifyPluginAsync } from 'fastify'
import { ZipFile } from 'yazl'
import { toAuditActor, toAuditSource } from '#accounts/audit/audit-source.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { LogFiles } from '#log/log-files.ts'
import { appendAudit } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { tooFrequent } from '#platform/errors.ts'
import { openFirst } from '#platform/files/file-routes.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { DossierFile } from './dossier-file.ts'
import { collectDossier } from './dossier-files.ts'

/** Maximum number of exports at the same time. */
const AT_ONCE = 4
const BUSY_RETRY_SECONDS = 30

interface Options {
  db: Db
  digest: Digest
  fileDigest: FileDigest
  logFiles: LogFiles
  now: () => number
  /** Folders in which pictures may be. */
  folders: readonly string[]
  rawRecords: { folder: string }
}

/** Route of the whole file of a certificate, for an assessor. */
export const dossierRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, rawRecords } = options
  const folders = [...options.folders, rawRecords.folder]
  let running = 0

  app.get<{ Params: CallParams<typeof exportDossier> }>(
    toRouterPath(exportDossier),
    { config: { access: exportDossier.access, staff: exportDossier }, schema: { params: exportDossier.params } },
    async (request, reply) => {
      const { certificateNo } = request.params
      if (running >= AT_ONCE) throw tooFrequent(BUSY_RETRY_SECONDS)
      running += 1
      const end = () => {
        running -= 1
      }
      try {
        const files = await collectDossier(options, certificateNo)
        // The entry is stored before the first byte, so that an interrupted export is recorded too.
        const subject = { kind: 'certificate' as const, id: certificateNo }
        const actor = toAuditActor(getAccount(request))
        const fact = {
          ...toAuditSource(request),
          actor,
          action: exportDossier.audit,
          subject,
          outcome: 'done' as const,
        }
        await db.transaction().execute((trx) => appendAudit(trx, { now, digest }, fact))
        const stream = createZip(files, folders, now())
        stream.once('close', end)
        return reply
          .type('application/zip')
          .headers({
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
            'content-disposition': `attachment; filename="${certificateNo}.zip"`,
          })
          .send(stream)
      } catch (error) {
        end()
        throw error
      }
    },
  )
}

/** Writes a ZIP file as fast as it is read, one stored file at a time. */
function createZip(files: readonly DossierFile[], folders: readonly string[], nowMs: number): Readable {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  const mtime = new Date(nowMs)
  const reading = new AbortController()
  stream.once('close', () => reading.abort())
  zip.on('error', (error: Error) => stream.destroy(error))

  async function fill(): Promise<void> {
    for (const file of files) {
      if ('bytes' in file) {
        zip.addBuffer(file.bytes, file.name, { mtime })
        continue
      }
      // A missing file is named in the list of SHA-256 alone, so that its check fails.
      const source = (await openFirst(folders, file.stored))?.createReadStream()
      if (!source) continue
      zip.addReadStream(source, file.name, { mtime, compress: !/\.(?:png|jpe?g|webp|pdf)$/.test(file.name) })
      await finished(source, { signal: reading.signal }).finally(() => source.destroy())
    }
    zip.end()
  }
  fill().catch((error: Error) => {
    if (!reading.signal.aborted) stream.destroy(error)
  })
  return stream
}
