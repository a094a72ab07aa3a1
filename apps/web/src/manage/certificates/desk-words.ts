import type { DataFor } from '@portal/contract/calls.ts'
import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

export type DeskRow = DataFor<'GET /v1/manage/certificates'>['records'][number]
export type DeskCertificate = DataFor<'GET /v1/manage/certificates/{certificateNo}'>
export type DeskWork = NonNullable<DeskCertificate['work']>

interface Shown {
  word: string
  shape: StatusShape
}

const WORK_WORDS: Record<DeskWork['state'], Shown> = {
  draft: { word: '草稿', shape: 'draft' },
  returned: { word: '退回', shape: 'stop' },
  submitted: { word: '待批', shape: 'wait' },
}
const SHOWN_WORDS: Record<DeskCertificate['shownState'], Shown> = {
  none: { word: '未发布', shape: 'off' },
  examination: { word: '检验中', shape: 'time' },
  published: { word: '已发布', shape: 'live' },
  withdrawn: { word: '已撤销', shape: 'stop' },
  reissued: { word: '已换发', shape: 'off' },
  discarded: { word: '已放弃', shape: 'off' },
}

/** The state of a number: of the work on it, if there is some. */
export function stateOf({ shownState, workState }: Pick<DeskRow, 'shownState' | 'workState'>): Shown {
  return workState ? WORK_WORDS[workState] : SHOWN_WORDS[shownState]
}

export const KIND_WORDS: Record<DeskWork['kind'], string> = { first: '首发', correction: '更正', withdrawal: '撤销' }

const ACT_WORDS: Readonly<Record<string, string>> = {
  create: '建立',
  correct: '开始更正',
  reissue: '开始换发',
  withdraw: '申请撤销',
  submit: '提交审批',
  recall: '撤回提交',
  return: '退回',
  approve: '批准并发布',
  end: '批准撤销',
  replaced: '已被换发',
  discard: '放弃',
}
export const actWord = (act: string): string => ACT_WORDS[act] ?? act

/** Fields of a form in their sections; `width` of twelve columns. */
export interface FormField {
  member: string
  width: 3 | 4 | 6 | 12
  /** Figures of one width. */
  isNumber?: boolean
  isLong?: boolean
  isDay?: boolean
}
export interface FormSection {
  title: string
  fields: readonly FormField[]
}

const SAMPLE: readonly FormField[] = [
  { member: 'conclusion', width: 6 },
  { member: 'conclusionEn', width: 6 },
  { member: 'totalMassG', width: 3, isNumber: true },
  { member: 'lengthMm', width: 3, isNumber: true },
  { member: 'widthMm', width: 3, isNumber: true },
  { member: 'heightMm', width: 3, isNumber: true },
  { member: 'shape', width: 3 },
  { member: 'color', width: 3 },
  { member: 'transparency', width: 3 },
  { member: 'lustre', width: 3 },
]
const MEASURED: readonly FormField[] = [
  { member: 'refractiveIndex', width: 4, isNumber: true },
  { member: 'specificGravity', width: 4, isNumber: true },
  { member: 'fluorescence', width: 4 },
  { member: 'spectrum', width: 6 },
  { member: 'magnification', width: 12, isLong: true },
]
const GRADED: readonly FormField[] = [
  { member: 'caratMassCt', width: 4, isNumber: true },
  { member: 'colorGrade', width: 4 },
  { member: 'clarityGrade', width: 4 },
  { member: 'cutGrade', width: 4 },
  { member: 'polish', width: 4 },
  { member: 'symmetry', width: 4 },
  { member: 'fluorescence', width: 6 },
  { member: 'inscription', width: 6 },
  { member: 'magnification', width: 12, isLong: true },
]
const METAL: readonly FormField[] = [
  { member: 'metal', width: 4 },
  { member: 'fineness', width: 4 },
  { member: 'inscription', width: 4 },
]
const TEXTS: readonly FormField[] = [
  { member: 'treatment', width: 6 },
  { member: 'standards', width: 6 },
  { member: 'remarks', width: 12, isLong: true },
]
const DAYS: readonly FormField[] = [
  { member: 'receivedOn', width: 3, isDay: true },
  { member: 'testedOn', width: 3, isDay: true },
]

/** The sections that a category has. */
export function sectionsOf(category: CertificateCategory): readonly FormSection[] {
  const measured = { title: '测量', fields: MEASURED }
  const middle: Record<CertificateCategory, readonly FormSection[]> = {
    gemstone: [measured],
    jade: [measured],
    turquoise: [measured],
    organic: [measured],
    diamond: [{ title: '分级', fields: GRADED }],
    metal: [{ title: '贵金属', fields: METAL }, measured],
  }
  return [
    { title: '样品', fields: SAMPLE },
    ...middle[category],
    { title: '文字', fields: TEXTS },
    { title: '日期', fields: DAYS },
  ]
}
