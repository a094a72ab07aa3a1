import {
  BadgeCheck,
  FileText,
  FileUp,
  Handshake,
  LayoutDashboard,
  MessageSquareWarning,
  Newspaper,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Users,
} from '@lucide/icons'
import type { Duty } from '@portal/contract/accounts/duties.ts'
import type { RouteObject } from 'react-router-dom'
import type { Place } from './shell/place.ts'

/** Exports of the module of a page. */
export type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'shouldRevalidate'>

/** An area: its place in the rail, and its pages. */
export interface Area extends Place {
  /** Path of each page, its module, which is loaded when the page is first opened, and further duties that may open only this page. */
  pages: readonly (readonly [path: string, load: () => Promise<PageModule>, also?: readonly Duty[]])[]
}

/** Every area. An area appears here and in the rail once it has a page. */
export const AREAS: readonly Area[] = [
  {
    path: '/',
    label: '概览',
    icon: LayoutDashboard,
    group: null,
    duties: [],
    letter: 'o',
    words: 'overview 首页',
    pages: [
      ['/', () => import('./overview/overview-page.tsx')],
      ['/demo', () => import('./demo/demo-page.tsx')],
      ['/help', () => import('./help/help-page.tsx')],
    ],
  },
  {
    path: '/tickets',
    label: '反馈与举报',
    icon: MessageSquareWarning,
    group: '往来',
    duties: ['edit', 'support', 'certify', 'approve'],
    letter: 't',
    words: 'tickets feedback reports 工单 留言 仿冒 投诉',
    pages: [
      ['/tickets', () => import('./tickets/tickets-page.tsx')],
      ['/tickets/:id', () => import('./tickets/tickets-page.tsx')],
    ],
  },
  {
    path: '/people',
    label: '用户',
    icon: Users,
    group: '往来',
    duties: ['support'],
    letter: 'u',
    words: 'people users 会员 同事 职责 邀请 停用 签字人 资质',
    pages: [
      ['/people', () => import('./people/people-page.tsx')],
      ['/people/signatories', () => import('./people/signatories-page.tsx')],
      ['/people/:id', () => import('./people/person-page.tsx')],
    ],
  },
  {
    path: '/certificates',
    label: '证书',
    icon: BadgeCheck,
    group: '证书',
    duties: ['certify', 'review', 'approve'],
    letter: 'c',
    words: 'certificates 鉴定 编号 草稿 审批 更正 撤销 换发',
    pages: [
      ['/certificates', () => import('./certificates/certificates-page.tsx')],
      ['/certificates/print', () => import('./certificates/print/print-page.tsx'), ['support']],
      ['/certificates/:certificateNo', () => import('./certificates/certificate-page.tsx')],
      ['/certificates/:certificateNo/history', () => import('./certificates/history/history-page.tsx')],
    ],
  },
  {
    path: '/certificates/import',
    label: '批量导入',
    icon: FileUp,
    group: '证书',
    duties: ['certify'],
    words: 'import batch csv xlsx excel 表格 导入 送检单 影像 图片',
    pages: [
      ['/certificates/import', () => import('./certificates/import/import-page.tsx')],
      ['/certificates/import/pictures', () => import('./certificates/bulk-pictures/bulk-pictures-page.tsx')],
    ],
  },
  {
    path: '/articles',
    label: '文章',
    icon: Newspaper,
    group: '内容',
    duties: ['edit'],
    letter: 'a',
    words: 'articles 新闻 研究 草稿 发布 内容检查',
    pages: [
      ['/articles', () => import('./articles/articles-page.tsx')],
      ['/articles/checks', () => import('./articles/checks-page.tsx')],
      ['/articles/:id', () => import('./articles/article-editor-page.tsx')],
      ['/articles/:id/versions', () => import('./articles/versions-page.tsx')],
    ],
  },
  {
    path: '/pages',
    label: '页面',
    icon: FileText,
    group: '内容',
    duties: ['edit'],
    letter: 'p',
    words: 'pages 常设页面 关于我们 收费标准 隐私',
    pages: [
      ['/pages', () => import('./articles/pages-page.tsx')],
      ['/pages/:key', () => import('./articles/page-editor-page.tsx')],
      ['/pages/:key/versions', () => import('./articles/versions-page.tsx')],
    ],
  },
  {
    path: '/site',
    label: '站点',
    icon: SlidersHorizontal,
    group: '设置',
    duties: [],
    words: 'site settings 设置 公告 灯笼 备案 页脚 导航 栏目 标签 品牌 登录方式',
    pages: [['/site', () => import('./site/site-page.tsx')]],
  },
  {
    path: '/partners',
    label: '合作方',
    icon: Handshake,
    group: '设置',
    duties: ['owner'],
    words: 'partners api 密钥 接口 批量核验 额度 通知',
    pages: [
      ['/partners', () => import('./partners/partners-page.tsx')],
      ['/partners/:number', () => import('./partners/partner-page.tsx')],
      ['/partners/:number/webhooks', () => import('./partners/webhooks/webhooks-page.tsx')],
    ],
  },
  {
    path: '/audit',
    label: '操作记录',
    icon: ScrollText,
    group: '设置',
    duties: [],
    letter: 'l',
    words: 'audit log 日志',
    pages: [['/audit', () => import('./audit/audit-page.tsx')]],
  },
  {
    path: '/security',
    label: '登录与安全',
    icon: ShieldCheck,
    group: '设置',
    duties: [],
    letter: 's',
    words: 'security passkey 通行密钥 动态验证码 恢复码 两步验证',
    pages: [['/security', () => import('./security/security-page.tsx')]],
  },
]
