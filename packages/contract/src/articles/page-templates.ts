import type { PageKey } from './standing-pages.ts'
import {
  ABOUT_TEXT,
  CONTACT_TEXT,
  EXPERTS_TEXT,
  INSTRUMENT_TEXT,
  JOIN_TEXT,
  ORGANISATION_TEXT,
} from './templates/about-pages.ts'
import { ACCREDITATION_TEXT, COMPLAINT_TEXT, SUBMISSION_TEXT, TERMS_TEXT } from './templates/own-pages.ts'
import { PRIVACY_TEXT } from './templates/privacy-page.ts'
import { FEES_TEXT, PROCESS_TEXT, QUESTION_TEXT, STATEMENT_TEXT } from './templates/service-pages.ts'

/** Templates of standing pages. They are drafts, which readers do not see. */
export const PAGE_TEMPLATES: Readonly<Record<PageKey, string>> = {
  rangeDetail: PROCESS_TEXT,
  instrument: INSTRUMENT_TEXT,
  about: ABOUT_TEXT,
  'about-gic': ORGANISATION_TEXT,
  'contact-us': CONTACT_TEXT,
  experts: EXPERTS_TEXT,
  'join-us': JOIN_TEXT,
  statement: STATEMENT_TEXT,
  question: QUESTION_TEXT,
  fees: FEES_TEXT,
  privacy: PRIVACY_TEXT,
}

interface PageTemplate {
  title: string
  /** Contents of the text, in one line. */
  about: string
  /** Proposed address. */
  slug: string
  text: string
}

/** Templates of own pages. */
export const OWN_TEMPLATES: readonly PageTemplate[] = [
  { title: '送检须知', about: '带什么、怎样包装与邮寄、怎样领取', slug: 'submission', text: SUBMISSION_TEXT },
  { title: '资质证书', about: '资质认定、认可、人员与仪器', slug: 'accreditation', text: ACCREDITATION_TEXT },
  { title: '投诉与申诉', about: '怎样提出、怎样处理、怎样复检', slug: 'complaints', text: COMPLAINT_TEXT },
  { title: '使用条款', about: '网站内容、证书查询、账号与著作权', slug: 'terms', text: TERMS_TEXT },
  { title: '收费标准', about: '价目表、付款、发票与退费', slug: 'price-list', text: FEES_TEXT },
  { title: '招聘', about: '岗位、要求与投递方式', slug: 'jobs', text: JOIN_TEXT },
  { title: '仪器与方法', about: '仪器、用途与方法的限制', slug: 'instruments', text: INSTRUMENT_TEXT },
]

/** A page with a template: the key of a standing page, or `own`. */
export type TemplatePage = PageKey | 'own'

/** A placeholder in brackets, which has to be replaced before publication. */
const PLACEHOLDER = /【[^】]*】/g

/** Placeholders of a group or question that is added to the page of questions, in their order. */
export const NEW_QUESTION_GAPS = ['【分组名】', '【问题】', '【回答】']

/** Fills the name of the organisation in a template, unless it is not set. */
export function fillName(text: string, name: string): string {
  return name === '' ? text : text.replaceAll('【机构名称】', () => name)
}

/** Lists the different placeholders of a template. An own page may have those of any template for own pages. */
export function listPlaceholders(page: TemplatePage): string[] {
  const text = page === 'own' ? OWN_TEMPLATES.map((template) => template.text).join('') : PAGE_TEMPLATES[page]
  return [...new Set([...(text.match(PLACEHOLDER) ?? []), ...(page === 'question' ? NEW_QUESTION_GAPS : [])])]
}

/** Lists the placeholders of the template that the text still contains, in their order; other texts in brackets do not count. */
export function findPlaceholders(page: TemplatePage, contentMd: string): string[] {
  const known = listPlaceholders(page)
  return (contentMd.match(PLACEHOLDER) ?? []).filter((found) => known.includes(found))
}

/** Describes unfilled placeholders for a message: the first three of them. */
export function describePlaceholders(unfilled: readonly string[]): string {
  const shown = [...new Set(unfilled)]
  return `还有 ${unfilled.length} 处待填：${shown.slice(0, 3).join('')}${shown.length > 3 ? '等' : ''}`
}

/** A Markdown heading of the second or third level with a text below it. */
const ANSWERED_QUESTION = /^(?:#{2,3}[ \t]+\S.*|[^\s#].*\r?\n-+[ \t]*)(?:\r?\n[ \t]*)+(?!#)\S/m

export const NO_QUESTION_TEXT = '没有找到问题：请把每个问题设为标题，下面写回答'

/** Whether the text of a page of questions has no question; readers then see plain text. */
export function hasNoQuestions(key: TemplatePage, contentMd: string): boolean {
  return key === 'question' && !ANSWERED_QUESTION.test(contentMd)
}
