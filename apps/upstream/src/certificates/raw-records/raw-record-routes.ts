import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { CallParams } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { RAW_RECORD, RAW_RECORD_UPLOAD_MS } from '@portal/contract/certificates/desk/raw-record-rules.ts'
import {
  getRawRecord,
  listRawRecords as listCall,
  removeRawRecord as removeCall,
  uploadRawRecord,
} from '@portal/contract/certificates/desk/raw-records.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { allowBodyTime } from '@portal/server/body-time.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { requireDraft } from '#certificates/pictures/desk-pictures.ts'
import type { Db } from '#platform/db/open.ts'
import { rawRecordTooLarge, rawRecordUnfit, uploadMissing } from '#platform/errors.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { keepUpload } from '#platform/files/keep-upload.ts'
import type { Files } from '#platform/files/open-files.ts'
import { sendPrivateFile } from '#platform/files/private-file.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import {
  addRawRecord,
  checkWhole,
  findRawRecord,
  listRawRecords,
  type NewRecord,
  removeRawRecord,
} from './raw-records.ts'
import { recogniseKind } from './record-kind.ts'

/** Maximum uploads of one account. */
const UPLOADS_AN_HOUR = 600

interface Options {
  createLimit: CreateLimit
  db: Db
  digest: Digest
  fileDigest: FileDigest
  now: () => number
  rawRecords: { store: FileStore }
  files: Pick<Files, 'scratch'>
}

/** Routes of raw records: files of instruments that belong to a certificate. */
export const rawRecordRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, createLimit, fileDigest, rawRecords, files } = options
  const { store } = rawRecords
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('raw-record', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS })

  /** Stores the file of a request, byte for byte. @throws AppError for a file that is too large, or of another kind */
  async function keep(request: FastifyRequest, instrument: string): Promise<NewRecord> {
    const { upload: field } = uploadRawRecord
    allowBodyTime(app.server, request.raw, RAW_RECORD_UPLOAD_MS)
    const kept = await keepUpload(request, { field, folder: files.scratch, maxBytes: RAW_RECORD.maxBytes })
    if (kept === 'too-large') throw rawRecordTooLarge()
    if (kept === 'none') throw uploadMissing(RAW_RECORD.maxBytes)
    const { file: id, path, fileName, hash: sha256, bytes } = kept
    const kind = await recogniseKind(path, fileName)
    if (!kind) {
      await rm(path, { force: true })
      throw rawRecordUnfit()
    }
    await store.put(id, { path })
    return { id, fileName, kind, bytes, sha256, instrument: toOneLine(instrument, RAW_RECORD.instrumentMax) || null }
  }

  addRoute(app, listCall, async ({ params }) => ok(await listRawRecords(db, params.certificateNo)))

  addPreparedRoute(
    app,
    options,
    uploadRawRecord,
    async (request, { id }) => {
      await limit.use(id)
      await requireDraft(db, request.params.certificateNo)
      return await keep(request, request.query.instrument ?? '')
    },
    async ({ trx, account, request, prepared, record }) => {
      const { certificateNo } = request.params
      record(toSubject(certificateNo, prepared))
      try {
        return ok(await addRawRecord({ trx, account, now }, certificateNo, prepared))
      } catch (error) {
        // The sweep would delete it an hour later; on a full disk each repeated upload would leave another file.
        await store.delete(prepared.id)
        throw error
      }
    },
  )

  app.get<{ Params: CallParams<typeof getRawRecord> }>(
    toRouterPath(getRawRecord),
    { config: { access: getRawRecord.access, staff: getRawRecord }, schema: { params: getRawRecord.params } },
    async ({ params: { certificateNo, id } }, reply) => {
      const row = await findRawRecord(db, certificateNo, id)
      await checkWhole(row, fileDigest)
      return await sendPrivateFile(reply, store, row.id)
    },
  )

  addManagedRoute(app, options, removeCall, async ({ trx, account, request, record }) => {
    const { certificateNo, id } = request.params
    record({ kind: 'certificate', id: certificateNo, name: id })
    const row = await removeRawRecord({ trx, account, now }, certificateNo, id)
    record(toSubject(certificateNo, { fileName: row.file_name, sha256: row.sha256 }))
    return ok(null)
  })
}

const toSubject = (certificateNo: string, { fileName, sha256 }: Pick<NewRecord, 'fileName' | 'sha256'>) => ({
  kind: 'certificate' as const,
  id: certificateNo,
  name: fileName,
  changes: [{ member: 'sha256', before: null, after: sha256 }],
})
