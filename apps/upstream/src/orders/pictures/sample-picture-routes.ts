import multipart from '@fastify/multipart'
import type { CallParams } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { getSamplePicture, uploadSamplePicture } from '@portal/contract/orders/order-pictures.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { createPictureIntake } from '#platform/files/picture-intake.ts'
import { sendPrivateFile } from '#platform/files/private-file.ts'
import { ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { orderMissing } from '../order-errors.ts'
import type { OrderOptions } from '../order-options.ts'
import type { SamplePictures } from './sample-pictures.ts'

/** Maximum uploads of one account. */
const UPLOADS_AN_HOUR = 600
const AT_ONCE = 4

interface Options extends OrderOptions {
  createLimit: CreateLimit
  samplePictures: SamplePictures
}

/** Routes of pictures that reception and testers take of samples. */
export const samplePictureRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, createLimit, samplePictures } = options
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('sample-picture', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS })
  const readUpload = createPictureIntake({ limit, atOnce: AT_ONCE })

  addPreparedRoute(
    app,
    options,
    uploadSamplePicture,
    async (request, { id: userId }) => {
      const sample = db.selectFrom('order_items').select('item').where('sample_no', '=', request.params.sampleNo)
      if (!(await sample.executeTakeFirst())) throw orderMissing()
      return await readUpload(request, { field: uploadSamplePicture.upload, userId }, (bytes) =>
        samplePictures.keep(bytes, userId),
      )
    },
    async ({ trx, account, request, prepared, record }) => {
      const { sampleNo } = request.params
      record({ kind: 'sample', id: sampleNo, name: prepared.name })
      await samplePictures.note(trx, prepared, sampleNo, account.id)
      return ok({ name: prepared.name })
    },
  )

  app.get<{ Params: CallParams<typeof getSamplePicture> }>(
    toRouterPath(getSamplePicture),
    {
      config: { access: getSamplePicture.access, staff: getSamplePicture },
      schema: { params: getSamplePicture.params },
    },
    async ({ params: { name } }, reply) => await sendPrivateFile(reply, samplePictures.store, name),
  )
}
