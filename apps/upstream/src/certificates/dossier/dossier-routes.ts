import { exportDossier } from '@portal/contract/certificates/desk/raw-records.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addZipRoute } from '#accounts/duties/zip-route.ts'
import type { LogFiles } from '#log/log-files.ts'
import type { Db } from '#platform/db/open.ts'
import { type FileStore, openFirst } from '#platform/files/file-store.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import type { ZipEntry } from '#platform/files/zip-stream.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { DossierFile } from './dossier-file.ts'
import { collectDossier } from './dossier-files.ts'

interface Options {
  db: Db
  digest: Digest
  fileDigest: FileDigest
  logFiles: LogFiles
  now: () => number
  pictureStores: readonly FileStore[]
  rawRecords: { store: FileStore }
}

/** Route of the whole file of a certificate, for an assessor. */
export const dossierRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const stores = [...options.pictureStores, options.rawRecords.store]
  // A missing file is named in the list of SHA-256 alone, so that its check fails.
  const toEntry = (file: DossierFile): ZipEntry =>
    'bytes' in file ? file : { name: file.name, open: async () => (await openFirst(stores, file.stored))?.content }

  addZipRoute(app, options, exportDossier, async ({ certificateNo }) => ({
    entries: (await collectDossier(options, certificateNo)).map(toEntry),
    fileName: `${certificateNo}.zip`,
    subject: { kind: 'certificate', id: certificateNo },
  }))
}
