import { Landmark, type LucideIconData, MapPin, Microscope, Route, ScanSearch, Users } from '@lucide/icons'
import { CATEGORY } from '@portal/contract/constants.ts'

export interface MenuLink {
  text: string
  to: string
}

export interface HelpedLink extends MenuLink {
  help: string
  icon: LucideIconData
}

/** A link, or a heading with links under it. */
export type MenuItem = MenuLink | { text: string; links: readonly HelpedLink[] }

export const NEWS_PATH = `/tags?categoryId=${CATEGORY.news}`
export const RESEARCH_PATH = `/tags?categoryId=${CATEGORY.research}`
export const SEARCH_PATH = '/search'

const HOME: MenuLink = { text: '首页', to: '/' }
const CERTIFICATES: MenuLink = { text: '证书查询', to: '/certificate-check' }
const RANGE: MenuLink = { text: '流程与范围', to: '/rangeDetail' }
const INSTRUMENT: MenuLink = { text: '仪器与方法', to: '/instrument' }
const FEES: MenuLink = { text: '费用相关', to: '/notice/fees' }
const NEWS: MenuLink = { text: '新闻资讯', to: NEWS_PATH }
const RESEARCH: MenuLink = { text: '研究', to: RESEARCH_PATH }
const GEMS: MenuLink = { text: '宝石百科', to: '/gem' }
const MERCHANDISE: MenuLink = { text: '品牌周边', to: '/surrounding' }
const ABOUT: MenuLink = { text: '关于我们', to: '/about-gic' }
const CONTACT: MenuLink = { text: '联系我们', to: '/contact-us' }
const JOIN: MenuLink = { text: '加入我们', to: '/join-us' }
const QUESTIONS: MenuLink = { text: '常见问题', to: '/question' }

/** Shown to members with an editing duty only. */
export const ADMIN_LINK: MenuLink = { text: '站点管理', to: '/review' }

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

export interface MenuGroup {
  title: string | null
  links: readonly MenuLink[]
}

const SERVICES: MenuGroup = { title: '检测业务', links: [CERTIFICATES, RANGE, INSTRUMENT, FEES] }

export const FOOTER_MENU: readonly MenuGroup[] = [
  SERVICES,
  {
    title: '资讯与研究',
    links: [
      ...[NEWS, RESEARCH, GEMS],
      { text: '文章归档', to: '/archive' },
      { text: '文章分类', to: '/category' },
      { text: '说说', to: '/say' },
    ],
  },
  {
    title: '关于',
    links: [ABOUT, { text: '专家介绍', to: '/experts' }, { text: '公正性声明', to: '/statement' }, JOIN],
  },
  {
    title: '帮助',
    links: [
      ...[QUESTIONS, CONTACT],
      { text: '站点导航', to: '/navigation' },
      { text: '站内热搜', to: '/hot' },
      { text: '隐私与 Cookie 说明', to: '/privacy' },
    ],
  },
]

/** Everything in the header, for narrow screens. */
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

/** Whether the link leads to the current page: same path, and the address has each parameter of the link. */
export function isCurrent(to: string, { pathname, search }: { pathname: string; search: string }): boolean {
  const [path, linkSearch = ''] = to.split('?')
  if (path !== pathname) return false
  const here = new URLSearchParams(search)
  return [...new URLSearchParams(linkSearch)].every(([name, value]) => (here.get(name) ?? defaultOf(name)) === value)
}

/** The article list shows the news by default. */
function defaultOf(name: string): string | null {
  return name === 'categoryId' ? String(CATEGORY.news) : null
}
