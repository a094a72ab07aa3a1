import { type MenuLink, NEWS_PATH, RESEARCH_PATH } from './menu.ts'

/** Leads everywhere the header does; links of a group without a title stand first. */
export const DRAWER_MENU: readonly { title: string | null; links: readonly MenuLink[] }[] = [
  { title: null, links: [{ text: '首页', to: '/' }] },
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
      { text: '品牌周边', to: '/surrounding' },
    ],
  },
  {
    title: '关于与联系',
    links: [
      { text: '联系我们', to: '/contact-us' },
      { text: '关于我们', to: '/about-gic' },
      { text: '加入我们', to: '/join-us' },
      { text: '常见问题', to: '/question' },
    ],
  },
]

export const DRAWER_LINKS: readonly MenuLink[] = DRAWER_MENU.flatMap(({ links }) => links)
