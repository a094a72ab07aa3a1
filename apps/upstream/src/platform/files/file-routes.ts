import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { FILE_NAME_PATTERN, getFile } from '@portal/contract/files.ts'
import type { FastifyPluginAsync } from 'fastify'
import { noSuchCall } from '#platform/errors.ts'

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

/** Opens the first plain file of this name in the folders. */
export async function openFirst(folders: readonly string[], name: string): Promise<FileHandle | undefined> {
  for (const folder of folders) {
    try {
      const handle = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
      if ((await handle.stat()).isFile()) return handle
      await handle.close()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // ELOOP: the file is a link, which this server never creates.
      if (code !== 'ENOENT' && code !== 'ELOOP') throw error
    }
  }
  return undefined
}

/**
 * Serves uploaded and demo pictures. A name belongs to one content forever, so browsers may cache it. The headers
 * prevent an SVG or a mislabelled upload from running as a page of this site.
 */
export const fileRoutes: FastifyPluginAsync<{ folders: readonly string[] }> = async (app, { folders }) => {
  app.get<{ Params: { name: string } }>(
    '/file/img/:name',
    { config: { access: getFile.access } },
    async (request, reply) => {
      const { name } = request.params
      const file = FILE_NAME.test(name) ? await openFirst(folders, name) : undefined
      if (!file) throw noSuchCall()
      const { size, mtimeMs } = await file.stat()
      const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'content-disposition': 'attachment',
        etag,
      })
      if (request.headers['if-none-match'] === etag) {
        await file.close()
        return reply.code(304).send()
      }
      reply.type(CONTENT_TYPES[extname(name)] ?? 'application/octet-stream').header('content-length', size)
      return reply.send(file.createReadStream())
    },
  )
}
