import type { OrderTableAnswer } from '@portal/contract/orders/orders.ts'
import { formatMonthDay, formatWeekday } from '#lib/format.ts'
import shared from '#ui/shared.module.css'
import { DayRuler } from '../day-ruler.tsx'
import { FeeList } from '../fee-list.tsx'
import type { Estimate } from '../order-estimate.ts'
import styles from './new-order.module.css'
import type { OrderDraft } from './order-draft.ts'

interface EstimatePanelProps {
  draft: OrderDraft
  estimate: Estimate
  table: OrderTableAnswer
  /** Total to which the customer agrees, cents. */
  totalCents: number
}

/** Fees and due day of the draft. */
export function EstimatePanel({ draft, estimate, table, totalCents }: EstimatePanelProps) {
  const { fees, due } = estimate
  const hasChanged = totalCents !== estimate.totalCents
  return (
    <aside className={styles.sumRoot} aria-label="估算">
      <section className={styles.sumPart}>
        <h2 className={styles.sumTitle}>费用估算</h2>
        {fees.length === 0 && !hasChanged ? (
          <p className={shared.note}>选好检测项目后显示费用与可领日期。</p>
        ) : (
          <>
            {/* The lines of an older fee sheet would not add up to the new total. */}
            <FeeList fees={hasChanged ? [] : fees} items={draft.items.length} totalCents={totalCents} />
            <p className={styles.sumNote}>以收样时双方确认为准。到店付款或对公转账，本站不收款。</p>
          </>
        )}
      </section>
      {due && (
        <section className={styles.sumPart}>
          <h2 className={styles.sumTitle}>预计可领</h2>
          <p className={styles.sumDay}>
            {formatMonthDay(due.dueOn)}
            <small>
              {formatWeekday(due.dueOn)}，{due.workingDays === 0 ? '当天' : `${due.workingDays} 个工作日`}
            </small>
          </p>
          <p className={styles.sumNote}>
            按 {due.beginOn.slice(5)} {table.cutOff} 前收样计。
            {draft.items.length > 1 &&
              `时限最长的是${describeLongest(draft, due.longest)}，${draft.items.length} 件一起领。`}
            {due.isProvisional && '节假日以放假通知为准。'}
          </p>
          <DayRuler hours={table} from={due.beginOn} dueOn={due.dueOn} words={['收样', '可领']} />
        </section>
      )}
    </aside>
  )
}

function describeLongest({ items }: OrderDraft, at: number): string {
  return items[at]?.name.trim() || `样品 ${at + 1}`
}
