import { DUTY_NAMES } from '../accounts/duties.ts'
import type { ContentState } from '../articles/content.ts'
import { CERTIFICATE_CATEGORIES } from '../certificates/certificate-states.ts'
import type { ChangeKind, ChangeState, DeskWarned, ShownState } from '../certificates/desk/desk-rules.ts'
import type { PrintKind } from '../certificates/desk/print-rules.ts'
import { ITEM_STEP_NAMES, ORDER_STATES } from '../orders/order-rules.ts'
import type { PartnerScope, PartnerState } from '../partners/partner-rules.ts'
import { describeSiteValue } from '../site/site-words.ts'
import { NEW_TICKET_MAILS } from '../tickets/staff-mail-rules.ts'
import type { TicketSource, TicketState } from '../tickets/ticket-rules.ts'
import type { AuditMember } from './member-words.ts'

const TICKET: Readonly<Record<TicketState, string>> = {
  new: '待受理',
  open: '处理中',
  waiting: '等对方回复',
  closed: '已办结',
}
const CONTENT: Readonly<Record<ContentState, string>> = {
  draft: '草稿',
  waiting: '待审',
  scheduled: '已定时',
  published: '已发布',
  offShelf: '已下架',
}
const PARTNER: Readonly<Record<PartnerState, string>> = { active: '启用', disabled: '停用' }
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ticket: TICKET,
  user: { normal: '正常', disabled: '停用' },
  partner: PARTNER,
  order: ORDER_STATES,
}

const SHOWN: Readonly<Record<ShownState, string>> = {
  none: '未发布',
  examination: '检验中',
  published: '已发布',
  withdrawn: '已撤销',
  reissued: '已换发',
  discarded: '已放弃',
}
const CHANGE: Readonly<Record<ChangeState, string>> = { draft: '草稿', returned: '退回', submitted: '待批' }
const KIND: Readonly<Record<ChangeKind, string>> = { first: '首次签发', correction: '更正', withdrawal: '撤销' }
const PRINT: Readonly<Record<PrintKind, string>> = {
  card: '卡片',
  a5: 'A5',
  a4: 'A4',
  'a4-en': 'A4 英文',
  'a4-zh-en': 'A4 中英对照',
  label: '标签',
}
const WARNED: Readonly<Record<DeskWarned, string>> = { any: '有警示', open: '警示待说明' }
const SOURCE: Readonly<Record<TicketSource, string>> = { site: '网站', phone: '电话', visit: '到店' }
const SCOPES: Readonly<Record<PartnerScope, string>> = { check: '核验证书', webhooks: '变动通知', orders: '送检' }
const YES = { true: '是', false: '否', 1: '是', 0: '否' }

/** Chinese words for coded values, by member. Several codes in one value are separated by commas. */
const WORDS: Readonly<Partial<Record<AuditMember, Readonly<Record<string, string>>>>> = {
  shown: SHOWN,
  changeState: CHANGE,
  stage: { review: '待审核', approval: '待批' },
  kind: KIND,
  print: PRINT,
  warned: WARNED,
  source: SOURCE,
  scopes: SCOPES,
  target: { draft: '草稿', submitted: '待批' },
  comment: { keep: '保留', remove: '删除' },
  category: CERTIFICATE_CATEGORIES,
  categories: CERTIFICATE_CATEGORIES,
  duties: DUTY_NAMES,
  step: ITEM_STEP_NAMES,
  newTickets: NEW_TICKET_MAILS,
  overdue: YES,
  comments: YES,
  isOn: YES,
  unconfirmed: YES,
  recovered: YES,
  isOriginal: YES,
  isStick: YES,
  isRecommend: YES,
  isCarousel: YES,
  isDecorative: YES,
  isSearchable: YES,
}

/** Describes the value before or after a change in Chinese. */
export function describeMemberValue(action: string, member: string, value: string): string {
  const [group = ''] = action.split('.', 1)
  if (group === 'site' || group === 'setup') return describeSetting(member, value)
  if (group === 'article' && value.startsWith('{')) return '见当时的筛选'
  const words: Readonly<Record<string, string>> | undefined =
    member === 'state' ? (STATES[group] ?? CONTENT) : WORDS[member as AuditMember]
  if (!words) return value
  const parts = value.split(/, ?/).map((one) => (Object.hasOwn(words, one) ? words[one] : one))
  return parts.join('、') || '无'
}

/** Settings with lists are stored as JSON, and long ones are cut. */
function describeSetting(member: string, value: string): string {
  if (member === 'bulletin') return describeSiteValue(member, value)
  if (!/^[[{]|^(?:true|false|null|\d+)$/.test(value)) return value
  try {
    return describeSiteValue(member, JSON.parse(value))
  } catch {
    return /^[[{]/.test(value) ? '内容较多，见“站点”的修改历史' : value
  }
}
