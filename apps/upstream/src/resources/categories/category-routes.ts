import { listCategories, listTags } from '@portal/contract/site.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import { mergedTopics } from '#manage/site/topic-repository.ts'

export const categoryRoutes: FastifyPluginAsync<Dependencies> = async (app, { categories, db }) => {
  addRoute(app, listCategories, async () => {
    return ok(await categories.categories(), { merged: await mergedTopics(db, 'category') })
  })

  addRoute(app, listTags, async () => {
    const tags = await categories.countedTags()
    const records = tags.map(({ id, name, articleNum }) => ({ id, name, articleNum }))
    return ok(records, { merged: await mergedTopics(db, 'tag') })
  })
}
