import { openPreview } from '@portal/contract/manage/preview.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'

/** The answers of a previewed page, for the BFF of a member of staff. */
export const previewRoutes: FastifyPluginAsync<Dependencies> = async (app, { previews }) => {
  addRoute(app, openPreview, async ({ query }, reply) => {
    reply.header('cache-control', 'no-store')
    return ok(await previews.open(query.key))
  })
}
