import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import type { OrderStatistics } from '@portal/contract/orders/order-statistics.ts'

/** Lists the lines of the file of the statistics, one for each figure. */
export function listFigures({ turnaround, late, days, load, alarms, refused }: OrderStatistics): string[][] {
  return [
    ['表', '名称', '日期', '项目', '值'],
    ...turnaround.flatMap(({ category, items, medianDays, p90Days, late: lateItems }) => {
      const figures = { 检毕件数: items, 中位工作日: medianDays, 九成工作日: p90Days, 超时件数: lateItems }
      return Object.entries(figures).map(([name, figure]) => [
        '用时',
        CERTIFICATE_CATEGORIES[category],
        '',
        name,
        String(figure ?? ''),
      ])
    }),
    ...late.map(({ sampleNo, dueOn, holder }) => ['现在超时', sampleNo, dueOn, '在谁手里', holder ?? '']),
    ...days.flatMap(({ day, received, returned, payments }) => [
      ['每日收发', '', day, '收样', String(received)],
      ['每日收发', '', day, '发放', String(returned)],
      ['每日收发', '', day, '收款', String(payments)],
    ]),
    ...(load ?? []).flatMap(({ day, name, taken, ended }) => [
      ['按人', name, day, '取样', String(taken)],
      ['按人', name, day, '检毕', String(ended)],
    ]),
    ['合计', '', '', '复称超出', String(alarms)],
    ['合计', '', '', '未收', String(refused)],
  ]
}
