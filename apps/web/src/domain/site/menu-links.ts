import { CATEGORY } from '@portal/contract/constants.ts'

/** A link of header, footer or drawer. */
export interface MenuLink {
  text: string
  to: string
}

export const NEWS_PATH = `/tags?categoryId=${CATEGORY.news}`
export const RESEARCH_PATH = `/tags?categoryId=${CATEGORY.research}`

export const HOME: MenuLink = { text: '首页', to: '/' }
export const CERTIFICATES: MenuLink = { text: '证书查询', to: '/certificate-check' }
export const RANGE: MenuLink = { text: '流程与范围', to: '/rangeDetail' }
export const INSTRUMENT: MenuLink = { text: '仪器与方法', to: '/instrument' }
const FEES: MenuLink = { text: '费用相关', to: '/notice/fees' }
export const NEWS: MenuLink = { text: '新闻资讯', to: NEWS_PATH }
export const RESEARCH: MenuLink = { text: '研究', to: RESEARCH_PATH }
export const GEMS: MenuLink = { text: '宝石百科', to: '/gem' }
export const MERCHANDISE: MenuLink = { text: '品牌周边', to: '/surrounding' }
export const ABOUT: MenuLink = { text: '关于我们', to: '/about-gic' }
export const CONTACT: MenuLink = { text: '联系我们', to: '/contact-us' }
export const JOIN: MenuLink = { text: '加入我们', to: '/join-us' }
export const QUESTIONS: MenuLink = { text: '常见问题', to: '/question' }

/** Part of footer and drawer. */
export interface MenuGroup {
  title: string | null
  links: readonly MenuLink[]
}

export const SERVICES: MenuGroup = { title: '检测业务', links: [CERTIFICATES, RANGE, INSTRUMENT, FEES] }
