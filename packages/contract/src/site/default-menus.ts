import { CATEGORY } from '../constants.ts'
import type { FooterGroup, HeaderItem } from './site-settings.ts'

/** The menus of the specification, which the site has until staff set others. */

const NEWS = { text: '新闻资讯', to: `/tags?categoryId=${CATEGORY.news}` }
const RESEARCH = { text: '研究', to: `/tags?categoryId=${CATEGORY.research}` }
const GEMS = { text: '宝石百科', to: '/gem' }
const CERTIFICATES = { text: '证书查询', to: '/certificate-check' }
const RANGE = { text: '流程与范围', to: '/rangeDetail' }
const INSTRUMENT = { text: '仪器与方法', to: '/instrument' }
const ABOUT = { text: '关于我们', to: '/about' }
const CONTACT = { text: '联系我们', to: '/contact-us' }
const JOIN = { text: '加入我们', to: '/join-us' }

export const DEFAULT_HEADER: readonly HeaderItem[] = [
  { text: '首页', to: '/' },
  {
    text: '检测业务',
    to: '',
    links: [
      { ...CERTIFICATES, note: '输入编号，核对结论' },
      { ...RANGE, note: '送样、检测、领证' },
      { ...INSTRUMENT, note: '结论从哪里来' },
    ],
  },
  NEWS,
  RESEARCH,
  GEMS,
  {
    text: '关于我们',
    to: '',
    links: [
      { ...ABOUT, note: '机构与公正性声明' },
      { ...CONTACT, note: '地址、电话、工作时间' },
      { ...JOIN, note: '招聘岗位' },
    ],
  },
  { text: '品牌周边', to: '/surrounding' },
]

export const DEFAULT_FOOTER: readonly FooterGroup[] = [
  { title: '检测业务', links: [CERTIFICATES, RANGE, INSTRUMENT, { text: '费用相关', to: '/notice/fees' }] },
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
      { text: '常见问题', to: '/question' },
      CONTACT,
      { text: '站点导航', to: '/navigation' },
      { text: '站内热搜', to: '/hot' },
      { text: '隐私说明', to: '/privacy' },
    ],
  },
]
