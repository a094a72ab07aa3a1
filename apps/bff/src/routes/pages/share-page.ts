import { ENGLISH_PREFIX, SHARE_PATH, SHARE_REVOKE_PATH } from '@portal/contract/certificates/saved-certificate-rules.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOO_MANY_PAGE } from '#overload/busy-page.ts'
import type { Asker, PageService } from '#pages/page-service.ts'
import { getRawPath, getRawSearch, getSiteOrigin, toPlainPath } from '#request/request-address.ts'
import { sendEncoded } from '#responses/send-encoded.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'

interface Options {
  pages: Pick<PageService, 'once'>
  /** Budget of one client for reading shares. */
  budget: RateLimit
  policy: string
  publicOrigin: string | null
}

export type SharePage = ReturnType<typeof createSharePage>

/**
 * Addresses of shares in any letter case, because the router of the pages ignores case: another spelling must not reach
 * the cache of pages.
 */
const SHARE = new RegExp(`^(?:${ENGLISH_PREFIX})?${SHARE_PATH}.`, 'i')
const REVOKE = new RegExp(`^(?:${ENGLISH_PREFIX})?${SHARE_REVOKE_PATH}/?$`, 'i')

/**
 * Serves pages whose address is a secret: a share, and the page that revokes one, each in two languages. Each is made
 * for its request, so that a revoked share disappears at once; it is in no cache, no index, and no other site's log.
 * Opening one changes nothing.
 */
export function createSharePage({ pages, budget, policy, publicOrigin }: Options) {
  return {
    isShare: (request: FastifyRequest) => SHARE.test(getPlainPath(request)),

    async answer(request: FastifyRequest, reply: FastifyReply, asker: Asker): Promise<FastifyReply> {
      const path = getRawPath(request)
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow, noarchive')
      // The form of the revoking page needs its origin: with `no-referrer` it would count as another site's.
      reply.header('referrer-policy', REVOKE.test(getPlainPath(request)) ? 'same-origin' : 'no-referrer')
      reply.header('content-security-policy', policy).type('text/html; charset=utf-8')
      const { isAllowed, retryAfterMs } = await budget.take(asker.client)
      if (!isAllowed) {
        return reply
          .header('retry-after', String(Math.ceil(retryAfterMs / SECOND_MS)))
          .code(CODE.tooMany)
          .send(TOO_MANY_PAGE)
      }
      const address = path + getRawSearch(request)
      const { page, retryAfterSeconds } = await pages.once(getSiteOrigin(request, publicOrigin), address, asker)
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      return sendEncoded(request, reply.code(page.status).header('vary', 'accept-encoding'), page)
    },
  }
}

function getPlainPath(request: FastifyRequest): string {
  return toPlainPath(getRawPath(request))
}
