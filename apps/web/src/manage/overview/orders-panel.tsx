import type { DataFor } from '@portal/contract/calls.ts'
import { ORDER_MARKS, ORDER_STATES } from '@portal/contract/orders/order-rules.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { countText } from '#manage/staff/waiting-words.ts'
import { TextLink } from '#ui/text-link.tsx'
import styles from './overview.module.css'

type OrderCounts = NonNullable<DataFor<'GET /v1/manage/overview'>['orders']>

/** Each count with the list of orders behind it. `bench`: the list for people who see samples only. */
const COUNTS: readonly { key: keyof OrderCounts; name: string; to: string; bench?: string }[] = [
  { key: 'today', name: ORDER_MARKS.today, to: '/orders?mark=today' },
  { key: 'ready', name: ORDER_STATES.ready, to: '/orders?state=ready' },
  { key: 'late', name: ORDER_MARKS.late, to: '/orders?mark=late', bench: '/bench?view=late' },
  { key: 'held', name: ORDER_MARKS.held, to: '/orders?mark=held', bench: '/bench?view=held' },
]

/** Orders by what is to be done. */
export function OrdersPanel({ counts }: { counts: OrderCounts }) {
  const seesOrders = hasDuty(useSelf().duties, ['reception', 'support'])
  return (
    <Panel title="送检" note="委托单，张">
      <dl className={styles.orders}>
        {COUNTS.map(({ key, name, to, bench }) => {
          const address = seesOrders ? to : bench
          return (
            <div key={key} data-late={(key === 'late' && counts.late > 0) || undefined}>
              <dt>{address ? <TextLink to={address}>{name}</TextLink> : name}</dt>
              <dd>{countText(counts[key])}</dd>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
}
