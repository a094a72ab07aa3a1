import { classes as styles } from 'virtual:page-sheet/features/orders/orders'
import { type FeeLine, formatYuan } from '@portal/contract/orders/order-services.ts'

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
        <div className={styles.feesLine} key={code}>
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

function sumByService(fees: readonly FeeLine[]): FeeLine[] {
  const lines = new Map<string, FeeLine>()
  for (const fee of fees) {
    const { units, cents } = lines.get(fee.code) ?? { units: 0, cents: 0 }
    lines.set(fee.code, { ...fee, units: units + fee.units, cents: cents + fee.cents })
  }
  return [...lines.values()]
}
