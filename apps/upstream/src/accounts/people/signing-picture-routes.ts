import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import { getSigningPicture, removeSigningPicture, uploadSigningPicture } from '@portal/contract/accounts/people.ts'
import { SIGNATURE_PICTURE } from '@portal/contract/accounts/people-rules.ts'
import type { CallParams } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { HOUR_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { addManagedRoute, addPreparedRoute } from '#accounts/duties/managed-route.ts'
import type { NoticeRepository } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import {
  fileTooLarge,
  noSuchCall,
  signingPictureNeedsName,
  signingPictureTooLarge,
  signingPictureUnfit,
  uploadMissing,
} from '#platform/errors.ts'
import { readMultipartFile } from '#platform/files/multipart-file.ts'
import type { PictureMakerService } from '#platform/files/picture.ts'
import { PRIVATE_HEADERS } from '#platform/files/private-file.ts'
import { ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { lockAccount } from './account-lock.ts'
import { prepareSigningNotice } from './signing-name-routes.ts'
import { readSigningPicture, setSigningPicture } from './signing-pictures.ts'
import { toStaffName } from './staff-names.ts'

/** Maximum uploads of one owner. */
const UPLOADS_AN_HOUR = 60

interface Options {
  createLimit: CreateLimit
  db: Db
  digest: Digest
  makePicture: PictureMakerService
  notices: NoticeRepository
  now: () => number
}

/** Routes of the pictures of signatures. Owners alone see and change them; certificates are printed with them. */
export const signingPictureRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { createLimit, db, makePicture, notices } = options
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('signing-picture', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS })

  /** Reads the picture of a request and encodes it again. @throws AppError for anything else, or a large result */
  async function readPicture(request: FastifyRequest, ownerId: string) {
    await limit.use(ownerId)
    const file = await readMultipartFile(request, uploadSigningPicture.upload, UPLOAD_MAX_BYTES)
    if (file === 'too-large') throw fileTooLarge()
    if (file === 'none') throw uploadMissing(UPLOAD_MAX_BYTES)
    const picture = await makePicture(file.bytes, ownerId, 'signature')
    if (!picture) throw signingPictureUnfit()
    if (picture === 'too-large' || picture.bytes.length > SIGNATURE_PICTURE.maxBytes) throw signingPictureTooLarge()
    const sha256 = createHash('sha256').update(picture.bytes).digest('hex')
    return { sha256, content: picture.bytes.toString('base64') }
  }

  addPreparedRoute(
    app,
    options,
    uploadSigningPicture,
    (request, { id }) => readPicture(request, id),
    async ({ trx, account, request, prepared, record, runAfterwards }) => {
      const { id } = request.params
      record({ kind: 'user', id })
      const person = await lockAccount(trx, id, null)
      const { signing_name: signingName } = await trx
        .selectFrom('users')
        .select('signing_name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (signingName === null) throw signingPictureNeedsName()
      const before = await setSigningPicture(trx, id, prepared)
      const change = { member: 'signingPicture', before, after: prepared.sha256 }
      record({ kind: 'user', id, name: person.nickname, changes: [change] })
      const content = `“${escapeHtml(person.nickname)}”的签名图片已由${escapeHtml(toStaffName(account))}上传。`
      runAfterwards(await prepareSigningNotice(trx, notices, { id, by: account.id, content }))
      return ok(null)
    },
  )

  addManagedRoute(app, options, removeSigningPicture, async ({ trx, account, request, record, runAfterwards }) => {
    const { id } = request.params
    record({ kind: 'user', id })
    const person = await lockAccount(trx, id, null)
    const before = await setSigningPicture(trx, id, null)
    const change = { member: 'signingPicture', before, after: null }
    record({ kind: 'user', id, name: person.nickname, changes: [change] })
    const content = `“${escapeHtml(person.nickname)}”的签名图片已由${escapeHtml(toStaffName(account))}移除。`
    runAfterwards(await prepareSigningNotice(trx, notices, { id, by: account.id, content }))
    return ok(null)
  })

  app.get<{ Params: CallParams<typeof getSigningPicture> }>(
    toRouterPath(getSigningPicture),
    {
      config: { access: getSigningPicture.access, staff: getSigningPicture },
      schema: { params: getSigningPicture.params },
    },
    async ({ params }, reply) => {
      const bytes = await readSigningPicture(db, params.name.slice(0, -'.png'.length))
      if (!bytes) throw noSuchCall()
      return await reply.headers(PRIVATE_HEADERS).type('image/png').send(bytes)
    },
  )
}
