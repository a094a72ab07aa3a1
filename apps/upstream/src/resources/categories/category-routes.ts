import { listCategories, listTags } from '@portal/contract/site.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'

export const categoryRoutes: FastifyPluginAsync<Dependencies> = async (app, { categories }) => {
  addRoute(app, listCategories, async () => ok(await categories.categories()))

  addRoute(app, listTags, async () => {
    const tags = await categories.countedTags()
    return ok(tags.map(({ id, name, articleNum }) => ({ id, name, articleNum })))
  })
}
