import { findTolerancesFault } from '#orders/mass-tolerance.ts'
import { findRangeFault, ORDER_RANGES, type RangedOrderSetting } from '#orders/order-rules.ts'
import { CERTIFICATE_CATEGORIES } from '../certificates/certificate-states.ts'
import { formatColumnTitle } from '../certificates/rules/certificate-columns.ts'
import { isRuledMember } from '../certificates/rules/desk-fields.ts'
import type { FieldRules } from '../certificates/rules/required-fields.ts'
import { readStandardCode, type Standard } from '../certificates/rules/standards.ts'
import { findWordsFault } from '../community/comment-policy.ts'
import { findOrderServicesFault, findTraysFault } from '../orders/order-services.ts'
import { toInstantMs, toWireDate } from '../time.ts'
import { BULLETIN_HTML_MAX, countBulletin } from './bulletin-words.ts'
import { findCreditCodeFault } from './credit-code.ts'
import {
  findGemsFault,
  findHomeStandardsFault,
  findQualificationsFault,
  findSectionsFault,
  findServicesFault,
  findStepsFault,
  type HomeService,
  type HomeStandard,
  type PlacedSection,
  type Qualification,
} from './home-sections.ts'
import { findFooterFault, findHeaderFault } from './menu-rules.ts'
import { findOpeningHoursFault, findSpecialDaysFault, parseMinutes } from './opening-hours.ts'
import type { FooterGroup, HeaderItem, OpenSpan, OtherSites, SiteChange, SpecialDays } from './site-settings.ts'

/**
 * Rules of the members, the same for call, command and form. The module loads no schemas, because web imports it. A rule gets a
 * trimmed text that is not empty and returns `null`, or a Chinese message that says what is accepted.
 */
type TextRule = (text: string, nowMs: number) => string | null

/** Short names of the provinces, with which every filing number begins. */
const PROVINCES = '京津沪渝冀豫滇云辽黑湘皖鲁新苏浙赣鄂桂陇甘晋蒙陕吉闽黔贵粤青藏蜀川宁琼'
const ICP = new RegExp(`^[${PROVINCES}]ICP[备证]\\d{6,10}号(-\\d{1,3})?$`)
const POLICE = new RegExp(`^[${PROVINCES}]公网安备\\d{14}号$`)
const PHONE = /^\+?[\d\s()（）\-–转]+$/
const PHONE_DIGITS_MIN = 5
const EMAIL = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@<>()[\],;:".]+$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** Letters without Chinese, which the English sheets can print. */
const ENGLISH_NAME = /^[A-Za-z0-9][A-Za-z0-9 .,&'’()/-]*$/
const QQ = /^\d{5,12}$/
const WEB = /^https?:\/\/[^\s/]+\.[^\s]*$/i
/** Control characters, which these one-line texts must not contain. */
const CONTROL = /\p{Cc}/u

const rejectUnless = (isGood: boolean, accepted: string) => (isGood ? null : accepted)

export const TEXT_RULES: Readonly<Record<string, TextRule>> = {
  phone: (text) =>
    rejectUnless(
      PHONE.test(text) && text.replace(/\D/g, '').length >= PHONE_DIGITS_MIN,
      '电话号码，如 0871-6512 3456 或 400-820-0000',
    ),
  nameEn: (text) => rejectUnless(ENGLISH_NAME.test(text), '英文名称，如 Shiheng Gem Laboratory'),
  recordNum: (text) => rejectUnless(ICP.test(text), 'ICP 备案号，如 滇ICP备12345678号-1'),
  policeRecordNum: (text) => rejectUnless(POLICE.test(text), '公安备案号，如 滇公网安备53010002000123号（14 位数字）'),
  creditCode: findCreditCodeFault,
  email: (text) => rejectUnless(EMAIL.test(text), buildEmailHint(text)),
  startedAt: (text, nowMs) =>
    isDay(text) ? rejectUnless(text <= toWireDate(nowMs), '开站日期不能晚于今天') : '日期，如 2024-02-01',
  webUrl: (text) => rejectUnless(WEB.test(text), '以 https:// 开头的网址'),
  qqNumber: (text) => rejectUnless(QQ.test(text), '5 到 12 位数字'),
  qqGroup: (text) => rejectUnless(QQ.test(text), '5 到 12 位数字'),
  homeSteps: findStepsFault,
  orderCutOff: (text) => rejectUnless(parseMinutes(text) < 24 * 60, '钟点，如 16:00'),
}

/** Maximum length of each text, in characters; of the bulletin, in characters that readers see. */
export const TEXT_MAX: Readonly<Record<string, number>> = {
  name: 60,
  nameEn: 60,
  summary: 200,
  keyword: 200,
  startedAt: 10,
  webUrl: 200,
  author: 60,
  authorInfo: 200,
  phone: 40,
  visitAddress: 200,
  email: 254,
  wechat: 60,
  qqNumber: 20,
  qqGroup: 20,
  recordNum: 40,
  policeRecordNum: 40,
  creditCode: 40,
  bulletin: 500,
  fourEyesReason: 200,
  orderCutOff: 5,
  orderTerms: 4000,
  homeTitle: 10,
  homeTitleEnd: 10,
  homeLead: 80,
  servicesLead: 80,
  homeSteps: 40,
  impartialityTitle: 12,
  impartialityText: 120,
  qualificationsLead: 80,
  paragraphTitle: 12,
  paragraph: 2000,
  newsLead: 60,
  researchLead: 60,
}

/** Texts of several lines. */
const MULTILINE: readonly string[] = ['paragraph', 'orderTerms']

/** Filing numbers are stored without blanks, as the registers print them. */
const UNSPACED: readonly string[] = ['recordNum', 'policeRecordNum', 'email']

/** Normalises a text for storage. */
export function normaliseText(member: string, text: string): string {
  if (member === 'creditCode') return text.replace(/[\s-]+/g, '').toUpperCase()
  return UNSPACED.includes(member) ? text.replace(/\s+/g, '') : text.trim()
}

/** Finds the fault of a text member; `null` for a valid or an empty one. */
export function findTextFault(member: string, text: string | null, nowMs: number): string | null {
  const tidy = normaliseText(member, text ?? '')
  if (tidy === '') return null
  const max = TEXT_MAX[member]
  const length = member === 'bulletin' ? countBulletin(tidy) : tidy.length
  if (max !== undefined && length > max) return `不超过 ${max} 字`
  // Only the tags of a bulletin make it so long.
  if (tidy.length > BULLETIN_HTML_MAX) return '加粗与链接太多，请减少几处'
  if (!MULTILINE.includes(member) && CONTROL.test(tidy)) return '一行文字，不能换行'
  return TEXT_RULES[member]?.(tidy, nowMs) ?? null
}

/** Finds the fault of the start and end of a bulletin or lantern. */
export function findSpanFault(from: string | null, until: string | null): string | null {
  const [begin, end] = [toInstantMs(from), toInstantMs(until)]
  if (from && begin === null) return '开始时间不对'
  if (until && (end === null || (begin !== null && end <= begin))) return '结束要晚于开始'
  return null
}

export function findNavigationFault(groups: readonly OtherSites[]): string | null {
  const titles = groups.map(({ title }) => title.trim())
  if (new Set(titles).size < titles.length) return '组名不能重复'
  for (const { title, sites } of groups) {
    if (title.trim() === '') return '每组要有组名'
    for (const { name, url } of sites) {
      if (name.trim() === '') return `“${title}”中有一条没有名称`
      if (!WEB.test(url)) return `“${name}”的网址：以 https:// 开头`
    }
  }
  return null
}

/** Finds a rule of a field that the desk does not have, and a field with two rules. */
export function findFieldRulesFault(rules: FieldRules): string | null {
  const unknown = rules.find(({ member }) => !isRuledMember(member))
  if (unknown) return `“${formatColumnTitle(unknown.member)}”不能设为必填或不要求`
  const fields = rules.map(({ category, member }) => `${category} ${member}`)
  const twice = rules.find((_rule, at) => fields.indexOf(fields[at] ?? '') !== at)
  return twice ? `${CERTIFICATE_CATEGORIES[twice.category]}的“${formatColumnTitle(twice.member)}”设了两次` : null
}

/** Finds a standard with a code that nobody can cite, an end before its begin, or a second row of the same edition. */
export function findStandardsFault(standards: readonly Standard[]): string | null {
  const editions = standards.map(({ code }) => {
    const read = readStandardCode(code)
    return read && `${read.name} ${read.year}`
  })
  for (const [at, { code, title, from, until, categories }] of standards.entries()) {
    if (editions[at] === undefined) return `标准号“${code}”应如 GB/T 16552—2017`
    if (editions.indexOf(editions[at]) !== at) return `${code} 列了两次`
    if (title.trim() === '') return `${code} 没有名称`
    if ([from, until].some((day) => day !== '' && !isDay(day))) return `${code} 的日期应如 2018-05-01`
    if (until !== '' && until < from) return `${code} 的废止日期早于实施日期`
    if (categories.length === 0) return `${code} 至少选一个类别`
  }
  return null
}

/** Finds the faults of all given members, by their names. */
export function findSiteFaults(change: SiteChange, nowMs: number): Record<string, string> {
  const faults: Record<string, string> = {}
  const note = (member: string, fault: string | null) => {
    if (fault) faults[member] = fault
  }
  for (const members of Object.values(change)) {
    for (const [member, value] of Object.entries(members ?? {})) {
      if (typeof value === 'string' && member in TEXT_MAX) note(member, findTextFault(member, value, nowMs))
    }
  }
  const { brand, bulletin, lantern, hours, desk, certificates, orders, comments, menus, links, home } = change
  if (brand?.name !== undefined && !brand.name?.trim()) note('name', '请填写单位名称')
  if (desk?.fourEyesOff && !desk.fourEyesReason?.trim()) note('fourEyesReason', '请写明停用四眼原则的理由')
  if (bulletin) note('bulletinUntil', findSpanFault(bulletin.bulletinFrom ?? null, bulletin.bulletinUntil ?? null))
  if (lantern) note('lanternUntil', findSpanFault(lantern.lanternFrom ?? null, lantern.lanternUntil ?? null))
  if (hours?.weekHours) note('weekHours', findOpeningHoursFault(hours.weekHours as OpenSpan[][]))
  if (hours?.specialDays) note('specialDays', findSpecialDaysFault(hours.specialDays as SpecialDays[]))
  if (certificates?.requiredFields) {
    note('requiredFields', findFieldRulesFault(certificates.requiredFields as FieldRules))
  }
  if (certificates?.standards) note('standards', findStandardsFault(certificates.standards as Standard[]))
  if (orders?.orderServices) note('orderServices', findOrderServicesFault(orders.orderServices))
  if (orders?.orderTolerances) note('orderTolerances', findTolerancesFault(orders.orderTolerances))
  if (orders?.orderTrays) note('orderTrays', findTraysFault(orders.orderTrays))
  for (const name of Object.keys(ORDER_RANGES) as RangedOrderSetting[]) {
    const value = orders?.[name] ?? null
    if (value !== null) note(name, findRangeFault(name, value))
  }
  if (comments?.commentWords) note('commentWords', findWordsFault(comments.commentWords))
  if (menus?.headerMenu) note('headerMenu', findHeaderFault(menus.headerMenu as HeaderItem[]))
  if (menus?.footerLinks) note('footerLinks', findFooterFault(menus.footerLinks as FooterGroup[]))
  if (links?.navigation) note('navigation', findNavigationFault(links.navigation as OtherSites[]))
  if (home?.homeSections) note('homeSections', findSectionsFault(home.homeSections as PlacedSection[]))
  if (home?.homeServices) note('homeServices', findServicesFault(home.homeServices as HomeService[]))
  if (home?.homeGems) note('homeGems', findGemsFault(home.homeGems as string[]))
  if (home?.homeStandards) note('homeStandards', findHomeStandardsFault(home.homeStandards as HomeStandard[]))
  if (home?.qualifications) note('qualifications', findQualificationsFault(home.qualifications as Qualification[]))
  return faults
}

function isDay(text: string): boolean {
  const instantMs = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(instantMs) && new Date(instantMs).toISOString().startsWith(text)
}

function buildEmailHint(text: string): string {
  return /@[^.\s]+$/.test(text) ? '缺少域名后缀，如 .com' : '邮箱地址，如 service@example.cn'
}
