import {
  ENGLISH_PREFIX,
  SHARE_PATH,
  SHARE_REVOKE_PATH,
  SHARE_SECRET_PATTERN,
} from '@portal/contract/certificates/keeping-rules.ts'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TOO_MANY_PAGE } from '#overload/busy-page.ts'
import type { Asker, PageService } from '#pages/page-service.ts'
import { rawPath, rawSearch, siteOrigin } from '#request/request-address.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'

interface Options {
  pages: Pick<PageService, 'once'>
  /** Shares that one client reads. */
  budget: RateLimit
  policy: string
  publicOrigin: string | null
}

export type SharePage = ReturnType<typeof createSharePage>

const SECRET = new RegExp(SHARE_SECRET_PATTERN)

/**
 * Pages whose address is a secret: a share, and the page that revokes one, each in two languages. Made for each request, so that a revoked share
 * is gone at once; in no cache, no index, and no other site's log. Opening one changes nothing.
 */
export function createSharePage({ pages, budget, policy, publicOrigin }: Options) {
  return {
    isShare(request: FastifyRequest): boolean {
      const path = chinesePath(request)
      return path === SHARE_REVOKE_PATH || (path.startsWith(SHARE_PATH) && SECRET.test(path.slice(SHARE_PATH.length)))
    },

    async answer(request: FastifyRequest, reply: FastifyReply, asker: Asker): Promise<FastifyReply> {
      const path = rawPath(request)
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow, noarchive')
      // The form of the page that revokes needs its origin: with `no-referrer` it would come as another site's.
      reply.header('referrer-policy', chinesePath(request) === SHARE_REVOKE_PATH ? 'same-origin' : 'no-referrer')
      reply.header('content-security-policy', policy).type('text/html; charset=utf-8')
      const { isAllowed, retryAfterMs } = await budget.take(asker.client)
      if (!isAllowed) {
        return reply
          .header('retry-after', String(Math.ceil(retryAfterMs / SECOND_MS)))
          .code(CODE.tooMany)
          .send(TOO_MANY_PAGE)
      }
      const address = path + rawSearch(request)
      const { page, retryAfterSeconds } = await pages.once(siteOrigin(request, publicOrigin), address, asker)
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      return reply.code(page.status).send(page.text)
    },
  }
}

/** The path of the page in Chinese. */
function chinesePath(request: FastifyRequest): string {
  const path = rawPath(request)
  return path.startsWith(ENGLISH_PREFIX + SHARE_PATH) ? path.slice(ENGLISH_PREFIX.length) : path
}
