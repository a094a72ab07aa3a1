import fp from 'fastify-plugin'
import type { ReadYourWrites } from '#cache/read-your-writes.ts'
import { addOnRequest } from '#request/route-hooks.ts'
import type { SessionCookies } from '#session/session-cookie.ts'

/** Path that `routes/page-routes.ts` declares. */
const PAGE_ROUTE = '/*'

/** Applies the visitor's own changes of the last minute before a page or an answer is read from a cache. */
export const readYourWritesPlugin = fp<{ changes: ReadYourWrites; cookies: Pick<SessionCookies, 'readChange'> }>(
  async (app, { changes, cookies }) => {
    app.addHook('onRoute', (route) => {
      const isCachedCall = (route.config?.from ?? 'call') === 'call' && route.method === 'GET'
      if (route.url !== PAGE_ROUTE && !isCachedCall) return
      addOnRequest(route, (request, _reply, done) => {
        // Most requests have no cookie of this name, so they need no parsing.
        if (request.headers.cookie?.includes('changed=')) changes.apply(cookies.readChange(request))
        done()
      })
    })
  },
  { name: 'read-your-writes', dependencies: ['@fastify/cookie', 'origin-guard'] },
)
