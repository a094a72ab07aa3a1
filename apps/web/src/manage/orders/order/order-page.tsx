import { Download, PackageCheck, PackageOpen, Printer } from '@lucide/icons'
import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { ORDER_PRIORITIES, WAYS_IN } from '@portal/contract/orders/order-rules.ts'
import type { OrderTable } from '@portal/contract/orders/order-services.ts'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { saveFile } from '#lib/save-file.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { toCsvFile } from '#manage/controls/values/csv.ts'
import { Tag } from '#manage/controls/values/tag.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { PrintSheet } from '#ui/print-sheet.tsx'
import shared from '#ui/shared.module.css'
import { OrderMark } from '../shared/order-words.tsx'
import { CustodyChain, PrintedChain } from './custody-chain.tsx'
import { CustodyLanes } from './custody-lanes.tsx'
import { ItemsPanel } from './items-panel.tsx'
import { listChain } from './order-events.ts'
import { OrderPanels } from './order-panels.tsx'

export const loader = defineLoader(async ({ api, params }) => {
  const [order, table] = await Promise.all([
    api.call('GET /v1/manage/orders/{orderNo}', { params: { orderNo: params.orderNo ?? '' } }),
    api.call('GET /v1/orders/table'),
  ])
  return { order, table: table as OrderTable }
})

/** 委托单: facts, samples, fees, and the custody chain. */
export function Component() {
  const { order, table } = useLoaderData<typeof loader>()
  const [isPrinting, setIsPrinting] = useState(false)
  const { orderNo, items, state, dueOn, priority, receiveTime } = order
  const exportChain = () => saveFile(toCsvFile(listChain(order)), `${orderNo}-保管链.csv`)
  return (
    <>
      <PageHead
        title={orderNo}
        crumb={<Link to="/orders">委托单</Link>}
        marks={
          <>
            <OrderMark state={state} held={items.filter(({ isHeld }) => isHeld).length} />
            {priority === 'urgent' && <Tag tone="warning">{ORDER_PRIORITIES.urgent}</Tag>}
            {order.isDisputed && <Tag>异议</Tag>}
          </>
        }
        summary={[
          `${items.length} 件`,
          receiveTime ? `${receiveTime.slice(0, 16)} 收样` : `${order.createTime.slice(0, 16)} 预约`,
          WAYS_IN[order.wayIn],
          dueOn && `应可领 ${dueOn}`,
        ]
          .filter(Boolean)
          .join('，')}
        actions={
          <>
            <Button variant="quiet" icon={Printer} onClick={() => setIsPrinting(true)}>
              打印保管链
            </Button>
            <Button variant="outline" icon={Download} onClick={exportChain}>
              导出 CSV
            </Button>
            <NextAct order={order} />
          </>
        }
      />
      <div className={shared.stack5}>
        <CustodyLanes order={order} hours={table} />
        <Columns>
          <Column span={8}>
            <ItemsPanel items={items} events={order.events} table={table} />
            <Panel title="经过" note="只增不改">
              <CustodyChain order={order} />
            </Panel>
          </Column>
          <Column span={4}>
            <OrderPanels order={order} />
          </Column>
        </Columns>
      </div>
      {isPrinting && (
        <PrintSheet paper="chain" onDone={() => setIsPrinting(false)}>
          <PrintedChain order={order} />
        </PrintSheet>
      )}
    </>
  )
}

/** The next act at the counter, for those who may take it. */
function NextAct({ order: { orderNo, state, items } }: { order: ManagedOrder }) {
  const { duties } = useSelf()
  if (!hasDuty(duties, ['reception'])) return null
  if (state === 'ready') {
    return (
      <ButtonLink icon={PackageCheck} to={`/reception/${orderNo}/hand-out`}>
        发放
      </ButtonLink>
    )
  }
  if (state === 'cancelled' || !items.some(({ work }) => work === 'announced')) return null
  return (
    <ButtonLink icon={PackageOpen} to={`/reception/${orderNo}`}>
      收样
    </ButtonLink>
  )
}
