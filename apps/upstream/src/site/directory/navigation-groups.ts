import type { NavigationGroup } from '@portal/contract/site/directory.ts'
import type { NavigationSite } from './directory-repository.ts'

/** Groups other sites, in the order of the rows. */
export function toNavigationGroups(sites: readonly NavigationSite[]): NavigationGroup[] {
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
