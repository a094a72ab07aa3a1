import type { Statistics } from '@portal/contract/site/figures.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '#lib/format.ts'
import { BarChart, type BarSeries, type Fill } from '#manage/controls/charts/bar-chart.tsx'
import { FigureTable, Sample } from '#manage/controls/charts/figure-table.tsx'
import { formatShortDay } from '#manage/controls/charts/scale.ts'
import { addUp, formatShare } from '#manage/controls/charts/sums.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import styles from './overview.module.css'
import { findOutlier } from './periods.ts'

const KINDS: readonly { key: keyof Statistics['lookups']; name: string; fill: Fill }[] = [
  { key: 'found', name: '查到', fill: 'solid' },
  { key: 'mistyped', name: '编号打错', fill: 'hatched' },
  { key: 'unknown', name: '未查到', fill: 'outline' },
  { key: 'withdrawn', name: '已作废', fill: 'full' },
]

/** Lookups by result: chart and table. */
export function LookupPanels({ statistics, periods }: { statistics: Statistics; periods: ReactNode }) {
  const { days, lookups, parts } = statistics
  const series: BarSeries[] = KINDS.map(({ key, name, fill }) => ({ name, fill, numbers: lookups[key] }))
  const sums = series.map(({ numbers }) => addUp(numbers))
  const total = addUp(sums)
  const remark = findRemark(statistics)
  const found = sums.map((sum, at) => `${series[at]?.name} ${formatNumber(sum)} 次`).join('，')
  return (
    <>
      <Panel title="证书查询" note={`近 ${days.length} 天，不含个人信息`} actions={periods} span={8}>
        <BarChart
          days={days}
          series={series}
          remark={remark}
          label={`每日查询次数，按结果分。近 ${days.length} 天共 ${formatNumber(total)} 次：${found}${remark ? `；${remark.text}` : ''}`}
        />
      </Panel>
      <Panel title="查询结果" span={4} isFlush>
        <FigureTable
          label="查询结果"
          heads={['结果', '次数', '占比']}
          numbers={[1, 2]}
          rows={[
            ...KINDS.map(({ key, name, fill }, at) => ({
              key,
              cells: [
                <span key="name">
                  <Sample fill={fill} />
                  {name}
                </span>,
                formatNumber(sums[at] ?? 0),
                formatShare(sums[at] ?? 0, total),
              ],
            })),
            { key: 'total', cells: ['合计', formatNumber(total), total > 0 ? '100%' : '–'] },
          ]}
        />
        <p className={styles.remark}>
          查到的含已换发 {parts.reissued} 次、检测中 {parts.examination} 次；未查到的含核对码不符 {parts.wrongCode}{' '}
          次、未发布 {parts.unpublished} 次。“编号打错”由查询页当场指出，未发往证书库。
        </p>
      </Panel>
    </>
  )
}

/** Finds the day with by far the most unknown numbers. */
function findRemark({ days, lookups: { unknown } }: Statistics) {
  const at = findOutlier(unknown)
  return at === null
    ? undefined
    : { at, text: `${formatShortDay(days[at] ?? '')} 未查到 ${formatNumber(unknown[at])} 次` }
}
