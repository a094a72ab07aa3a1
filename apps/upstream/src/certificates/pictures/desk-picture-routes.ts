import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import { uploadDeskPicture } from '@portal/contract/certificates/desk/desk-pictures.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import { noDeskPicture, pictureTooLarge } from '#platform/errors.ts'
import { storeNew } from '#platform/files/file-store.ts'
import type { Files } from '#platform/files/open-files.ts'
import type { PictureMakerService } from '#platform/files/picture.ts'
import { createPictureIntake } from '#platform/files/picture-intake.ts'
import { ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { addPicture, requireDraft } from './desk-pictures.ts'

/** Maximum uploads of one account. Turning and cropping upload the picture again. */
const UPLOADS_AN_HOUR = 600
/** Maximum concurrent uploads of all accounts, each of up to 10 MB in memory. */
const AT_ONCE = 8

interface Options {
  createLimit: CreateLimit
  digest: Digest
  db: Db
  makePicture: PictureMakerService
  now: () => number
  files: Pick<Files, 'uploads'>
}

/** Routes of the pictures of pending changes. */
export const deskPictureRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, createLimit, makePicture } = options
  const { uploads } = options.files
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('desk-picture', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS })
  const readUpload = createPictureIntake({ limit, atOnce: AT_ONCE })

  /** Cleans and stores a picture. */
  async function keep(bytes: Buffer, userId: string) {
    const picture = await makePicture(bytes, userId, 'print')
    if (picture === 'too-large') throw pictureTooLarge()
    if (!picture) throw noDeskPicture()
    const sha256 = createHash('sha256').update(picture.bytes).digest('hex')
    return { name: await storeNew(uploads, picture.bytes, picture.ending), sha256 }
  }

  addPreparedRoute(
    app,
    options,
    uploadDeskPicture,
    async (request, { id: userId }) => {
      await requireDraft(db, request.params.certificateNo)
      return await readUpload(request, { field: uploadDeskPicture.upload, userId }, (bytes) => keep(bytes, userId))
    },
    async ({ trx, account, request, prepared, record }) => {
      const { certificateNo } = request.params
      record({ kind: 'certificate', id: certificateNo, name: prepared.name })
      await addPicture(trx, { certificateNo, userId: account.id, picture: prepared })
      return ok({ file: prepared.name })
    },
  )
}
