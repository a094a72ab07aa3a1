import { openPreview } from '@portal/contract/articles/preview.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Previews } from './previews.ts'

interface Options {
  previews: Previews
}

/** Route by which the BFF reads the answers of a previewed page for a member of staff. */
export const previewRoutes: FastifyPluginAsync<Options> = async (app, { previews }) => {
  addRoute(app, openPreview, async ({ query }, reply) => {
    reply.header('cache-control', 'no-store')
    return ok(await previews.open(query.key))
  })
}
