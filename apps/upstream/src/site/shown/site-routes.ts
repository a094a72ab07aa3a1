import { CHANGES_IN_HEADER } from '@portal/contract/call.ts'
import { getHomeData, getLicence, getSiteInfo, reportVisit } from '@portal/contract/site/site.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { ArticleRepository } from '#articles/reading/article-repository.ts'
import { toListItem, toWireTag } from '#articles/reading/article-view.ts'
import type { CategoryRepository } from '#articles/topics/category-repository.ts'
import type { DailyCounts } from '#platform/figures/daily-counts.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import type { VisitLog } from '#site/visits/visit-log.ts'
import { computeChangeMs } from './shown-settings.ts'
import { type ConfiguredLogins, toSiteInfo } from './site-info.ts'

interface Options extends ConfiguredLogins {
  articles: ArticleRepository
  categories: CategoryRepository
  counts: DailyCounts
  digest: Digest
  now: () => number
  site: SiteRepository
  visits: VisitLog
}

const CAROUSEL_MAX = 10
const RECOMMENDED_MAX = 5

export const siteRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { site, articles, categories, visits, counts, loginTypes, wechatQr, digest, now } = options

  addRoute(app, getSiteInfo, async (_request, reply) => {
    const stored = await site.readSettings()
    const changeInMs = computeChangeMs(stored, now())
    if (changeInMs !== null) reply.header(CHANGES_IN_HEADER, changeInMs)
    const { pageViews, visitors } = await site.readCounters()
    const info = toSiteInfo(stored, { loginTypes, wechatQr }, now())
    return ok(info, { siteAccess: pageViews, visitorAccess: visitors })
  })

  addRoute(app, getLicence, async () => {
    const { creditCode } = await site.readSettings()
    return ok({ creditCode: typeof creditCode === 'string' ? creditCode : null })
  })

  addRoute(app, getHomeData, async () => {
    const carousel = await articles.listMarked('is_carousel', CAROUSEL_MAX)
    const recommended = await articles.listMarked('is_recommend', RECOMMENDED_MAX)
    return ok(null, {
      articles: carousel.map((row) => toListItem(row, [], now())),
      newArticleList: recommended.map((row) => toListItem(row, [], now())),
      tagCloud: (await categories.listTags()).map(toWireTag),
    })
  })

  addRoute(app, reportVisit, async ({ ip, headers, query }) => {
    const client = toClientKey(ip)
    const isCounted = visits.countView(digest('visitor', client, headers['user-agent'] ?? ''), client)
    if (isCounted) counts.countView(query.path)
    // Other upstreams answer the caller's location; this one does not look it up.
    return ok(null)
  })
}
