import type { NavigationGroup } from '@portal/contract/directory.ts'

export interface NavigationSite {
  id: number
  name: string
  info: string
  url: string
  /** Without `www.`. */
  host: string
  /** `null` when none may be loaded. */
  logoUrl: string | null
}

export interface SiteGroup {
  name: string
  sites: readonly NavigationSite[]
}

/** Groups without sites whose address is not http or https, as it could be a script. */
export function toSiteGroups(wire: readonly NavigationGroup[]): SiteGroup[] {
  return wire
    .map(({ siteClassName, navigations }) => ({
      name: siteClassName,
      sites: navigations.map(toSite).filter((site) => site !== null),
    }))
    .filter(({ sites }) => sites.length > 0)
}

function toSite({ id, name, url, info, logo }: NavigationGroup['navigations'][number]): NavigationSite | null {
  const host = hostOf(url)
  if (host === null) return null
  // An http picture would be blocked, or reveal the visit on the network.
  const logoUrl = logo && /^https:\/\//i.test(logo) ? logo : null
  return { id, name, info: info ?? '', url, host, logoUrl }
}

/** `new URL` throws on an invalid address; `URL.canParse` is newer than the oldest supported browsers. */
function hostOf(url: string): string | null {
  try {
    const { protocol, host } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : null
  } catch {
    return null
  }
}
