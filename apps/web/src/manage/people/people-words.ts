import { DUTY_NAMES, type Duty, SIGNING_DUTIES } from '@portal/contract/accounts/duties.ts'
import { COUNTED_MAX } from '@portal/contract/accounts/people-rules.ts'
import { getActionName } from '@portal/contract/audit/action-words.ts'
import type { DataFor } from '@portal/contract/calls.ts'
import { formatDate } from '#lib/format.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

export type PersonRow = DataFor<'GET /v1/manage/users'>['records'][number]
export type Person = DataFor<'GET /v1/manage/users/{id}'>
export type Invitation = DataFor<'GET /v1/manage/invitations'>['records'][number]
export type SignatoryRecord = Person['signatories'][number]

export const DUTY_NOTES: Readonly<Record<Duty, string>> = {
  edit: '文章、页面、审稿',
  support: '反馈、举报、用户',
  reception: '收样、发放样品',
  certify: '填写与提交证书',
  review: '审核须三人签署的证书；不能审核自己填写的',
  approve: '批准证书；不能批准自己填写或审核的',
  owner: '以上全部，以及站点设置与人员',
}

export const formatDuties = (duties: readonly Duty[]) => duties.map((duty) => DUTY_NAMES[duty]).join('、')

/** State of an account as shape and words; staff without a second factor, or without a name for signing, cannot do all their tasks. */
export function describeStatus(
  row: Pick<PersonRow, 'state' | 'disabledUntil' | 'isEnrolled' | 'signingName'>,
  duties: readonly Duty[],
): { shape: StatusShape; words: string } {
  if (row.state === 'disabled') {
    return { shape: 'stop', words: row.disabledUntil ? `停用至 ${formatDate(row.disabledUntil)}` : '已停用' }
  }
  if (row.state === 'closing') return { shape: 'off', words: '注销中' }
  const isUnsigned = row.signingName === null && duties.some((duty) => SIGNING_DUTIES.includes(duty))
  const lacks = [duties.length > 0 && !row.isEnrolled && '未设两步验证', isUnsigned && '没有证书署名'].filter(Boolean)
  return lacks.length > 0 ? { shape: 'wait', words: lacks.join('，') } : { shape: 'live', words: '正常' }
}

/** Formats a count that is exact up to a limit. */
export const formatCount = (count: number) => (count > COUNTED_MAX ? `${COUNTED_MAX}+` : String(count))

/** Describes an action of staff: 改动职责：编辑 → 编辑、客服. */
export function describeEvent({ action, changes }: Pick<Person['events'][number], 'action' | 'changes'>): string {
  const words = getActionName(action)
  const duties = changes.find(({ member }) => member === 'duties')
  if (duties) return `${words}：${formatDutyList(duties.before)} → ${formatDutyList(duties.after)}`
  const reason = changes.find(({ member }) => member === 'reason')?.after
  return reason ? `${words}：${reason}` : words
}

const formatDutyList = (list: string | null) => (list ? formatDuties(list.split(',') as Duty[]) : '无')
