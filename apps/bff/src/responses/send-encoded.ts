import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse } from './cached-response.ts'
import { chooseEncoding } from './encodings.ts'

/** Sends a text in the best encoding that the browser accepts. The caller sets `vary`, status and type. */
export async function sendEncoded(request: FastifyRequest, reply: FastifyReply, page: CachedResponse) {
  const encoding = chooseEncoding(request.headers['accept-encoding'], { br: true, gzip: true })
  if (encoding === 'identity') return reply.send(page.text)
  return reply.header('content-encoding', encoding).send(await page.encoded(encoding))
}
