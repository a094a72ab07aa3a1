import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import { uploadDeskPicture } from '@portal/contract/certificates/desk/desk-pictures.ts'
import { HOUR_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import { fileTooLarge, noDeskPicture, pictureTooLarge, tooFrequent, uploadMissing } from '#platform/errors.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { readMultipartFile } from '#platform/files/multipart-file.ts'
import type { PictureMakerService } from '#platform/files/picture.ts'
import { ok } from '#platform/http/add-route.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { addPicture, requireDraft } from './desk-pictures.ts'

/** Maximum uploads of one account. Turning and cropping upload the picture again. */
const UPLOADS_AN_HOUR = 600
/** Maximum concurrent uploads of all accounts, each of up to 10 MB in memory. */
const AT_ONCE = 8
const BUSY_RETRY_SECONDS = 5

interface Options {
  digest: Digest
  db: Db
  makePicture: PictureMakerService
  now: () => number
  store: FileStore
}

/** Routes of the pictures of pending changes. */
export const deskPictureRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, store, makePicture } = options
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createRateLimit({ max: UPLOADS_AN_HOUR, windowMs: HOUR_MS, now })
  let concurrentUploads = 0

  /** Reads, cleans and stores the picture of a request. */
  async function keep(request: FastifyRequest, userId: string) {
    const file = await readMultipartFile(request, uploadDeskPicture.upload, UPLOAD_MAX_BYTES)
    if (file === 'too-large') throw fileTooLarge()
    if (file === 'none') throw uploadMissing(UPLOAD_MAX_BYTES)
    const picture = await makePicture(file.bytes, userId, 'print')
    if (picture === 'too-large') throw pictureTooLarge()
    if (!picture) throw noDeskPicture()
    const sha256 = createHash('sha256').update(picture.bytes).digest('hex')
    return { name: await store.save(picture.bytes, picture.ending), sha256 }
  }

  addPreparedRoute(
    app,
    options,
    uploadDeskPicture,
    async (request, { id }) => {
      if (concurrentUploads >= AT_ONCE) throw tooFrequent(BUSY_RETRY_SECONDS)
      limit.use(id)
      concurrentUploads += 1
      try {
        await requireDraft(db, request.params.certificateNo)
        return await keep(request, id)
      } finally {
        concurrentUploads -= 1
      }
    },
    async ({ trx, account, request, prepared, record }) => {
      const { certificateNo } = request.params
      record({ kind: 'certificate', id: certificateNo, name: prepared.name })
      await addPicture(trx, { certificateNo, userId: account.id, picture: prepared })
      return ok({ file: prepared.name })
    },
  )
}
