import { CHANGES_IN_HEADER } from '@portal/contract/call.ts'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { getHomeContent, getHomeData, getLicence, getSiteInfo, reportVisit } from '@portal/contract/site/site.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { ArticleRepository } from '#articles/reading/article-repository.ts'
import { toListItem, toWireTag } from '#articles/reading/article-view.ts'
import type { CategoryRepository } from '#articles/topics/category-repository.ts'
import { offerWidths } from '#media/offered-widths.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import { type DailyCounts, READ_TO_END } from '#platform/figures/daily-counts.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { isRobot, toViewSource } from '#site/visits/view-sources.ts'
import type { VisitLog } from '#site/visits/visit-log.ts'
import { toHomeContent } from './home-content.ts'
import { showOpenLinks } from './menus.ts'
import { computeChangeMs } from './shown-settings.ts'
import { type ConfiguredLogins, toSiteInfo } from './site-info.ts'

interface Options extends ConfiguredLogins {
  articles: ArticleRepository
  categories: CategoryRepository
  counts: DailyCounts
  db: Db
  digest: Digest
  now: () => number
  site: SiteRepository
  visits: VisitLog
}

const CAROUSEL_MAX = 10
const RECOMMENDED_MAX = 5

export const siteRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { site, articles, categories, visits, counts, db, loginTypes, wechatQr, digest, now } = options

  addRoute(app, getSiteInfo, async (_request, reply) => {
    const stored = await site.readSettings()
    const changeInMs = computeChangeMs(stored, now())
    if (changeInMs !== null) reply.header(CHANGES_IN_HEADER, changeInMs)
    const { pageViews, visitors } = await site.readCounters()
    const info = toSiteInfo({ ...stored, ...(await showOpenLinks(db, now, stored)) }, { loginTypes, wechatQr }, now())
    return ok(info, { siteAccess: pageViews, visitorAccess: visitors })
  })

  addRoute(app, getLicence, async () => {
    const { creditCode } = await site.readSettings()
    return ok({ creditCode: typeof creditCode === 'string' ? creditCode : null })
  })

  addRoute(app, getHomeContent, async () => {
    const home = toHomeContent(await site.readSettings())
    return ok({ ...home, paragraph: home.paragraph && (await offerWidths(db, home.paragraph)) })
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

  const isPublished = (id: number) => {
    const published = db.selectFrom('articles').select('id').where('is_publish', '=', PUBLISH_STATE.published)
    return isAny(published.where('id', '=', id))
  }

  addRoute(app, reportVisit, async ({ ip, headers, query }) => {
    const client = toClientKey(ip)
    const agent = headers['user-agent'] ?? ''
    const { article, step, from = '' } = query
    if (article === undefined) {
      if (visits.countView(digest('visitor', client, agent), client)) counts.countView(query.path)
    } else if (!isRobot(agent) && visits.isCounted(client) && (await isPublished(article))) {
      counts.countRead(article, step === 'end' ? READ_TO_END : toViewSource(from, agent))
    }
    // Other upstreams answer the caller's location; this one does not look it up.
    return ok(null)
  })
}
