import { listCategories, listTags } from '@portal/contract/site/site.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CategoryRepository } from './category-repository.ts'
import { listMergedTopics } from './topic-repository.ts'

interface Options {
  categories: CategoryRepository
  db: Db
}

export const categoryRoutes: FastifyPluginAsync<Options> = async (app, { categories, db }) => {
  addRoute(app, listCategories, async () => {
    return ok(await categories.listCategories(), { merged: await listMergedTopics(db, 'category') })
  })

  addRoute(app, listTags, async () => {
    const tags = await categories.listCountedTags()
    const records = tags.map(({ id, name, articleNum }) => ({ id, name, articleNum }))
    return ok(records, { merged: await listMergedTopics(db, 'tag') })
  })
}
