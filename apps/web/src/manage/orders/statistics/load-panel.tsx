import type { OrderStatistics } from '@portal/contract/orders/order-statistics.ts'
import { FigureTable } from '#manage/controls/charts/figure-table.tsx'
import { LineChart } from '#manage/controls/charts/line-chart.tsx'
import { addUp } from '#manage/controls/charts/sums.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import styles from './statistics.module.css'
import { listDays, type Span } from './statistics-span.ts'

type Load = NonNullable<OrderStatistics['load']>

interface LoadPanelProps {
  load: Load
  span: Span
}

/** What each person took and ended on each day, newest first, and the sums of all. Testers get their own figures alone. */
export function LoadPanel({ load, span }: LoadPanelProps) {
  const seesAll = hasDuty(useSelf().duties, ['approve'])
  const names = [...new Set(load.map(({ name }) => name))]
  const days = listDays(span)
  const sum = (rows: Load) => ({
    taken: addUp(rows.map((row) => row.taken)),
    ended: addUp(rows.map((row) => row.ended)),
  })
  const format = (rows: Load) => {
    const { taken, ended } = sum(rows)
    return taken + ended === 0 ? '–' : `${ended} / ${taken}`
  }
  const ended = days.map((day) => sum(load.filter((row) => row.day === day)).ended)
  const worked = [...new Set(load.map(({ day }) => day))].sort().reverse()
  return (
    <>
      <Panel title={seesAll ? '每日检毕' : '我每日检毕'} note="件">
        <LineChart days={days} numbers={ended} label={`每日检毕的件数，共 ${addUp(ended)} 件；数字见下表`} />
      </Panel>
      <Panel title="按人" note={`检毕 / 取样，件；${seesAll ? '只有批准人与负责人看得到' : '只列您自己'}`} isFlush>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so it must be reachable by keyboard */}
        <section className={styles.table} tabIndex={0} aria-label="按人，列表">
          <FigureTable
            label="按人"
            heads={['日期', ...names]}
            numbers={names.map((_name, at) => at + 1)}
            rows={[
              ...(worked.length > 0 ? [{ key: 'sum', rows: load, name: '合计' }] : []),
              ...worked.map((day) => ({ key: day, rows: load.filter((row) => row.day === day), name: day.slice(5) })),
            ].map(({ key, rows, name: title }) => ({
              key,
              cells: [title, ...names.map((name) => format(rows.filter((row) => row.name === name)))],
            }))}
          />
        </section>
      </Panel>
    </>
  )
}
