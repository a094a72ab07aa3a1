import { WEEKDAYS } from '@portal/contract/site/opening-hours.ts'
import { findSiteFaults } from '@portal/contract/site/site-rules.ts'
import type { OpenSpan, SiteChange, SiteGroup, SiteMember, SiteSettings } from '@portal/contract/site/site-settings.ts'
import { describeUploads } from '#domain/writing/pictures/picture-marks.ts'
import { formatNumber } from '#lib/format.ts'
import { isSame } from '#manage/controls/saving/values.ts'

/** All members of all groups side by side: one form, one version. */
export type SiteValues = SiteSettings['brand'] &
  SiteSettings['contact'] &
  SiteSettings['filing'] &
  SiteSettings['bulletin'] &
  SiteSettings['lantern'] &
  SiteSettings['hours'] &
  SiteSettings['login'] &
  SiteSettings['desk'] &
  SiteSettings['certificates'] &
  SiteSettings['orders'] &
  SiteSettings['comments'] &
  SiteSettings['menus'] &
  SiteSettings['pages'] &
  SiteSettings['links'] &
  SiteSettings['home']

/** `menus`, `home`: pages of their own. */
export type Tab =
  | 'menus'
  | 'home'
  | 'info'
  | 'time'
  | 'login'
  | 'desk'
  | 'certificates'
  | 'orders'
  | 'comments'
  | 'links'
  | 'topics'
  | 'brand'
  | 'history'

interface Member {
  group: SiteGroup
  tab: Tab
  label: string
  /** Place where visitors see it. */
  place: string
}

const defineInfoMember = (group: SiteGroup, label: string, place: string): Member => ({
  group,
  tab: 'info',
  label,
  place,
})
const defineTimeMember = (group: SiteGroup, label: string, place: string): Member => ({
  group,
  tab: 'time',
  label,
  place,
})

const defineHomeMember = (label: string, place = '首页'): Member => ({ group: 'home', tab: 'home', label, place })

/** Every member with its label and place, in the order of the page. */
export const MEMBERS: Readonly<Record<SiteMember, Member>> = {
  name: defineInfoMember('brand', '名称', '全站'),
  nameEn: defineInfoMember('brand', '英文名称', '英文页面与英文证书'),
  phone: defineInfoMember('contact', '电话', '页脚、联系我们'),
  email: defineInfoMember('contact', '邮箱', '联系我们'),
  visitAddress: defineInfoMember('contact', '地址', '联系我们'),
  summary: defineInfoMember('brand', '简介', '首页、搜索结果'),
  wechat: defineInfoMember('contact', '微信公众号', '联系我们'),
  qqNumber: defineInfoMember('contact', 'QQ', '联系我们'),
  qqGroup: defineInfoMember('contact', 'QQ 群', '联系我们'),
  showList: defineInfoMember('contact', '公开的联系方式', '联系我们'),
  recordNum: defineInfoMember('filing', 'ICP 备案号', '页脚'),
  policeRecordNum: defineInfoMember('filing', '公安备案号', '页脚'),
  creditCode: defineInfoMember('filing', '统一社会信用代码', '联系我们'),
  startedAt: defineInfoMember('brand', '开站日期', '页脚'),
  hidesClock: defineInfoMember('brand', '显示运行时间', '页脚'),
  keyword: defineInfoMember('brand', '关键词', '小程序与 App'),
  webUrl: defineInfoMember('brand', '网址', '小程序与 App'),
  author: defineInfoMember('brand', '作者', '小程序与 App'),
  authorInfo: defineInfoMember('brand', '作者介绍', '小程序与 App'),
  bulletin: defineTimeMember('bulletin', '公告', '所有页面顶端'),
  bulletinFrom: defineTimeMember('bulletin', '公告开始', '所有页面顶端'),
  bulletinUntil: defineTimeMember('bulletin', '公告结束', '所有页面顶端'),
  lantern: defineTimeMember('lantern', '灯笼', '页面两侧'),
  lanternFrom: defineTimeMember('lantern', '灯笼开始', '页面两侧'),
  lanternUntil: defineTimeMember('lantern', '灯笼结束', '页面两侧'),
  weekHours: defineTimeMember('hours', '营业时间', '页脚、联系我们'),
  specialDays: defineTimeMember('hours', '节假日与调休', '联系我们'),
  answerDays: defineTimeMember('home', '答复时限', '联系我们'),
  loginTypesOff: { group: 'login', tab: 'login', label: '登录方式', place: '登录窗口' },
  fourEyesOff: { group: 'desk', tab: 'desk', label: '停用四眼原则', place: '证书工作台' },
  fourEyesReason: { group: 'desk', tab: 'desk', label: '停用的理由', place: '证书的经过' },
  threePersons: { group: 'desk', tab: 'desk', label: '须三人签署的类别', place: '证书工作台、证书' },
  requiredFields: { group: 'certificates', tab: 'certificates', label: '必填项目', place: '证书工作台' },
  standards: { group: 'certificates', tab: 'certificates', label: '标准表', place: '证书工作台' },
  orderServices: { group: 'orders', tab: 'orders', label: '项目与价目', place: '预约送检' },
  orderUrgentPercent: { group: 'orders', tab: 'orders', label: '加急费', place: '预约送检' },
  orderCutOff: { group: 'orders', tab: 'orders', label: '收样截止', place: '预约送检' },
  orderTerms: { group: 'orders', tab: 'orders', label: '送检须知', place: '预约送检' },
  orderTolerances: { group: 'orders', tab: 'orders', label: '复称允许差', place: '发放' },
  orderTrays: { group: 'orders', tab: 'orders', label: '样品柜格', place: '检测台' },
  orderFirstSerial: { group: 'orders', tab: 'orders', label: '每天的起始号', place: '委托单号' },
  orderContactDays: { group: 'orders', tab: 'orders', label: '联系方式保存', place: '委托单' },
  orderKeptYears: { group: 'orders', tab: 'orders', label: '委托单保存', place: '委托单' },
  commentPolicy: { group: 'comments', tab: 'comments', label: '谁的评论先审核', place: '文章的评论' },
  commentWords: { group: 'comments', tab: 'comments', label: '拦截的词', place: '文章的评论' },
  commentCloseDays: { group: 'comments', tab: 'comments', label: '评论期限', place: '文章的评论' },
  headerMenu: { group: 'menus', tab: 'menus', label: '页眉菜单', place: '页眉' },
  footerLinks: { group: 'menus', tab: 'menus', label: '页脚菜单', place: '页脚' },
  unwantedPages: { group: 'pages', tab: 'history', label: '不需要的常设页面', place: '“页面”' },
  navigation: { group: 'links', tab: 'links', label: '站点导航', place: '/navigation' },
  logo: { group: 'brand', tab: 'brand', label: '标志', place: '页眉、页脚' },
  seal: { group: 'brand', tab: 'brand', label: '印章', place: '证书查询' },
  homeSections: defineHomeMember('各段的次序'),
  homeTitle: defineHomeMember('大标题第一行'),
  homeTitleEnd: defineHomeMember('大标题第二行'),
  homeLead: defineHomeMember('导语', '大标题下方'),
  servicesLead: defineHomeMember('检测业务：说明', '标题下方'),
  homeSteps: defineHomeMember('检测业务：步骤', '说明下方'),
  homeServices: defineHomeMember('检测业务：业务', '右侧'),
  newsLead: defineHomeMember('新闻资讯：导语', '栏目“新闻资讯”'),
  researchLead: defineHomeMember('研究：导语', '栏目“研究”'),
  homeGems: defineHomeMember('宝石百科：条目'),
  impartialityTitle: defineHomeMember('公正与标准：标题'),
  impartialityText: defineHomeMember('公正与标准：说明', '标题下方'),
  homeStandards: defineHomeMember('公正与标准：标准', '右侧'),
  qualificationsLead: defineHomeMember('资质：说明', '标题下方'),
  qualifications: defineHomeMember('资质：文件'),
  paragraphTitle: defineHomeMember('自由段落：标题'),
  paragraph: defineHomeMember('自由段落：正文'),
}

const NAMES = Object.keys(MEMBERS) as SiteMember[]

export function isMember(name: string): name is SiteMember {
  return Object.hasOwn(MEMBERS, name)
}

/** Lists the values in the order of the page, so that the first fault is the uppermost. */
export function toValues(settings: SiteSettings): SiteValues {
  const all = Object.assign({}, ...Object.values(settings)) as SiteValues
  const ordered: Record<string, unknown> = Object.fromEntries(NAMES.map((name) => [name, all[name] ?? null]))
  return ordered as SiteValues
}

/** Groups these members as the call requires. */
export function toSiteChange(values: SiteValues, names: readonly SiteMember[]): SiteChange {
  const change: Partial<Record<SiteGroup, Record<string, unknown>>> = {}
  for (const name of names) {
    const { group } = MEMBERS[name]
    change[group] = { ...change[group], [name]: values[name] }
  }
  return change as SiteChange
}

/** Finds the faults of changed members; a fault of a stored value does not prevent other changes. */
export function findFaults(saved: SiteValues, values: SiteValues): Partial<Record<SiteMember, string>> {
  const uploads = describeUploads(values.paragraph ?? '')
  const faults: Record<string, string> = {
    ...(uploads && { paragraph: uploads }),
    ...findSiteFaults(toSiteChange(values, NAMES), Date.now()),
  }
  const isTouched = (name: string) =>
    isMember(name) &&
    (!isSame(saved[name], values[name]) ||
      name === 'bulletinUntil' ||
      name === 'fourEyesReason' ||
      name === 'lanternUntil')
  return Object.fromEntries(NAMES.filter((name) => isTouched(name) && faults[name]).map((name) => [name, faults[name]]))
}

/** Formats the days since a day in UTC+8, e.g. `1,024`. */
export function formatDaysSince(day: string | null, nowMs: number): string | null {
  const fromMs = day ? Date.parse(`${day}T00:00:00+08:00`) : Number.NaN
  return Number.isNaN(fromMs) || fromMs > nowMs ? null : formatNumber(Math.floor((nowMs - fromMs) / 86_400_000))
}

export const CLOSED_WEEK: OpenSpan[][] = WEEKDAYS.map(() => [])
