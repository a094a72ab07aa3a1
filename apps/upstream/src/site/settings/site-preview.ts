import type { PreviewAnswer } from '@portal/contract/articles/preview.ts'
import { SiteInfo } from '@portal/contract/site/site.ts'
import { previewSite } from '@portal/contract/site/site-calls.ts'
import type { OtherSites } from '@portal/contract/site/site-settings.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Previews } from '#articles/preview/previews.ts'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { type MemberValues, readMembers, toMembers } from '#platform/settings/site-settings.ts'
import { toNavigationGroups } from '#site/directory/navigation-groups.ts'
import { toHomeContent } from '#site/shown/home-content.ts'
import { showOpenLinks } from '#site/shown/menus.ts'
import { toSiteInfo } from '#site/shown/site-info.ts'
import { checkChanges, checkSiteDuty, listWantedChanges } from './save-settings.ts'

interface Options {
  db: Db
  now: () => number
  previews: Previews
  site: SiteRepository
  /** `LOGIN_TYPE` of the logins with configured credentials. */
  loginTypes: readonly number[]
}

/** Bulletin and lantern are previewed without their begin. */
const BEGUN: MemberValues = { bulletinFrom: null, lanternFrom: null }

/** Routes of previews of public pages with unsaved settings. */
export const sitePreviewRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, site, previews, loginTypes } = options

  addRoute(app, previewSite, async (request) => {
    const { settings, path } = request.body
    const members = toMembers(settings)
    checkSiteDuty(getAccount(request), members)
    const current = await readMembers(db)
    const changes = listWantedChanges(current, members)
    checkChanges(current, changes, now())
    const changed: MemberValues = Object.fromEntries(changes.map(({ member, after }) => [member, after]))
    const next: MemberValues = { ...current, ...changed }
    const shown = { ...(await site.readSettings()), ...changed, ...BEGUN }
    const info = makeInfoAnswer({ ...shown, ...(await showOpenLinks(db, now, shown)) })
    const home = { path: '/v1/site/home', query: {}, data: toHomeContent(next), extra: {} }
    const answers = [info, home, makeLicenceAnswer(next), makeNavigationAnswer(next.navigation)]
    const waits = [next.bulletin && next.bulletinFrom, next.lantern && next.lanternFrom].some(isToCome)
    const noticeText = changes.length > 0 ? `站点设置，${changes.length} 处改动尚未保存` : '站点设置，没有未保存的改动'
    const notice = waits ? `${noticeText}；公告与灯笼按开始以后的样子显示` : noticeText
    return ok(await previews.make(getAccount(request).id, { path, notice, answers }))
  })

  function isToCome(from: unknown): boolean {
    return typeof from === 'string' && (toInstantMs(from) ?? 0) > now()
  }

  function makeInfoAnswer(stored: MemberValues): PreviewAnswer {
    // No previewed page shows the code for logging in by WeChat.
    const info = toSiteInfo(stored, { loginTypes, wechatQr: null }, now())
    const members = Object.entries(info).filter(([name]) => Object.hasOwn(SiteInfo.properties, name))
    return { path: '/v1/webSiteInfo', query: {}, data: Object.fromEntries(members), extra: {} }
  }
}

function makeLicenceAnswer({ creditCode }: MemberValues): PreviewAnswer {
  return { path: '/v1/site/licence', query: {}, data: { creditCode: creditCode ?? null }, extra: {} }
}

function makeNavigationAnswer(groups: unknown): PreviewAnswer {
  const sites = ((groups ?? []) as OtherSites[]).flatMap(({ title, sites }, groupPosition) =>
    sites.map((one) => ({ ...one, groupName: title, groupPosition })),
  )
  const data = toNavigationGroups(sites.map((one, at) => ({ ...one, id: at + 1 })))
  return { path: '/v1/site/getNavigations', query: {}, data, extra: {} }
}
