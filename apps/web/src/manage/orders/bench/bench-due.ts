import { HOUR_MS } from '@portal/contract/constants.ts'
import type { Sample } from '@portal/contract/orders/manage-orders.ts'
import { createOrderCalendar } from '@portal/contract/orders/order-days.ts'
import type { OrderTable } from '@portal/contract/orders/order-services.ts'
import { parseMinutes } from '@portal/contract/site/opening-hours.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import type { RowGroup } from '#manage/controls/lists/data-table.tsx'

/** Left working time of a sample, as the ruler shows it. */
export interface Due {
  /** Used share of the allowed working time; above 1 when late. */
  share: number
  text: string
}

/**
 * Makes a function that computes the left working time of samples, and its share of the working time from reception to the end of
 * the due day.
 */
export function createDueReader(table: OrderTable, nowMs: number) {
  const calendar = createOrderCalendar(table, parseMinutes(table.cutOff))
  return ({ dueOn, receiveTime }: Sample): Due | null => {
    const receivedMs = toInstantMs(receiveTime)
    if (dueOn === null || receivedMs === null) return null
    const leftMs = calendar.leftAt(dueOn, nowMs)
    const allowedMs = calendar.leftAt(dueOn, receivedMs)
    const hours = formatHours(Math.abs(leftMs))
    if (leftMs < 0 || dueOn < toWireDate(nowMs)) return { share: 2, text: `超 ${hours}` }
    return { share: allowedMs > leftMs ? 1 - leftMs / allowedMs : 0, text: `剩 ${hours}` }
  }
}

function formatHours(ms: number): string {
  const hours = ms / HOUR_MS
  return hours < 1 ? '不到 1 时' : `${Math.round(hours)} 时`
}

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

/** Names the group of a due day: 超时, 今天 11-20 到期, 周一 11-23. @param today `yyyy-MM-dd` */
export function nameDueDay(dueOn: string | null, today: string): string {
  if (dueOn === null) return '未定'
  if (dueOn < today) return '超时'
  const day = dueOn.slice(5)
  return dueOn === today ? `今天 ${day} 到期` : `${WEEKDAYS[new Date(dueOn).getUTCDay()]} ${day}`
}

/** Whether a sample is done, and has to go back to reception. */
export const isDone = ({ work }: Sample): boolean => work === 'done'

/** Groups samples: those to be brought back, those that are tested by their due days, those that wait for an answer. */
export function createBenchGroups(samples: readonly Sample[], today: string): (sample: Sample) => RowGroup {
  const nameGroup = (sample: Sample) => {
    if (isDone(sample)) return '检毕，待交回收发'
    return sample.isHeld ? '等答复' : nameDueDay(sample.dueOn, today)
  }
  const counts = new Map<string, number>()
  for (const sample of samples) counts.set(nameGroup(sample), (counts.get(nameGroup(sample)) ?? 0) + 1)
  return (sample) => {
    const name = nameGroup(sample)
    return { name, count: counts.get(name) ?? 0, isLate: name === '超时' }
  }
}
