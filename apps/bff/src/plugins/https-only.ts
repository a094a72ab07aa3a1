import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { rawPath, rawSearch } from '#request/request-address.ts'
import { addOnRequest } from '#request/route-hooks.ts'

interface Options {
  /** Redirects only to `https://…`; otherwise the site may have no TLS. */
  publicOrigin: string | null
  /** A trusted proxy in front sends `X-Forwarded-Proto`. */
  isBehindProxy: boolean
}

/** As `routes/page-routes.ts` declares it: everything that a person opens. */
const PAGE_ROUTE = '/*'

/**
 * Sends a reader who came without TLS to the same address with it. Only pages: a program that sends calls in the open is
 * to notice, and the proxy's own look at `/healthz` is answered.
 */
export const httpsOnlyPlugin = fp<Options>(
  async (app, { publicOrigin, isBehindProxy }) => {
    if (!isBehindProxy || !publicOrigin?.startsWith('https:')) return

    function sendOn(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const isPlain = request.headers['x-forwarded-proto'] !== undefined && request.protocol === 'http'
      const path = rawPath(request)
      if (!isPlain || !path.startsWith('/')) done()
      else reply.header('cache-control', 'no-store').redirect(publicOrigin + path + rawSearch(request), 301)
    }

    app.addHook('onRoute', (route) => {
      if (route.url === PAGE_ROUTE) addOnRequest(route, sendOn)
    })
  },
  { name: 'https-only' },
)
