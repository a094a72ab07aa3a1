import type { Statistics } from '@portal/contract/site/figures.ts'
import { formatNumber } from '#lib/format.ts'
import { FigureTable } from '#manage/controls/charts/figure-table.tsx'
import { LineChart } from '#manage/controls/charts/line-chart.tsx'
import { formatShortDay } from '#manage/controls/charts/scale.ts'
import { addUp } from '#manage/controls/charts/sums.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { listWeeks } from './periods.ts'

/** Visits by day and by week. */
export function VisitPanels({ statistics: { days, views } }: { statistics: Statistics }) {
  const greatest = Math.max(0, ...views)
  const busiest = formatShortDay(days[views.indexOf(greatest)] ?? '')
  const most = greatest > 0 ? `，${busiest} 最多，${formatNumber(greatest)} 次` : ''
  return (
    <>
      <Panel title="浏览" note="不用 Cookie 计数" span={8}>
        <LineChart
          days={days}
          numbers={views}
          label={`每日浏览次数。近 ${days.length} 天共 ${formatNumber(addUp(views))} 次${most}`}
        />
      </Panel>
      <Panel title="每周浏览" span={4} isFlush>
        <FigureTable
          label="每周浏览"
          heads={['周', '浏览', '较上周']}
          numbers={[1, 2]}
          rows={listWeeks(days, views).map(({ name, sum, change }) => ({
            key: name,
            cells: [name, formatNumber(sum), change],
          }))}
        />
      </Panel>
    </>
  )
}
