import { extname } from 'node:path'
import { FILE_NAME_PATTERN, getFile } from '@portal/contract/files.ts'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type AppError, noSuchCall } from '#platform/errors.ts'
import { answerError } from '#platform/http/error-handler.ts'
import { type FileStore, openFirst, StorageFault } from './file-store.ts'
import { isUnofferedWidth, type PictureWidths } from './picture-widths.ts'

export const CONTENT_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
}

const FILE_NAME = new RegExp(FILE_NAME_PATTERN)

/** Answers an error of a route of files: an envelope in the place of a file would be no file. */
export function answerFileError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof StorageFault)) return answerError(error, request, reply)
  request.log.error({ cause: error.message }, 'object storage does not answer')
  return reply.code(502).headers({ 'cache-control': 'no-store', 'retry-after': 5 }).send()
}

/**
 * Serves uploaded and demo pictures. A name belongs to one content forever, so browsers may cache it. The headers
 * prevent an SVG or a mislabelled upload from running as a page of this site.
 */
export const fileRoutes: FastifyPluginAsync<{
  pictureStores: readonly FileStore[]
  pictureWidths: PictureWidths
}> = async (app, { pictureStores, pictureWidths }) => {
  app.setErrorHandler(answerFileError)
  app.get<{ Params: { name: string } }>(
    '/file/img/:name',
    { config: { access: getFile.access } },
    async (request, reply) => {
      const { name } = request.params
      if (!FILE_NAME.test(name) || isUnofferedWidth(name)) throw noSuchCall()
      let file = await openFirst(pictureStores, name)
      const made = file ? undefined : await pictureWidths.make(name)
      if (made) file = await openFirst(pictureStores, made.name)
      if (!file) throw noSuchCall()
      const { bytes, storedAtMs, content } = file
      const etag = `"${bytes.toString(36)}-${storedAtMs.toString(36)}"`
      reply.headers({
        'cache-control': made?.isLasting === false ? 'no-store' : 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'content-disposition': 'attachment',
        etag,
      })
      if (request.headers['if-none-match'] === etag) {
        content.destroy()
        return reply.code(304).send()
      }
      reply.type(CONTENT_TYPES[extname(name)] ?? 'application/octet-stream').header('content-length', bytes)
      return reply.send(content)
    },
  )
}
