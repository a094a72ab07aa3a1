import type { DataFor } from '@portal/contract/calls.ts'
import { DESK_COUNTED_MAX, type SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { formatNumber } from '#lib/format.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

export type DeskRow = DataFor<'GET /v1/manage/certificates'>['records'][number]
export type DeskCertificate = DataFor<'GET /v1/manage/certificates/{certificateNo}'>
export type PendingChange = NonNullable<DeskCertificate['pendingChange']>

interface Shown {
  word: string
  shape: StatusShape
}

const CHANGE_WORDS: Record<PendingChange['state'], Shown> = {
  draft: { word: '草稿', shape: 'draft' },
  returned: { word: '退回', shape: 'stop' },
  submitted: { word: '待批', shape: 'wait' },
}
const AWAITS_REVIEW: Shown = { word: '待审核', shape: 'wait' }
const SHOWN_WORDS: Record<DeskCertificate['shownState'], Shown> = {
  none: { word: '未发布', shape: 'off' },
  examination: { word: '检验中', shape: 'time' },
  published: { word: '已发布', shape: 'live' },
  withdrawn: { word: '已撤销', shape: 'stop' },
  reissued: { word: '已换发', shape: 'off' },
  discarded: { word: '已放弃', shape: 'off' },
}

/** Shapes of the states that holders of the code see. */
export const SHOWN_SHAPES: Readonly<Record<DeskCertificate['shownState'], StatusShape>> = {
  none: 'off',
  examination: 'time',
  published: 'live',
  withdrawn: 'stop',
  reissued: 'off',
  discarded: 'off',
}

/** State of a number: that of its pending change, or else the published one. */
export function describeState({
  shownState,
  changeState,
  isUnconfirmed = false,
  isRecovered = false,
  awaitsReview = false,
}: Pick<DeskRow, 'shownState' | 'changeState' | 'isUnconfirmed' | 'isRecovered' | 'awaitsReview'>): Shown {
  if (isUnconfirmed) return { word: '已撤销，待复核', shape: 'wait' }
  if (isRecovered && !changeState) return { word: `${SHOWN_WORDS[shownState].word}，待核对`, shape: 'wait' }
  if (awaitsReview) return AWAITS_REVIEW
  return changeState ? CHANGE_WORDS[changeState] : SHOWN_WORDS[shownState]
}

export const STEP_NAMES: Readonly<Record<SignedStep, string>> = { review: '审核', approve: '批准' }

export const KIND_WORDS: Record<PendingChange['kind'], string> = {
  first: '首发',
  correction: '更正',
  withdrawal: '撤销',
}

/** Labels of the reason of a pending change; of a first text, why it replaces another number. */
export const REASON_WORDS: Readonly<Record<PendingChange['kind'], string>> = {
  first: '换发原因',
  correction: '更正原因',
  withdrawal: '撤销原因',
}

const STEP_WORDS: Readonly<Record<string, string>> = {
  create: '建立',
  import: '批量导入',
  correct: '开始更正',
  reissue: '开始换发',
  withdraw: '申请撤销',
  record: '上传原始记录',
  recordRemove: '移除原始记录',
  submit: '提交审批',
  recall: '撤回提交',
  review: '审核通过',
  return: '退回',
  approve: '批准并发布',
  end: '批准撤销',
  replaced: '已被换发',
  discard: '放弃',
  endNow: '紧急撤销',
  confirm: '复核撤销',
  recover: '恢复备份后找回',
  check: '核对找回的内容',
  alone: '四眼原则停用期间，由一人兼任几步',
}
export const getStepWord = (step: string): string => STEP_WORDS[step] ?? step

/** Formats a count that is exact up to a limit: `1,000+`. */
export const formatCount = (count: number): string =>
  count > DESK_COUNTED_MAX ? `${formatNumber(DESK_COUNTED_MAX)}+` : String(count)
