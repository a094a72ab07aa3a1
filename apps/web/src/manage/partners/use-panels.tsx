import { PARTNER_MAX } from '@portal/contract/partners/partner-rules.ts'
import { formatDate, formatNumber } from '#lib/format.ts'
import { BarChart, type BarSeries, type Fill } from '#manage/controls/charts/bar-chart.tsx'
import { FigureTable, Sample } from '#manage/controls/charts/figure-table.tsx'
import { formatShortDay } from '#manage/controls/charts/scale.ts'
import { Columns, Panel } from '#manage/controls/layout/panel.tsx'
import type { PartnerData } from './partner-words.ts'
import styles from './partners.module.css'

type Day = PartnerData['days'][number]

const KINDS: readonly { name: string; fill: Fill; count: (day: Day) => number }[] = [
  { name: '查到', fill: 'solid', count: ({ valid, reissued, examination }) => valid + reissued + examination },
  { name: '未查到', fill: 'outline', count: ({ unknown }) => unknown },
  { name: '已作废', fill: 'full', count: ({ withdrawn }) => withdrawn },
]

const DAY_MS = 24 * 60 * 60 * 1000

/** Lists the last 30 days including today, oldest first. */
function listLastDays(nowMs: number): string[] {
  return Array.from({ length: PARTNER_MAX.days }, (_none, at) =>
    formatDate(nowMs - (PARTNER_MAX.days - 1 - at) * DAY_MS),
  )
}

/** Use by day: chart and table. */
export function UsePanels({ days }: { days: readonly Day[] }) {
  const names = listLastDays(Date.now())
  const byDay = new Map(days.map((day) => [day.day, day]))
  const series: BarSeries[] = KINDS.map(({ name, fill, count }) => ({
    name,
    fill,
    numbers: names.map((name) => (byDay.has(name) ? count(byDay.get(name) as Day) : 0)),
  }))
  const sums = series.map(({ numbers }) => numbers.reduce((sum, number) => sum + number, 0))
  const total = sums.reduce((sum, number) => sum + number, 0)
  const found = sums.map((sum, at) => `${KINDS[at]?.name} ${formatNumber(sum)} 对`).join('，')
  const malformed = days.reduce((sum, day) => sum + day.malformed, 0)
  const mismatched = days.reduce((sum, day) => sum + day.mismatch, 0)
  const refused = days.reduce((sum, day) => sum + day.refused, 0)
  return (
    <Columns isEven>
      <Panel title="每日用量" note={`近 ${PARTNER_MAX.days} 天`} span={7}>
        <BarChart
          days={names}
          series={series}
          label={`每日核验对数，按结果分。近 ${PARTNER_MAX.days} 天共 ${formatNumber(total)} 对：${found}`}
        />
      </Panel>
      <Panel title="用量明细" span={5} isFlush>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so it must be reachable by keyboard */}
        <section className={styles.days} tabIndex={0} aria-label="用量明细，列表">
          <FigureTable
            label="每日用量"
            heads={['日期', ...KINDS.map(({ name }) => name), '超额']}
            numbers={[1, 2, 3, 4]}
            rows={[...days].reverse().map((day) => ({
              key: day.day,
              cells: [
                formatShortDay(day.day),
                ...KINDS.map(({ count }) => formatNumber(count(day))),
                formatNumber(day.refused),
              ],
            }))}
            empty="还没有用过"
          />
        </section>
        {days.length > 0 && (
          <div className={styles.remark}>
            <p className={styles.legend}>
              {KINDS.map(({ name, fill }) => (
                <span key={name}>
                  <Sample fill={fill} />
                  {name}
                </span>
              ))}
            </p>
            <p>
              {mismatched > 0 && `未能通过核对而不出示 ${formatNumber(mismatched)} 对；`}
              格式不对 {formatNumber(malformed)} 对，不计入额度；超额而未答 {formatNumber(refused)} 对。
            </p>
          </div>
        )}
      </Panel>
    </Columns>
  )
}
