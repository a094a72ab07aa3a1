import { type FeeLine, formatYuan, sumByService } from '@portal/contract/orders/order-services.ts'
import styles from './orders.module.css'

interface FeeListProps {
  fees: readonly FeeLine[]
  /** Number of items. */
  items: number
  totalCents: number
}

/** Fees of an order, one line for each service, and their sum. */
export function FeeList({ fees, items, totalCents }: FeeListProps) {
  return (
    <dl className={styles.feesRoot}>
      {sumByService(fees).map(({ code, name, units, cents }) => (
        <div className={styles.feesLine} key={`${code} ${name}`}>
          <dt>{units > 1 ? `${name} × ${units}` : name}</dt>
          <dd className={styles.feesAmount}>{formatYuan(cents)}</dd>
        </div>
      ))}
      <div className={styles.feesLine}>
        <dt>{items} 件合计</dt>
        <dd className={styles.feesTotal}>{formatYuan(totalCents)}</dd>
      </div>
    </dl>
  )
}
