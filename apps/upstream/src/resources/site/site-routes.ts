import { CHANGES_IN_HEADER } from '@portal/contract/call.ts'
import { getHomeData, getLicence, getSiteInfo, reportVisit, type SiteInfo } from '@portal/contract/site.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import { clientKey } from '#client.ts'
import type { Dependencies } from '#dependencies.ts'
import { toListItem, toWireTag } from '#resources/articles/article-view.ts'
import { changesInMs, loginTypesOff, shownSettings } from './shown-settings.ts'

type Options = Dependencies & {
  /** `LOGIN_TYPE` of the contract: those with configured credentials. */
  loginTypes: readonly number[]
  /** Picture of the official account's code; `null` when logging in by it is not offered. */
  wechatQr: string | null
}

const SITE_INFO_ID = 1
/** Every member of the site info: unset ones are null, never left out. Comments are open. */
const UNSET = {
  ...{ logo: null, name: null, webUrl: null, summary: null, keyword: null, author: null, recordNum: null },
  ...{ aliPay: null, weixinPay: null, github: null, gitee: null, qqNumber: null, qqGroup: null, email: null },
  ...{ wechat: null, showList: null, authorInfo: null, authorAvatar: null, touristAvatar: null, bulletin: null },
  ...{ aboutMe: null, isMusicPlayer: null, openComment: 1, openAdmiration: null, createTime: null, updateTime: null },
} satisfies SiteInfo
const CAROUSEL_MAX = 10
const RECOMMENDED_MAX = 5

export const siteRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { site, articles, categories, visits, counts, loginTypes, wechatQr, digest, now } = options

  addRoute(app, getSiteInfo, async (_request, reply) => {
    const stored = await site.settings()
    const settings = shownSettings(stored, now())
    const inMs = changesInMs(stored, now())
    if (inMs !== null) reply.header(CHANGES_IN_HEADER, inMs)
    const { pageViews, visitors } = await site.counters()
    // From the configuration, not from the settings: a login type without its provider is not offered.
    const offered = loginTypes.filter((type) => !loginTypesOff(stored).includes(type))
    const info = { ...UNSET, ...settings, id: SITE_INFO_ID, loginTypeList: offered.join(','), wechatQr }
    return ok(info, { siteAccess: pageViews, visitorAccess: visitors })
  })

  addRoute(app, getLicence, async () => {
    const { creditCode } = await site.settings()
    return ok({ creditCode: typeof creditCode === 'string' ? creditCode : null })
  })

  addRoute(app, getHomeData, async () => {
    const carousel = await articles.marked('is_carousel', CAROUSEL_MAX)
    const recommended = await articles.marked('is_recommend', RECOMMENDED_MAX)
    return ok(null, {
      articles: carousel.map((row) => toListItem(row, [], now())),
      newArticleList: recommended.map((row) => toListItem(row, [], now())),
      tagCloud: (await categories.tags()).map(toWireTag),
    })
  })

  addRoute(app, reportVisit, async ({ ip, headers, query }) => {
    const client = clientKey(ip)
    const isCounted = visits.pageViewed(digest('visitor', client, headers['user-agent'] ?? ''), client)
    if (isCounted) counts.pageViewed(query.path)
    // Other upstreams answer the caller's location; ours looks up none.
    return ok(null)
  })
}
