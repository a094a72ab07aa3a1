import { Download } from '@lucide/icons'
import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import type { OrderStatistics } from '@portal/contract/orders/order-statistics.ts'
import { createWorkingClock, type OpeningHours } from '@portal/contract/site/working-time.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { saveFile } from '#lib/save-file.ts'
import { FigureTable } from '#manage/controls/charts/figure-table.tsx'
import { addUp, formatShare } from '#manage/controls/charts/sums.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { FilterBar, FilterDate } from '#manage/controls/lists/filter-bar.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { toCsvFile } from '#manage/controls/values/csv.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { findOrderNo } from '../scan/read-scan.ts'
import { LoadPanel } from './load-panel.tsx'
import styles from './statistics.module.css'
import { listFigures } from './statistics-file.ts'
import { computeSpan, findSpanFault, PERIODS, type Period } from './statistics-span.ts'

const PERIOD_NAMES = Object.keys(PERIODS) as Period[]

export const loader = defineLoader(async ({ api, query }) => {
  const today = toWireDate(Date.now())
  const period = PERIOD_NAMES.find((name) => name === query.get('period')) ?? 'month'
  const span =
    period === 'own' ? { from: query.get('from') ?? '', to: query.get('to') ?? '' } : computeSpan(period, today)
  const fault = findSpanFault(span)
  const [table, statistics] = await Promise.all([
    api.call('GET /v1/orders/table'),
    fault === null ? api.call('GET /v1/manage/order-statistics', { query: span }) : null,
  ])
  return { table, today, period, span, fault, statistics }
})

/** 送检统计: turnaround, late samples, and what single persons do. */
export function Component() {
  const { table, today, period, span, fault, statistics } = useLoaderData<typeof loader>()
  const filters = useAddressFilters(['from', 'to'])
  const download = (figures: OrderStatistics) =>
    saveFile(toCsvFile(listFigures(figures)), `送检统计-${span.from}-${span.to}.csv`)
  return (
    <>
      <PageHead
        title="送检统计"
        summary={statistics && `${span.from} 至 ${span.to}`}
        actions={
          statistics && (
            <Button variant="outline" icon={Download} onClick={() => download(statistics)}>
              导出 CSV
            </Button>
          )
        }
      />
      <ViewTabs
        label="时段"
        views={PERIOD_NAMES.map((name) => ({
          label: PERIODS[name],
          to: name === 'own' ? `?period=own&from=${span.from}&to=${span.to}` : `?period=${name}`,
          isCurrent: name === period,
        }))}
      />
      {period === 'own' && (
        <FilterBar>
          <FilterDate label="从" value={span.from} onChange={(value) => filters.set('from', value)} />
          <FilterDate label="到" value={span.to} onChange={(value) => filters.set('to', value)} />
        </FilterBar>
      )}
      {fault !== null && (
        <Note tone="warning" isLive title={fault}>
          改好日期就重新统计。
        </Note>
      )}
      {statistics && (
        <div className={styles.panels}>
          <Columns isEven>
            <TurnaroundPanel statistics={statistics} />
            <SumsPanel statistics={statistics} />
            <LatePanel late={statistics.late} hours={table} today={today} />
            <DaysPanel days={statistics.days} />
            {statistics.load && <LoadPanel load={statistics.load} span={span} />}
          </Columns>
        </div>
      )}
    </>
  )
}

/** How long the work took, by category. */
function TurnaroundPanel({ statistics: { turnaround } }: { statistics: OrderStatistics }) {
  const formatDays = (days: number | null) => (days === null ? '–' : String(days))
  return (
    <Panel
      title="用时"
      note="检毕的件数；中位与九成按工作日，从收样到检毕，不含等答复的日子，不足 5 件不列"
      span={8}
      isFlush
    >
      <FigureTable
        label="用时"
        heads={['类别', '件', '中位', '九成', '超时', '占比']}
        numbers={[1, 2, 3, 4, 5]}
        rows={turnaround.map(({ category, items, medianDays, p90Days, late }) => ({
          key: category,
          cells: [
            CERTIFICATE_CATEGORIES[category],
            items,
            formatDays(medianDays),
            formatDays(p90Days),
            late,
            formatShare(late, items),
          ],
        }))}
        empty="这段时间没有检毕的样品"
      />
    </Panel>
  )
}

function SumsPanel({ statistics: { turnaround, alarms, refused } }: { statistics: OrderStatistics }) {
  const items = addUp(turnaround.map((one) => one.items))
  const late = addUp(turnaround.map((one) => one.late))
  return (
    <Panel title="合计" span={4}>
      <Facts
        of={[
          ['检毕', `${items} 件`],
          ['其中超时', `${late} 件，${formatShare(late, items)}`],
          ['复称超出', `${alarms} 次`],
          ['未收', `${refused} 件`],
        ]}
      />
    </Panel>
  )
}

/** What reception did on each day, newest first. */
function DaysPanel({ days }: { days: OrderStatistics['days'] }) {
  return (
    <Panel title="每日收发" note="收样、发放按件，收款按笔" isFlush>
      <FigureTable
        label="每日收发"
        heads={['日期', '收样', '发放', '收款']}
        numbers={[1, 2, 3]}
        rows={[...days].reverse().map(({ day, received, returned, payments }) => ({
          key: day,
          cells: [day.slice(5), received, returned, payments],
        }))}
        empty="这段时间没有收样、发放与收款"
      />
    </Panel>
  )
}

interface LatePanelProps {
  late: OrderStatistics['late']
  hours: OpeningHours
  today: string
}

/** The samples that are late now, whatever the period. */
function LatePanel({ late, hours, today }: LatePanelProps) {
  const clock = createWorkingClock(hours)
  const { duties } = useSelf()
  const findAddress = (sampleNo: string) => {
    if (hasDuty(duties, ['reception', 'support'])) return `/orders/${findOrderNo(sampleNo)}`
    return hasDuty(duties, ['certify', 'approve']) ? '/bench?view=late' : null
  }
  return (
    <Panel title="现在超时" note="与时段无关，至多列 100 件" isFlush>
      <FigureTable
        label="现在超时的样品"
        heads={['样品', '应可领', '超（工作日）', '在谁手里']}
        numbers={[2]}
        rows={late.map(({ sampleNo, dueOn, holder }) => {
          const to = findAddress(sampleNo)
          return {
            key: sampleNo,
            cells: [
              to === null ? (
                sampleNo
              ) : (
                <TextLink key="order" to={to}>
                  {sampleNo}
                </TextLink>
              ),
              dueOn.slice(5),
              clock.countDays(dueOn, today) || '不足 1',
              holder ?? '–',
            ],
          }
        })}
        empty="没有超时的样品"
      />
    </Panel>
  )
}
