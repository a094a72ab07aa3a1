import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { getRawPath, getRawSearch } from '#request/request-address.ts'
import { addOnRequest } from '#request/route-hooks.ts'

interface Options {
  /** Origin of the site. Only `https://…` redirects; otherwise the site may have no TLS. */
  publicOrigin: string | null
  /** A trusted proxy in front sends `X-Forwarded-Proto`. */
  isBehindProxy: boolean
}

/** The route in `routes/page-routes.ts`, which matches everything that a person opens. */
const PAGE_ROUTE = '/*'

/**
 * Redirects a page request without TLS to the same address with TLS. Only pages are redirected: a program that calls
 * without encryption should notice, and the proxy's health check of `/healthz` is answered.
 */
export const httpsOnlyPlugin = fp<Options>(
  async (app, { publicOrigin, isBehindProxy }) => {
    if (!isBehindProxy || !publicOrigin?.startsWith('https:')) return

    function redirectToHttps(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const isPlain = request.headers['x-forwarded-proto'] !== undefined && request.protocol === 'http'
      const path = getRawPath(request)
      if (!isPlain || !path.startsWith('/')) done()
      else reply.header('cache-control', 'no-store').redirect(publicOrigin + path + getRawSearch(request), 301)
    }

    app.addHook('onRoute', (route) => {
      if (route.url === PAGE_ROUTE) addOnRequest(route, redirectToHttps)
    })
  },
  { name: 'https-only' },
)
