import { Plus } from '@lucide/icons'
import type { OrderRow } from '@portal/contract/orders/manage-orders.ts'
import { createWorkingClock, type WorkingClock } from '@portal/contract/site/working-time.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ScanBar } from '../scan/scan-bar.tsx'
import { formatLateDays } from '../shared/order-words.tsx'
import styles from './lists.module.css'
import { ORDER_COLUMNS } from './order-columns.tsx'
import { groupOrders } from './order-groups.ts'
import type { Tray } from './trays.ts'
import { TraysDialog } from './trays-dialog.tsx'
import { TraysPanel } from './trays-panel.tsx'
import { useReceptionScan } from './use-reception-scan.ts'

/** States of the orders that reception has to do with. */
const OPEN_STATES = ['ready', 'received', 'announced'] as const

const NEW = '/reception/new'

export const loader = defineLoader(async ({ api }) => {
  const [trays, table, ...pages] = await Promise.all([
    api.call('GET /v1/manage/trays'),
    api.call('GET /v1/orders/table'),
    ...OPEN_STATES.map((state) => api.call('GET /v1/manage/orders', { query: { state } })),
  ])
  return {
    trays,
    table,
    orders: pages.flatMap(({ records }) => records),
    /** A state has more orders than its first page. */
    hasMore: pages.some(({ next }) => next !== null),
    today: toWireDate(Date.now()),
  }
})

/** 收发: the scan field, the open orders by what is to be done, and the cabinets. */
export function Component() {
  const { trays, table, orders, hasMore, today } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { result, onScan, storeIn } = useReceptionScan()
  const [shown, setShown] = useState<{ name: string; trays: readonly Tray[] } | null>(null)
  useKeys({ n: { words: '现场委托', run: () => void navigate(NEW) } })
  const { rows, getGroup } = groupOrders(orders, today)
  return (
    <>
      <PageHead
        title="收发"
        summary={describeCounts(orders)}
        actions={
          <>
            <ButtonLink variant="quiet" to="/orders">
              全部委托单
            </ButtonLink>
            <ButtonLink variant="outline" icon={Plus} to={NEW}>
              现场委托 <KeyCaps of="n" />
            </ButtonLink>
          </>
        }
      />
      <ScanBar
        placeholder="扫样品、委托单或柜格；也可输入编号、姓名"
        result={result}
        onScan={onScan}
        trays={trays.map(({ name }) => name)}
        onTray={(name) => {
          if (!storeIn(name)) setShown({ name, trays: trays.filter((tray) => tray.name === name) })
        }}
        onSearch={(text) => void navigate(`/orders?q=${encodeURIComponent(text)}`)}
      />
      <Columns>
        <Column span={9}>
          <DataTable
            label="办理中的委托单"
            columns={createColumns(createWorkingClock(table), today)}
            rows={rows}
            getId={({ orderNo }) => orderNo}
            getName={({ orderNo }) => orderNo}
            getAddress={({ orderNo }) => `/orders/${orderNo}`}
            getGroup={getGroup}
            empty={
              <div className={styles.empty}>
                <EmptyState title="没有办理中的委托单" link={{ to: '/orders', text: '全部委托单' }} />
              </div>
            }
          />
          {hasMore && <ListFoot olderTo="/orders">每种状态只列最新 50 张</ListFoot>}
        </Column>
        <Column span={3}>
          <TraysPanel trays={trays} onOpen={(name, open) => setShown({ name, trays: open })} />
        </Column>
      </Columns>
      {shown && <TraysDialog {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

function describeCounts(orders: readonly OrderRow[]): string {
  const count = (state: OrderRow['state']) => orders.filter((order) => order.state === state).length
  return `可领 ${count('ready')} 张，在检 ${count('received')} 张，待送达 ${count('announced')} 张`
}

function createColumns(clock: WorkingClock, today: string): readonly TableColumn<OrderRow>[] {
  return [
    ...ORDER_COLUMNS,
    {
      key: 'due',
      head: '应可领',
      onPhone: 'labelled',
      renderCell: (row) => <DueDay row={row} clock={clock} today={today} />,
    },
    { key: 'act', head: '', kind: 'actions', renderCell: (row) => <Act row={row} /> },
  ]
}

function DueDay({ row: { dueOn, state, held }, clock, today }: { row: OrderRow; clock: WorkingClock; today: string }) {
  if (dueOn === null || state === 'announced') return '–'
  const day = dueOn.slice(5)
  if (state !== 'received') return day
  if (held > 0) return '已暂停'
  if (dueOn > today) return day
  return (
    <span className={styles.due} data-tone={dueOn < today ? 'late' : 'soon'}>
      {day}，{dueOn < today ? formatLateDays(clock, dueOn, today) : '今天'}
    </span>
  )
}

/** The next act: an order is taken in, or handed out. */
function Act({ row: { orderNo, state } }: { row: OrderRow }) {
  const [to, words] =
    state === 'ready'
      ? [`/reception/${orderNo}/hand-out`, '发放']
      : state === 'announced'
        ? [`/reception/${orderNo}`, '收样']
        : [`/orders/${orderNo}`, '查看']
  return (
    <ButtonLink variant="outline" to={to} aria-label={`${words}：${orderNo}`}>
      {words}
    </ButtonLink>
  )
}
