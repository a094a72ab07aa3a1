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

/** Where staff work: in the menus of members with a duty only. */
export const ADMIN_LINK: MenuLink = { text: '站点管理', to: '/review' }

export const MAIN_MENU: readonly MenuItem[] = [
  { text: '首页', to: '/' },
  {
    text: '检测业务',
    links: [
      { text: '证书查询', to: '/certificate-check', help: '输入编号，核对结论', icon: ScanSearch },
      { text: '流程与范围', to: '/rangeDetail', help: '送样、检测、领证', icon: Route },
      { text: '仪器与方法', to: '/instrument', help: '结论从哪里来', icon: Microscope },
    ],
  },
  { text: '新闻资讯', to: NEWS_PATH },
  { text: '研究', to: RESEARCH_PATH },
  { text: '宝石百科', to: '/gem' },
  {
    text: '关于我们',
    links: [
      { text: '关于我们', to: '/about-gic', help: '机构与公正性声明', icon: Landmark },
      { text: '联系我们', to: '/contact-us', help: '地址、电话、工作时间', icon: MapPin },
      { text: '加入我们', to: '/join-us', help: '招聘岗位', icon: Users },
    ],
  },
  { text: '品牌周边', to: '/surrounding' },
]

export const FOOTER_MENU: readonly { title: string; links: readonly MenuLink[] }[] = [
  {
    title: '检测业务',
    links: [
      { text: '证书查询', to: '/certificate-check' },
      { text: '流程与范围', to: '/rangeDetail' },
      { text: '仪器与方法', to: '/instrument' },
      { text: '费用相关', to: '/notice/fees' },
    ],
  },
  {
    title: '资讯与研究',
    links: [
      { text: '新闻资讯', to: NEWS_PATH },
      { text: '研究', to: RESEARCH_PATH },
      { text: '宝石百科', to: '/gem' },
      { text: '文章归档', to: '/archive' },
      { text: '文章分类', to: '/category' },
      { text: '说说', to: '/say' },
    ],
  },
  {
    title: '关于',
    links: [
      { text: '关于我们', to: '/about-gic' },
      { text: '专家介绍', to: '/experts' },
      { text: '公正性声明', to: '/statement' },
      { text: '加入我们', to: '/join-us' },
    ],
  },
  {
    title: '帮助',
    links: [
      { text: '常见问题', to: '/question' },
      { text: '联系我们', to: '/contact-us' },
      { text: '站点导航', to: '/navigation' },
      { text: '站内热搜', to: '/hot' },
      { text: '隐私与 Cookie 说明', to: '/privacy' },
    ],
  },
]

/** Whether the link leads to where the visitor is: same path, and each parameter of the link is there. */
export function isCurrent(to: string, { pathname, search }: { pathname: string; search: string }): boolean {
  const [path, linkSearch = ''] = to.split('?')
  if (path !== pathname) return false
  const here = new URLSearchParams(search)
  return [...new URLSearchParams(linkSearch)].every(([name, value]) => (here.get(name) ?? defaultOf(name)) === value)
}

/** The list of articles shows the news when the address does not say what. */
function defaultOf(name: string): string | null {
  return name === 'categoryId' ? String(CATEGORY.news) : null
}
