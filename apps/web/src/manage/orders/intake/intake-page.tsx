import { Printer } from '@lucide/icons'
import type { ManagedItem, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { type OrderState, WAYS_IN } from '@portal/contract/orders/order-rules.ts'
import { formatYuan, type OrderService } from '@portal/contract/orders/order-services.ts'
import { useState } from 'react'
import {
  Link,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom'
import { toSite } from '#domain/site/site.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { PrintSheet } from '#ui/print-sheet.tsx'
import { useReceptionScan } from '../lists/use-reception-scan.ts'
import type { Scan } from '../scan/read-scan.ts'
import { ScanBar } from '../scan/scan-bar.tsx'
import { findItem, OrderMark } from '../shared/order-words.tsx'
import { type LabelledSample, SampleLabel } from '../shared/sample-label.tsx'
import { AddItemDialog } from './add-item-dialog.tsx'
import styles from './intake.module.css'
import { IntakeWorkplace } from './intake-workplace.tsx'
import { ItemList } from './item-list.tsx'
import { Receipt } from './receipt.tsx'

export const loader = defineLoader(async ({ api, params, request }) => {
  const [order, table, info] = await Promise.all([
    api.call('GET /v1/manage/orders/{orderNo}', { params: { orderNo: params.orderNo ?? '' } }),
    api.call('GET /v1/orders/table'),
    optional(api.call('GET /v1/webSiteInfo', { quiet: true }), null, request),
  ])
  return { order, services: table.services as OrderService[], siteName: toSite(info).name }
})

/** Another sample of the order needs no new data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

/** States of orders that take further samples. */
const TAKING: readonly OrderState[] = ['announced', 'received']

type Printed = { paper: 'label'; samples: readonly LabelledSample[] } | { paper: 'receipt'; code: string | null }

/** 收样: the samples of an order are taken in one after another. */
export function Component() {
  const { order, services, siteName } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const [printed, setPrinted] = useState<Printed | null>(null)
  const { result, onScan } = useReceptionScan()
  const { orderNo, items, priority } = order
  const [shown, setShown] = useState('')
  // Another person may take in the sample that is shown.
  const item =
    findItem(items, query.get('item')) ??
    items.find(({ sampleNo }) => sampleNo === shown) ??
    findExpected(items) ??
    items[0]
  if (item && item.sampleNo !== shown) setShown(item.sampleNo)
  const { state } = useLocation()
  const select = (next: ManagedItem) =>
    void navigate(`?item=${next.item}`, { replace: true, preventScrollReset: true, state })

  const handleScan = (scan: Scan) => {
    const own = scan.kind === 'sample' && items.find(({ sampleNo }) => sampleNo === scan.number)
    if (own) select(own)
    else onScan(scan)
  }
  const leave = (done: ManagedItem) => select(findExpected(items.filter((other) => other !== done)) ?? done)
  const handleReceived = (received: ManagedItem) => {
    setPrinted({ paper: 'label', samples: [received] })
    leave(received)
  }
  return (
    <>
      <PageHead
        title={orderNo}
        crumb={<Link to="/reception">收发</Link>}
        marks={<OrderMark state={order.state} />}
        summary={`${order.customerName}，${WAYS_IN[order.wayIn]}，共 ${items.length} 件`}
        actions={
          <ButtonLink variant="outline" to={`/orders/${orderNo}`}>
            看委托单
          </ButtonLink>
        }
      />
      <ScanBar placeholder="扫下一件样品，或另一张委托单" result={result} onScan={handleScan} />
      {item && (
        <div className={styles.root}>
          <ItemList
            items={items}
            current={item}
            onAdd={TAKING.includes(order.state) ? () => setIsAdding(true) : undefined}
          />
          <IntakeWorkplace
            key={item.sampleNo}
            order={order}
            item={item}
            onPrint={(samples) => setPrinted({ paper: 'label', samples })}
            onReceived={handleReceived}
            onRefused={leave}
          >
            <ReceiptPanel order={order} onPrint={(code) => setPrinted({ paper: 'receipt', code })} />
          </IntakeWorkplace>
        </div>
      )}
      {isAdding && <AddItemDialog order={order} services={services} onClose={() => setIsAdding(false)} />}
      {printed && (
        <PrintSheet key={JSON.stringify(printed)} paper={printed.paper} onDone={() => setPrinted(null)}>
          {printed.paper === 'receipt' ? (
            <Receipt order={order} siteName={siteName} code={printed.code} />
          ) : (
            printed.samples.map((sample) => (
              <SampleLabel
                key={sample.sampleNo}
                sample={items.find(({ sampleNo }) => sampleNo === sample.sampleNo) ?? sample}
                isUrgent={priority === 'urgent'}
              />
            ))
          )}
        </PrintSheet>
      )}
    </>
  )
}

const findExpected = (items: readonly ManagedItem[]) => items.find(({ work }) => work === 'announced')

/** The query code of an order that was announced at this counter just now; the answer had it once. */
function useNewCode(orderNo: string): string | null {
  const { state } = useLocation()
  const announced = state as { orderNo: string; code: string | null } | null
  return announced?.orderNo === orderNo ? announced.code : null
}

interface ReceiptPanelProps {
  order: ManagedOrder
  /** Prints the receipt, with a query code when a new one was made. */
  onPrint: (code: string | null) => void
}

function ReceiptPanel({ order, onPrint }: ReceiptPanelProps) {
  const api = useApi()
  const { isBusy, run } = useBusy(showOffline)
  const { orderNo } = order
  const code = useNewCode(orderNo)
  const renewCode = () =>
    run(async () => onPrint((await api.call('POST /v1/manage/orders/{orderNo}/code', { params: { orderNo } })).code))
  const expected = order.items.filter(({ work }) => work === 'announced').length
  const isNoneReceived = order.receiveTime === null
  return (
    <Panel title="回执" note={expected > 0 ? `还有 ${expected} 件待收` : '样品已收齐'}>
      <Facts
        of={[
          ['委托单', order.orderNo],
          ['费用', formatYuan(order.totalCents)],
          ['应可领', isNoneReceived ? '收样后算出' : order.dueOn],
          ['查询码', code],
          ['签字', '委托方与收样人，一式两份'],
        ]}
      />
      <div className={styles.acts}>
        <Button variant="outline" icon={Printer} disabled={isNoneReceived} onClick={() => onPrint(code)}>
          打印回执
        </Button>
        <Button variant="quiet" isBusy={isBusy} disabled={isNoneReceived} onClick={() => void renewCode()}>
          换查询码并打印
        </Button>
      </div>
    </Panel>
  )
}
