import type { DataFor } from '@portal/contract/calls.ts'
import type { DeliveryProblem, DeliveryState, OffReason } from '@portal/contract/partners/webhook-rules.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

export type Endpoint = DataFor<'GET /v1/manage/partners/{number}/webhooks'>['endpoints'][number]
export type Delivery = DataFor<'GET /v1/manage/webhooks/{number}/deliveries'>['records'][number]

export const PROBLEM_WORDS: Readonly<Record<DeliveryProblem, string>> = {
  private: '域名指向内部网络，已拒绝连接',
  name: '域名无法解析',
  certificate: '对方的 TLS 证书无效',
  connection: '无法连接',
  timeout: '15 秒内没有完成',
}

const OFF_WORDS: Readonly<Record<OffReason, string>> = {
  staff: '已停用',
  gone: '已停用：对方回应 410',
  failing: '已停用：三天没有送达',
}

export const STATE_WORDS: Readonly<Record<DeliveryState, string>> = {
  waiting: '待送达',
  delivered: '已送达',
  failed: '未送达',
}

export function describeEndpointState({ offReason, failingTime }: Endpoint): readonly [StatusShape, string] {
  if (offReason) return ['stop', OFF_WORDS[offReason]]
  return failingTime === null ? ['live', '正常'] : ['wait', '送达失败，重试中']
}

export function describeDeliveryState({ state, attempts }: Delivery): readonly [StatusShape, string] {
  if (state === 'waiting' && attempts.length > 0) return ['wait', '待重试']
  return [({ waiting: 'time', delivered: 'live', failed: 'stop' } as const)[state], STATE_WORDS[state]]
}

/** Shortens an address to host and path, without the scheme. */
export const formatShortAddress = (address: string | null) =>
  address === null ? '轮询' : address.replace(/^https:\/\//, '').replace(/\/$/, '')
