import type { FastifyPluginAsync } from 'fastify'
import type { NoticeRepository } from '#accounts/notices/notice-repository.ts'
import type { Previews } from '#articles/preview/previews.ts'
import type { ArticleRepository } from '#articles/reading/article-repository.ts'
import type { NeighbourRepository } from '#articles/reading/neighbour-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import type { TextRenderer } from '#platform/text/text-renderer.ts'
import { managedArticleRoutes } from './article-routes.ts'
import { bulkRoutes } from './bulk-routes.ts'
import { contentCheckRoutes } from './check-routes.ts'
import type { ContentCheck } from './content-check.ts'
import { contentPreviewRoutes } from './content-preview.ts'
import { draftRoutes } from './draft-routes.ts'
import { lockRoutes } from './lock-routes.ts'
import { managedPageRoutes } from './page-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'

interface Options {
  articles: ArticleRepository
  contentCheck: ContentCheck
  db: Db
  digest: Digest
  jobs: Jobs
  neighbours: NeighbourRepository
  notices: NoticeRepository
  now: () => number
  previews: Previews
  site: SiteRepository
  texts: TextRenderer
}

/** Routes of articles and standing pages for staff. */
export const contentRoutes: FastifyPluginAsync<Options> = async (app, dependencies) => {
  await app.register(managedPageRoutes, dependencies)
  await app.register(managedArticleRoutes, dependencies)
  await app.register(bulkRoutes, dependencies)
  await app.register(draftRoutes, dependencies)
  await app.register(contentPreviewRoutes, dependencies)
  await app.register(lockRoutes, dependencies)
  await app.register(scheduleRoutes, dependencies)
  await app.register(contentCheckRoutes, dependencies)
}
