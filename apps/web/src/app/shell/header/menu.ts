import { Landmark, type LucideIconData, MapPin, Microscope, Route, ScanSearch, Users } from '@lucide/icons'
import { CATEGORY } from '@portal/contract/constants.ts'
import type { ShownItem } from '@portal/contract/site/site.ts'

/** Icons of the entries of an open menu, by address. */
export const LINK_ICONS: Readonly<Record<string, LucideIconData>> = {
  '/certificate-check': ScanSearch,
  '/rangeDetail': Route,
  '/instrument': Microscope,
  '/about': Landmark,
  '/contact-us': MapPin,
  '/join-us': Users,
}

export const SEARCH_PATH = '/search'

/** Shown only to members with a duty. Leaves this client, because the management pages have a client of their own. */
export const ADMIN_LINK = { text: '站点管理', to: '/manage' }

/** Lists the links of an entry of the menu. */
export const listLinks = (item: ShownItem): readonly ShownItem[] => item.links ?? [item]

/** Whether an address is one of these paths, with or without a trailing slash. */
export function isPathAmong(paths: readonly string[], pathname: string): boolean {
  return paths.includes(pathname.replace(/(.)\/+$/, '$1'))
}

/** Whether the link leads to the current page: the paths are equal, and the address has every parameter of the link. */
export function isCurrent(to: string, { pathname, search }: { pathname: string; search: string }): boolean {
  const [path, linkSearch = ''] = to.split('?')
  if (path !== pathname) return false
  const here = new URLSearchParams(search)
  return [...new URLSearchParams(linkSearch)].every(([name, value]) => (here.get(name) ?? getDefault(name)) === value)
}

/** Pages that the menu treats as part of another page. */
const PARENTS: Readonly<Record<string, string>> = { '/log': '/certificate-check', '/developers': '/certificate-check' }

/** `aria-current` of a link: `true` for a page below the one that it leads to. */
export function getCurrentMark(
  to: string,
  location: { pathname: string; search: string },
): 'page' | 'true' | undefined {
  if (isCurrent(to, location)) return 'page'
  return Object.hasOwn(PARENTS, location.pathname) && PARENTS[location.pathname] === to ? 'true' : undefined
}

/** The article list shows the news by default. */
function getDefault(name: string): string | null {
  return name === 'categoryId' ? String(CATEGORY.news) : null
}
