import { listCategories, listTags } from '@portal/contract/site.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Dependencies } from '#dependencies.ts'
import { ok, routeOf } from '#route-of.ts'

export const categoryRoutes: FastifyPluginAsync<Dependencies> = async (app, { categories }) => {
  app.route(
    routeOf(listCategories, async () => {
      return ok(await categories.categories())
    }),
  )

  app.route(
    routeOf(listTags, async () => {
      const tags = await categories.countedTags()
      return ok(tags.map(({ id, name, articleNum }) => ({ id, name, articleNum })))
    }),
  )
}
