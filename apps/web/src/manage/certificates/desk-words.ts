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

/** Label of the box with which a reviewer or signatory checks off a warning. */
export const SEEN_WORDS: Readonly<Record<SignedStep, string>> = {
  review: '已看，审核通过',
  approve: '已看，同意发布',
}

export const STEP_NAMES: Readonly<Record<SignedStep, string>> = { review: '审核', approve: '批准' }

const KIND_WORDS: Record<PendingChange['kind'], string> = {
  first: '首发',
  correction: '更正',
  withdrawal: '撤销',
}

/** Names a change with its version, or with the number that it replaces: 更正，第 2 版; 换发（代替 SH20261103001285）. */
export const describeChange = ({ kind, version, replaces }: Pick<PendingChange, 'kind' | 'version' | 'replaces'>) =>
  kind === 'first' && replaces !== null ? `换发（代替 ${replaces}）` : `${KIND_WORDS[kind]}，第 ${version} 版`

/** Labels of the reason of a pending change; of a first text, why it replaces another number. */
export const REASON_WORDS: Readonly<Record<PendingChange['kind'], string>> = {
  first: '换发原因',
  correction: '更正原因',
  withdrawal: '撤销原因',
}

/** Formats a count that is exact up to a limit: `1,000+`. */
export const formatCount = (count: number): string =>
  count > DESK_COUNTED_MAX ? `${formatNumber(DESK_COUNTED_MAX)}+` : String(count)
