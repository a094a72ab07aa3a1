import multipart from '@fastify/multipart'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { fetchMedia, replaceMedia, uploadMedia } from '@portal/contract/media/media.ts'
import { allowBodyTime } from '@portal/server/body-time.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { addPreparedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { mediaMissing, mediaUnfit, mediaUploadsUsedUp, uploadMissing } from '#platform/errors.ts'
import { type MultipartFile, readMultipartFile } from '#platform/files/multipart-file.ts'
import { ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { PictureCopier } from '#platform/net/copy-picture.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createWorkQueue } from '#platform/work-queue.ts'
import { addMedia, findSameContent, lockMedia, replaceFile } from './media-changes.ts'
import type { MediaIntake, TakenFile } from './media-intake.ts'
import { readItem } from './media-list.ts'

/** Maximum uploads of one account. Refused ones count too, because each costs a check. */
const UPLOADS_AN_HOUR = 300
/** Maximum uploads that are held in memory at a time, each up to 30 MB. */
const AT_ONCE = 4
const WAITING = 20
const WAITING_OF_ONE = 9

interface Options {
  createLimit: CreateLimit
  db: Db
  digest: Digest
  mediaIntake: MediaIntake
  copyPicture: PictureCopier
  config: Pick<Config, 'mediaTotalBytes'>
  now: () => number
}

/** Routes that take files into the library. */
export const mediaUploadRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, mediaIntake, copyPicture, createLimit, now } = options
  const { mediaTotalBytes: totalBytes } = options.config
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('media-upload', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS, refusal: mediaUploadsUsedUp })
  const pass = createWorkQueue(AT_ONCE, WAITING, WAITING_OF_ONE)

  async function readUpload(request: FastifyRequest): Promise<MultipartFile> {
    allowBodyTime(app.server, request.raw, uploadMedia.uploadMs)
    const upload = await readMultipartFile(request, uploadMedia.upload, mediaIntake.maxBytes)
    if (upload === 'none') throw uploadMissing(mediaIntake.maxBytes)
    if (upload === 'too-large') throw mediaUnfit()
    return upload
  }

  /**
   * Stores a file.
   * @param findKnown finds the file that has this content already
   * @returns what was stored, or the id of the file that was found
   */
  const take = (
    userId: string,
    read: () => Promise<MultipartFile>,
    findKnown: (sha256: string) => Promise<string | undefined>,
  ) =>
    pass(async () => {
      await limit.use(userId)
      const upload = await read()
      const known = await findKnown(mediaIntake.hash(upload))
      return known === undefined ? await mediaIntake.take(upload, userId) : known
    }, userId)

  const findKnown = (sha256: string) => findSameContent(db, sha256)

  type Adding = Pick<Managed<unknown, TakenFile | string>, 'trx' | 'account' | 'prepared' | 'record'>
  async function add({ trx, account, prepared, record }: Adding) {
    const nowMs = now()
    if (typeof prepared === 'string') {
      const item = await readItem(trx, prepared, nowMs)
      record({ kind: 'media', id: item.id, name: item.name })
      return ok({ item, isKnown: true })
    }
    const { name, sha256, file } = prepared
    try {
      const id = await addMedia({ trx, userId: account.id, nowMs, totalBytes }, prepared)
      record({ kind: 'media', id, name, changes: [{ member: 'sha256', before: null, after: sha256 }] })
      return ok({ item: await readItem(trx, id, nowMs), isKnown: false })
    } catch (error) {
      await mediaIntake.drop(file)
      throw error
    }
  }

  addPreparedRoute(app, options, uploadMedia, (request, { id }) => take(id, () => readUpload(request), findKnown), add)

  addPreparedRoute(
    app,
    options,
    fetchMedia,
    ({ body }, { id }) => take(id, () => copyPicture(body.address), findKnown),
    add,
  )

  addPreparedRoute(
    app,
    options,
    replaceMedia,
    async (request, account) => {
      await readItem(db, request.params.id, now())
      const taken = await take(
        account.id,
        () => readUpload(request),
        async () => undefined,
      )
      if (typeof taken === 'string') throw mediaMissing()
      return taken
    },
    async ({ trx, account, request, prepared, record }) => {
      const { id } = request.params
      const step = { trx, userId: account.id, nowMs: now(), totalBytes }
      record({ kind: 'media', id, name: prepared.name })
      try {
        const row = await lockMedia(step, id, null)
        await replaceFile(step, row, prepared)
        const changes = [{ member: 'sha256', before: row.sha256, after: prepared.sha256 }]
        record({ kind: 'media', id, name: row.name, changes })
        return ok(await readItem(trx, id, step.nowMs))
      } catch (error) {
        await mediaIntake.drop(prepared.file)
        throw error
      }
    },
  )
}
