import { extname } from 'node:path'
import type { FastifyReply } from 'fastify'
import { noSuchCall } from '#platform/errors.ts'
import { CONTENT_TYPES } from './file-routes.ts'
import type { FileStore } from './file-store.ts'

/** Headers of a private file: uncached and never shown as a page. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'attachment',
} as const

/**
 * Sends a stored picture, uncached and never as a page. The route has checked the caller before.
 * @throws AppError when there is no such file
 */
export async function sendPrivateFile(reply: FastifyReply, store: FileStore, name: string): Promise<FastifyReply> {
  const file = await store.get(name)
  if (!file) throw noSuchCall()
  reply.headers({ ...PRIVATE_HEADERS, 'content-length': file.bytes })
  return reply.type(CONTENT_TYPES[extname(name)] ?? 'application/octet-stream').send(file.content)
}
