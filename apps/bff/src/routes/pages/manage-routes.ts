import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { MANAGE_PERMISSIONS } from '#plugins/headers.ts'
import { getRawPath } from '#request/request-address.ts'
import { CachedResponse } from '#responses/cached-response.ts'
import { sendEncoded } from '#responses/send-encoded.ts'
import { answerNoSuchCall, DISGUISED_PATH, FILE_PATH, sendNoSuchFile } from './page-routes.ts'

interface Options {
  /** The whole document. */
  html: string
  policy: string
}

/**
 * Serves the pages of staff: one document for every address, without data and without the session. The client shows
 * what the caller may see, and reports unknown addresses.
 */
export const manageRoutes: FastifyPluginAsync<Options> = async (app, { html, policy }) => {
  const document = new CachedResponse(200, html)

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const path = getRawPath(request)
    if (DISGUISED_PATH.test(path)) return answerNoSuchCall(reply)
    if (FILE_PATH.test(path)) return sendNoSuchFile(reply)
    // The document is not stored: after a release it would name scripts that are gone.
    reply.header('cache-control', 'no-store').header('vary', 'accept-encoding').header('x-robots-tag', 'noindex')
    reply.header('content-security-policy', policy).header('permissions-policy', MANAGE_PERMISSIONS)
    reply.header('referrer-policy', 'same-origin').type('text/html; charset=utf-8')
    return sendEncoded(request, reply, document)
  }

  const config = { access: 'public', from: 'page' } as const
  app.get('/manage', { config }, answer)
  app.get('/manage/*', { config }, answer)
}
