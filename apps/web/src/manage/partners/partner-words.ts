import type { DataFor } from '@portal/contract/calls.ts'
import { ORDERS_A_DAY, type PartnerScope } from '@portal/contract/partners/partner-rules.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

export type PartnerRow = DataFor<'GET /v1/manage/partners'>[number]
export type PartnerData = DataFor<'GET /v1/manage/partners/{number}'>
export type Partner = PartnerData['partner']
export type PartnerKey = PartnerData['keys'][number]

const SCOPE_NAMES: Readonly<Record<PartnerScope, string>> = { check: '核验证书', webhooks: '变动通知', orders: '送检' }

export const SCOPE_CHOICES: readonly { value: PartnerScope; label: string; note: string }[] = [
  { value: 'check', label: SCOPE_NAMES.check, note: '凭编号和核对码查询，一次至多 100 对' },
  { value: 'webhooks', label: SCOPE_NAMES.webhooks, note: '核验过的证书、预约的委托单有变动时收到通知' },
  { value: 'orders', label: SCOPE_NAMES.orders, note: `预约送检并查询进度，一天至多 ${ORDERS_A_DAY} 张委托单` },
]

export const formatScopes = (scopes: readonly PartnerScope[]) => scopes.map((scope) => SCOPE_NAMES[scope]).join('、')

export function describeState({ state }: Pick<Partner, 'state'>): readonly [StatusShape, string] {
  return state === 'active' ? ['live', '正常'] : ['stop', '已停用']
}

/** Displayed form of a key: its prefix, kind and last characters. */
export const formatKeyName = ({ isTest, lastFour }: PartnerKey) => `gp_${isTest ? 'test_' : ''}…${lastFour}`

export function describeKeyState({ isLive, endTime, revokedTime }: PartnerKey): readonly [StatusShape, string] {
  if (revokedTime) return ['stop', '已吊销']
  if (!isLive) return ['off', '已到期']
  return endTime ? ['time', '轮换中'] : ['live', '有效']
}
