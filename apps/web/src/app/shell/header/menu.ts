import { Landmark, type LucideIconData, MapPin, Microscope, Route, ScanSearch, Users } from '@lucide/icons'
import { CATEGORY } from '@portal/contract/constants.ts'
import {
  ABOUT,
  CERTIFICATES,
  CONTACT,
  GEMS,
  HOME,
  INSTRUMENT,
  JOIN,
  MERCHANDISE,
  type MenuGroup,
  type MenuLink,
  NEWS,
  QUESTIONS,
  RANGE,
  RESEARCH,
  SERVICES,
} from '#domain/site/menu-links.ts'

export interface HelpedLink extends MenuLink {
  help: string
  icon: LucideIconData
}

/** A link, or a heading with links under it. */
export type MenuItem = MenuLink | { text: string; links: readonly HelpedLink[] }

export const SEARCH_PATH = '/search'

/** Shown only to members with a duty. Leaves this client, because the management pages have a client of their own. */
export const ADMIN_LINK: MenuLink = { text: '站点管理', to: '/manage' }

export const MAIN_MENU: readonly MenuItem[] = [
  HOME,
  {
    text: '检测业务',
    links: [
      { ...CERTIFICATES, help: '输入编号，核对结论', icon: ScanSearch },
      { ...RANGE, help: '送样、检测、领证', icon: Route },
      { ...INSTRUMENT, help: '结论从哪里来', icon: Microscope },
    ],
  },
  NEWS,
  RESEARCH,
  GEMS,
  {
    text: '关于我们',
    links: [
      { ...ABOUT, help: '机构与公正性声明', icon: Landmark },
      { ...CONTACT, help: '地址、电话、工作时间', icon: MapPin },
      { ...JOIN, help: '招聘岗位', icon: Users },
    ],
  },
  MERCHANDISE,
]

/** All links of the header, for narrow screens. */
export const DRAWER_MENU: readonly MenuGroup[] = [
  { title: null, links: [HOME] },
  SERVICES,
  { title: '资讯与研究', links: [NEWS, RESEARCH, GEMS, MERCHANDISE] },
  { title: '关于与联系', links: [CONTACT, ABOUT, JOIN, QUESTIONS] },
]

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
const PARENTS: Readonly<Record<string, string>> = { '/log': CERTIFICATES.to, '/developers': CERTIFICATES.to }

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
