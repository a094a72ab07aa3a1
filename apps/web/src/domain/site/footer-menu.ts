import { ABOUT, CONTACT, GEMS, JOIN, type MenuGroup, NEWS, QUESTIONS, RESEARCH, SERVICES } from './menu-links.ts'

/** Links of the footer, unless staff have set others. */
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
