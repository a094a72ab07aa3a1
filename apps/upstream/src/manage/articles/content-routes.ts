import type { FastifyPluginAsync } from 'fastify'
import type { Dependencies } from '#dependencies.ts'
import { managedArticleRoutes } from './article-routes.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { contentCheckRoutes } from './check-routes.ts'
import { contentPreviewRoutes } from './content-preview.ts'
import { draftRoutes } from './draft-routes.ts'
import { lockRoutes } from './lock-routes.ts'
import { managedPageRoutes } from './page-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'

/** Articles and standing pages for staff. */
export const contentRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  await app.register(managedPageRoutes, dependencies)
  await app.register(managedArticleRoutes, dependencies)
  await app.register(bulkRoutes, dependencies)
  await app.register(draftRoutes, dependencies)
  await app.register(contentPreviewRoutes, dependencies)
  await app.register(lockRoutes, dependencies)
  await app.register(scheduleRoutes, dependencies)
  await app.register(contentCheckRoutes, dependencies)
}
