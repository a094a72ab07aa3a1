import fp from 'fastify-plugin'
import type { OwnChanges } from '#cache/own-changes.ts'
import { addOnRequest } from '#request/route-hooks.ts'
import type { SessionCookies } from '#session/session-cookie.ts'

/** As `routes/page-routes.ts` declares it. */
const PAGE_ROUTE = '/*'

/** Before a page or an answer is read from a cache: the visitor's own changes of the last minute are in it. */
export const ownChangesPlugin = fp<{ changes: OwnChanges; cookies: Pick<SessionCookies, 'readChange'> }>(
  async (app, { changes, cookies }) => {
    app.addHook('onRoute', (route) => {
      const isCachedCall = (route.config?.from ?? 'call') === 'call' && route.method === 'GET'
      if (route.url !== PAGE_ROUTE && !isCachedCall) return
      addOnRequest(route, (request, _reply, done) => {
        // Most requests have no cookie of this name, and need not be parsed.
        if (request.headers.cookie?.includes('changed=')) changes.apply(cookies.readChange(request))
        done()
      })
    })
  },
  { name: 'own-changes', dependencies: ['@fastify/cookie', 'origin-guard'] },
)
