import type { StandingColumnsProps } from './standing-columns.tsx'

/** A group of related standing pages. */
type StandingGroup = NonNullable<StandingColumnsProps['group']>

export const SERVICE_PAGES: StandingGroup = {
  title: '检测业务',
  links: [
    { text: '检测流程与范围', to: '/rangeDetail' },
    { text: '检测仪器与方法', to: '/instrument' },
    { text: '费用相关', to: '/notice/fees' },
    { text: '预约送检', to: '/orders/new' },
    { text: '送检进度', to: '/orders/progress' },
    { text: '常见问题', to: '/question' },
    { text: '联系我们', to: '/contact-us' },
  ],
}

export const ORGANISATION_PAGES: StandingGroup = {
  title: '关于我们',
  links: [
    { text: '关于我们', to: '/about' },
    { text: '机构介绍', to: '/about-gic' },
    { text: '公正性声明', to: '/statement' },
    { text: '专家介绍', to: '/experts' },
    { text: '加入我们', to: '/join-us' },
    { text: '联系我们', to: '/contact-us' },
  ],
}
