import { Kysely } from 'kysely'
import { importCertificates } from '#certificates/import/certificate-import.ts'
import { createFolderPictures } from '#certificates/import/pictures.ts'
import { createNodeSqliteDialect } from '#platform/db/node-sqlite.ts'
import type { Tables } from '#platform/db/tables.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'

/** Input of a process that imports a file, and kills itself after a number of statements of the publication. */
export interface KilledImport {
  database: string
  folder: string
  path: string
  /** Number of the last statement, from 1. */
  killAfter: number
}

const { database, folder, path, killAfter } = JSON.parse(process.argv[2] ?? '{}') as KilledImport
let statements = 0
let isPublishing = false
const db = new Kysely<Tables>({
  dialect: createNodeSqliteDialect(database),
  log() {
    if (!isPublishing) return
    statements += 1
    if (statements === killAfter) process.kill(process.pid, 'SIGKILL')
  },
})
const result = await importCertificates({
  db,
  path,
  now: Date.now,
  digest: digestWith(Buffer.alloc(32, 1)),
  pictures: createFolderPictures({ db, folder: null, filesDir: folder }),
  onProgress({ step }) {
    isPublishing = step === 'publishing'
  },
})
process.exit(result.kind === 'done' ? 0 : 1)
