import multipart from '@fastify/multipart'
import { toRouterPath } from '@portal/contract/calls.ts'
import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { uploadReportPicture } from '@portal/contract/certificates/certificates.ts'
import { getReportPicture } from '@portal/contract/community/review.ts'
import { HOUR_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { fileTooLarge, malformed, tooFrequent } from '#platform/errors.ts'
import { readMultipartFile } from '#platform/files/multipart-file.ts'
import { sendPrivateFile } from '#platform/files/private-file.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { ReportPictures } from './report-pictures.ts'

/**
 * Maximum uploads of one client: two reports with all their pictures. Refused uploads count too, because each costs
 * processing time.
 */
const PICTURES_AN_HOUR = 2 * REPORT_PICTURES_MAX
/**
 * Maximum concurrent uploads of all visitors, each of up to 10 MB in memory. They are few, so that uploads of members
 * are not delayed in the shared queue.
 */
const AT_ONCE = 4
const BUSY_RETRY_SECONDS = 5

interface Options {
  createLimit: CreateLimit
  reportPictures: ReportPictures
}

/** Routes of the pictures of reports: visitors upload them, and only staff see them. */
export const reportPictureRoutes: FastifyPluginAsync<Options> = async (app, { reportPictures, createLimit }) => {
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('report-picture', { max: PICTURES_AN_HOUR, windowMs: HOUR_MS })
  let concurrentUploads = 0

  addRoute(app, uploadReportPicture, async (request) => {
    const client = toClientKey(request.ip)
    if (concurrentUploads >= AT_ONCE) throw tooFrequent(BUSY_RETRY_SECONDS)
    concurrentUploads += 1
    try {
      await limit.use(client)
      const file = await readMultipartFile(request, uploadReportPicture.upload, UPLOAD_MAX_BYTES)
      if (file === 'too-large') throw fileTooLarge()
      if (file === 'none') throw malformed()
      return ok(await reportPictures.keep(file.bytes, client))
    } finally {
      concurrentUploads -= 1
    }
  })

  app.get<{ Params: { name: string } }>(
    toRouterPath(getReportPicture),
    {
      config: { access: getReportPicture.access, staff: getReportPicture },
      schema: { params: getReportPicture.params },
    },
    async ({ params: { name } }, reply) => {
      return await sendPrivateFile(reply, reportPictures.store, name)
    },
  )
}
