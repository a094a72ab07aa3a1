import { Download } from '@lucide/icons'
import { useEffect } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatClock, formatLongDate } from '#lib/format.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { hasDuty, useSelf, useStaff } from '#manage/staff/staff-store.ts'
import { showWaiting } from '#manage/staff/waiting-counts.ts'
import { Button } from '#ui/forms/button.tsx'
import { AlteredStrip } from './altered-strip.tsx'
import { HealthPanel } from './health-panel.tsx'
import { LookupPanels } from './lookup-panels.tsx'
import { MissingStrip } from './missing-strip.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import styles from './overview.module.css'
import { TopPanels } from './top-panels.tsx'
import { UnsignedStrip } from './unsigned-strip.tsx'
import { VisitPanels } from './visit-panels.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

/** Duties of the certificate desk that see the state of the servers. */
const HEALTH_DUTIES = ['approve'] as const
const PERIODS = [30, 90] as const

export const loader = defineLoader(async ({ api, query }) => {
  const days = query.get('days') === '90' ? 90 : 30
  const seesHealth = hasDuty(useStaff.getState().self?.duties ?? [], HEALTH_DUTIES)
  const [{ waiting, mismatches, unsigned, orders }, statistics, health] = await Promise.all([
    api.call('GET /v1/manage/overview'),
    api.call('GET /v1/manage/statistics', { query: { days } }),
    seesHealth ? api.call('GET /v1/manage/health', { quiet: true }).catch(() => null) : undefined,
  ])
  return { waiting, mismatches, unsigned, orders, statistics, health, loadedAtMs: Date.now() }
})

/** The overview: pending tasks, use of the site, and its state. */
export function Component() {
  const { waiting, mismatches, unsigned, orders, statistics, health, loadedAtMs } = useLoaderData<typeof loader>()
  const { duties } = useSelf()
  const { days } = statistics
  useEffect(() => showWaiting(waiting, Date.now()), [waiting])
  return (
    <>
      <PageHead
        title="概览"
        summary={`${formatLongDate(loadedAtMs)} ${formatClock(loadedAtMs)} 的数据`}
        actions={duties.includes('owner') && <ExportButton days={days.length} />}
      />
      <AlteredStrip numbers={mismatches} />
      <UnsignedStrip people={unsigned} />
      <MissingStrip />
      <Columns isEven>
        <WaitingPanel waiting={waiting} nowMs={loadedAtMs} />
        {health && <HealthPanel health={health} nowMs={loadedAtMs} />}
        {health === null && (
          <Panel title="运行状况" span={4}>
            <p className={styles.details}>暂时读不到，刷新页面再试。</p>
          </Panel>
        )}
        {orders && <OrdersPanel counts={orders} />}
        <LookupPanels statistics={statistics} periods={<Periods current={days.length} />} />
        <VisitPanels statistics={statistics} />
        <TopPanels statistics={statistics} />
      </Columns>
    </>
  )
}

function Periods({ current }: { current: number }) {
  const views = PERIODS.map((days) => ({ label: `${days} 天`, to: `/?days=${days}`, isCurrent: days === current }))
  return <ViewTabs label="时段" views={views} />
}

/** Downloads the figures of this page; the export itself is recorded. */
function ExportButton({ days }: { days: number }) {
  const download = () => {
    const link = document.createElement('a')
    link.href = `/v1/manage/statistics/export?days=${days}`
    link.download = ''
    link.click()
  }
  return (
    <Button variant="outline" icon={Download} onClick={download}>
      导出本页数据
    </Button>
  )
}
