import { CATEGORY } from '@portal/contract/constants.ts'
import type { FastifyPluginAsync } from 'fastify'
import { rawSearch } from './request-address.ts'

/** Addresses that the footer of earlier versions linked to → where their content stands now; web has the same table. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['/news', `/tags?categoryId=${CATEGORY.news}`],
  ['/research', `/tags?categoryId=${CATEGORY.research}`],
  ['/gem-encyclopedia', '/gem'],
  ['/inspection', '/rangeDetail'],
]

/** Sends old addresses on for good; what stood in the query goes along, but cannot change where it leads. */
export const redirectRoutes: FastifyPluginAsync = async (app) => {
  for (const [from, to] of MOVED) {
    app.get(from, { config: { access: 'public', from: 'page' } }, (request, reply) => {
      const search = rawSearch(request)
      const [path = '', own] = to.split('?')
      const query = new URLSearchParams(own)
      for (const [name, value] of new URLSearchParams(search)) if (!query.has(name)) query.append(name, value)
      // What stands in a query may be for one visitor only, as the token of a social login is.
      reply.header('cache-control', search === '' ? 'public, max-age=3600' : 'no-store')
      return reply.redirect(query.size > 0 ? `${path}?${query}` : path, 301)
    })
  }
}
