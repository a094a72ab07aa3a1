import { describeTolerance, type MassTolerance } from '#orders/mass-tolerance.ts'
import { PAGES, type PageKey } from '../articles/standing-pages.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificates/certificate-states.ts'
import { formatColumnTitle } from '../certificates/rules/certificate-columns.ts'
import { DEMANDS, type FieldRules } from '../certificates/rules/required-fields.ts'
import type { Standard } from '../certificates/rules/standards.ts'
import { COMMENT_POLICIES, type CommentPolicy, describeSiteCommentDays } from '../community/comment-policy.ts'
import { LOGIN_TYPE } from '../constants.ts'
import { describeService, type OrderService } from '../orders/order-services.ts'
import { describeBulletin } from './bulletin-words.ts'
import {
  HOME_SECTIONS,
  type HomeService,
  type HomeStandard,
  type PlacedSection,
  type Qualification,
} from './home-sections.ts'
import { formatOpeningHours, formatSpans } from './opening-hours.ts'
import type { FooterGroup, HeaderItem, MenuLink, OpenSpan, OtherSites, SpecialDays } from './site-settings.ts'

/** Numbers in `SiteInfo.showList` that this site supports. */
export const CONTACT_KINDS = [
  { value: 1, label: '邮箱' },
  { value: 2, label: 'QQ' },
  { value: 5, label: '微信公众号' },
  { value: 6, label: 'QQ 群' },
] as const

/** Names of logins by `LOGIN_TYPE`. */
export const LOGIN_NAMES: Readonly<Record<number, string>> = {
  [LOGIN_TYPE.account]: '账号密码与邮箱注册',
  [LOGIN_TYPE.qq]: 'QQ',
  [LOGIN_TYPE.weibo]: '微博',
  [LOGIN_TYPE.gitee]: 'Gitee',
  [LOGIN_TYPE.wechat]: '微信扫码',
  [LOGIN_TYPE.github]: 'GitHub',
}

/** Describes the value of a member in Chinese, for comparisons, the history and the audit log. */
export function describeSiteValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if ((name === 'headerMenu' || name === 'footerLinks') && (value as unknown[]).length === 0) return '没有一项'
  switch (name) {
    case 'bulletin':
      return describeBulletin(value as string)
    case 'weekHours':
      return formatOpeningHours(value as OpenSpan[][]) || '每天休息'
    case 'specialDays':
      return (value as SpecialDays[])
        .map((days) => `${days.name} ${formatDays(days)} ${formatSpans(days.spans)}`)
        .join('；')
    case 'headerMenu':
      return (value as HeaderItem[])
        .map(
          ({ links = [], ...item }) =>
            describeMenuLink(item) + (links.length > 0 ? `：${describeMenuLinks(links)}` : ''),
        )
        .join('；')
    case 'footerLinks':
      return (value as FooterGroup[]).map(({ title, links }) => `${title}：${describeMenuLinks(links)}`).join('；')
    case 'navigation':
      return (value as OtherSites[])
        .map(({ title, sites }) => `${title}：${sites.map((site) => site.name).join('、')}`)
        .join('；')
    case 'showList':
      return (value as number[])
        .map((kind) => CONTACT_KINDS.find((one) => one.value === kind)?.label ?? kind)
        .join('、')
    case 'loginTypesOff':
      return `不提供：${(value as number[]).map((type) => LOGIN_NAMES[type] ?? type).join('、')}`
    case 'threePersons':
      return (value as CertificateCategory[]).map((category) => CERTIFICATE_CATEGORIES[category]).join('、')
    case 'requiredFields':
      return (value as FieldRules)
        .map(({ category, member, demand }) => {
          return `${CERTIFICATE_CATEGORIES[category]} ${formatColumnTitle(member)}：${DEMANDS[demand]}`
        })
        .join('；')
    case 'standards':
      return (value as Standard[]).map(describeStandard).join('；')
    case 'orderServices':
      return (value as OrderService[]).map(describeService).join('；')
    case 'orderTolerances':
      return (value as MassTolerance[]).map(describeTolerance).join('；')
    case 'orderTrays':
      return (value as string[]).join('、')
    case 'orderContactDays':
      return `${value} 天`
    case 'orderKeptYears':
      return `${value} 年`
    case 'orderUrgentPercent':
      return `${value} %`
    case 'commentPolicy':
      return COMMENT_POLICIES[value as CommentPolicy]
    case 'commentWords':
      return (value as string[]).join('、')
    case 'commentCloseDays':
      return describeSiteCommentDays(value as number)
    case 'homeSections':
      return (value as PlacedSection[])
        .map(({ section, isShown }) => `${HOME_SECTIONS[section]}${isShown ? '' : '（隐藏）'}`)
        .join('、')
    case 'homeServices':
      return (value as HomeService[])
        .map(({ name, tests, standards }) => `${name}（${[tests, standards].filter(Boolean).join('；')}）`)
        .join('、')
    case 'homeStandards':
      return (value as HomeStandard[]).map(({ number, name }) => `${number} ${name}`).join('；')
    case 'qualifications':
      return (value as Qualification[]).map(({ name, note }) => name + (note && `（${note}）`)).join('；')
    case 'homeGems':
      return (value as string[]).join('、')
    case 'unwantedPages':
      return (value as PageKey[]).map((key) => PAGES.find((page) => page.key === key)?.title ?? key).join('、')
    case 'answerDays':
      return `${value} 个工作日`
    case 'fourEyesOff':
      return value ? '停用' : '启用'
    case 'hidesClock':
      return value ? '不显示' : '显示'
    default:
      return typeof value === 'boolean' ? (value ? '开' : '关') : String(value)
  }
}

const describeMenuLinks = (links: readonly MenuLink[]) => links.map(describeMenuLink).join('、')

function describeMenuLink({ text, to, isOff }: MenuLink): string {
  return `${text}${to === '' ? '' : `（${to}）`}${isOff ? '（停用）' : ''}`
}

function describeStandard({ code, title, from, until, categories }: Standard): string {
  const days = [from && `${from} 起`, until && `至 ${until}`].filter(Boolean).join('，')
  const names = categories.map((category) => CERTIFICATE_CATEGORIES[category]).join('、')
  return `${code} ${title}（${[days, names].filter(Boolean).join('；')}）`
}

const formatDays = ({ from, until }: SpecialDays) => (from === until ? from : `${from} 至 ${until}`)
