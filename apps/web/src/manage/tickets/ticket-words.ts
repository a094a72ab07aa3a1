import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import {
  COUNT_MAX,
  type TicketKind,
  type TicketSource,
  type TicketState,
  type TicketView,
} from '@portal/contract/tickets/ticket-rules.ts'
import type { TicketEntry, TicketItem } from '@portal/contract/tickets/ticket-shapes.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

export const STATES: Readonly<Record<TicketState, { label: string; shape: StatusShape }>> = {
  new: { label: '待受理', shape: 'wait' },
  open: { label: '处理中', shape: 'time' },
  waiting: { label: '等对方回复', shape: 'off' },
  closed: { label: '已办结', shape: 'live' },
}

export const KINDS: Readonly<Record<TicketKind, { label: string; tone: 'plain' | 'accent' | 'cert' }>> = {
  feedback: { label: '反馈', tone: 'plain' },
  forgery: { label: '仿冒', tone: 'cert' },
  comment: { label: '举报', tone: 'accent' },
}

export const VIEWS: Readonly<Record<TicketView, string>> = {
  todo: '待办',
  new: '待受理',
  mine: '我的',
  open: '处理中',
  waiting: '等对方回复',
  closed: '已办结',
  all: '全部',
}

/** Channel by which a message reached the laboratory. */
export const SOURCES: Readonly<Record<TicketSource, string>> = { site: '网站', phone: '电话', visit: '到店' }

/** Sources that staff can choose when they register a ticket. */
export const REGISTERED_SOURCES = (['phone', 'visit'] as const).map((value) => ({ value, label: SOURCES[value] }))
export const REGISTERED_TYPES = [
  { value: '2', label: '问题' },
  { value: '1', label: '建议' },
  { value: '3', label: '举报仿冒' },
]

/** Name of the customer where there is no account. */
export function getCustomerName({ kind, customer }: Pick<TicketItem, 'kind' | 'customer'>): string {
  if (kind === 'comment') return customer ?? '评论已删除'
  return customer ?? (kind === 'forgery' ? '匿名访客' : '访客')
}

/** Describes the remaining working time: 剩 6 小时, 超 7 小时. It has no days, because a working day is shorter than a day. */
export function describeDue(leftMs: number): string {
  return `${leftMs < 0 ? '超' : '剩'} ${formatHours(Math.abs(leftMs))}`
}

/** Computes the used share of the allowed time; above 1 when late. */
export function computeUsedShare({ leftMs, allowedMs }: { leftMs: number; allowedMs: number }): number {
  return allowedMs === 0 ? 1 : Math.max(0, (allowedMs - leftMs) / allowedMs)
}

/** Formats a time as 5.2 小时 or 40 分钟. */
export function formatHours(ms: number): string {
  if (ms < HOUR_MS) return `${Math.ceil(ms / MINUTE_MS)} 分钟`
  return `${Math.round((ms / HOUR_MS) * 10) / 10} 小时`
}

export function countText(count: number): string {
  return count > COUNT_MAX ? `${COUNT_MAX}+` : String(count)
}

/** Describes an event in Chinese. */
export function describeEvent({ change }: TicketEntry): string {
  if (!change) return ''
  const { member, before, after } = change
  const describeState = (value: string | null) => STATES[value as TicketState]?.label ?? value
  if (member === 'state') return `把状态从“${describeState(before)}”改为“${describeState(after)}”`
  if (member === 'assignee') return after === null ? '不再指定经办人' : `由 ${after} 经办`
  if (member === 'due') return `把时限改为 ${after}`
  if (member === 'email') return after === null ? '不再以邮件答复' : `改为以邮件答复（${after}）`
  if (member === 'source') return `登记了这件工单（${SOURCES[after as TicketSource] ?? after}）`
  if (member === 'comment') return after === 'keep' ? '保留了这条评论' : '删除了这条评论'
  return ''
}
