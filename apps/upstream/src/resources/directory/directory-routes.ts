import { getHotSearches, listNavigations, type NavigationGroup } from '@portal/contract/directory.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sourceNotConnected } from '#errors.ts'
import { ok, routeOf } from '#route-of.ts'
import type { DirectoryRepository, NavigationSite } from './directory-repository.ts'

const HOT_DAYS = 30
const HOT_MAX = 10

/**
 * Friend links and the message board (`/v1/link/`, `/v1/message/`) are in the contract and not served here. No page of
 * this site shows either: `/links` is contact, `/message` a statement (fact sheet 8). Nobody could accept a link that is
 * applied for, and nobody would read over what visitors without an account put up in public.
 */
export const directoryRoutes: FastifyPluginAsync<{ directory: DirectoryRepository }> = async (app, { directory }) => {
  app.route(
    routeOf(getHotSearches, async ({ query }) => {
      // Other sources are trend services of third parties; this server asks none.
      if (query.type !== 'site') throw sourceNotConnected()
      const keywords = await directory.mostSearched(HOT_DAYS, HOT_MAX)
      const data = keywords.map((keyword) => ({ keyword, url: `/search?keyword=${encodeURIComponent(keyword)}` }))
      return ok({ code: 200, data })
    }),
  )

  app.route(routeOf(listNavigations, async () => ok(toGroups(await directory.sites()))))
}

function toGroups(sites: readonly NavigationSite[]): NavigationGroup[] {
  const groups = new Map<number, NavigationGroup>()
  for (const { id, groupName, groupPosition, name, url, info } of sites) {
    const group = groups.get(groupPosition) ?? { siteClassName: groupName, navigations: [] }
    group.navigations.push({
      id,
      siteClassId: groupPosition,
      name,
      url,
      logo: null,
      info,
      createTime: null,
      updateTime: null,
    })
    groups.set(groupPosition, group)
  }
  return [...groups.values()]
}
