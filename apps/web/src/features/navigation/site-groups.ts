import type { NavigationGroup } from '@portal/contract/directory.ts'

export interface NavigationSite {
  id: number
  name: string
  info: string
  url: string
  /** As a reader knows it: without `www.`. */
  host: string
  /** `null` when there is none that may be loaded. */
  logoUrl: string | null
}

export interface SiteGroup {
  name: string
  sites: readonly NavigationSite[]
}

/** The groups without sites whose address is none of the web: anything else could be a script. */
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
  // A picture that comes in the clear would be blocked, or tell everybody on the way who reads here.
  const logoUrl = logo && /^https:\/\//i.test(logo) ? logo : null
  return { id, name, info: info ?? '', url, host, logoUrl }
}

/** `new URL` throws on what is no address; `URL.canParse` came after the oldest browsers we serve. */
function hostOf(url: string): string | null {
  try {
    const { protocol, host } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : null
  } catch {
    return null
  }
}
