import { MOVED_PATHS, movedAddress } from '@portal/contract/paths/moved-paths.ts'
import type { FastifyPluginAsync } from 'fastify'
import { rawSearch } from '#request/request-address.ts'

/** Sends old addresses on for good. */
export const redirectRoutes: FastifyPluginAsync = async (app) => {
  for (const [from, to] of MOVED_PATHS) {
    app.get(from, { config: { access: 'public', from: 'page' } }, (request, reply) => {
      const search = rawSearch(request)
      // What stands in a query may be for one visitor only, as the token of a social login is.
      reply.header('cache-control', search === '' ? 'public, max-age=3600' : 'no-store')
      return reply.redirect(movedAddress(to, new URLSearchParams(search)), 301)
    })
  }
}
