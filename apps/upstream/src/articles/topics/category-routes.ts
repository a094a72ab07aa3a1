import { CATEGORY } from '@portal/contract/constants.ts'
import { listCategories, listTags } from '@portal/contract/site/site.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import type { CategoryRepository } from './category-repository.ts'
import { listMergedTopics } from './topic-repository.ts'

interface Options {
  categories: CategoryRepository
  db: Db
  site: Pick<SiteRepository, 'readSettings'>
}

export const categoryRoutes: FastifyPluginAsync<Options> = async (app, { categories, db, site }) => {
  addRoute(app, listCategories, async () => {
    const { newsLead, researchLead } = await site.readSettings()
    const leads = new Map<number, unknown>([
      [CATEGORY.news, newsLead],
      [CATEGORY.research, researchLead],
    ])
    const records = (await categories.listCategories()).map((category) => {
      const lead = leads.get(category.id)
      return typeof lead === 'string' ? { ...category, lead } : category
    })
    return ok(records, { merged: await listMergedTopics(db, 'category') })
  })

  addRoute(app, listTags, async () => {
    const tags = await categories.listCountedTags()
    const records = tags.map(({ id, name, articleNum }) => ({ id, name, articleNum }))
    return ok(records, { merged: await listMergedTopics(db, 'tag') })
  })
}
