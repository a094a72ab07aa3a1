import { useId } from 'react'
import shared from '#ui/shared.module.css'
import { OrderSheet } from '../order-sheet.tsx'
import styles from '../orders.module.css'
import { TickBox } from './item-fields.tsx'
import type { OrderForm } from './use-order-form.ts'

/** The order as it will be sent, and the conditions. */
export function CheckStep({ form }: { form: OrderForm }) {
  const { draft, estimate, table, totalCents } = form
  const id = useId()
  return (
    <>
      <section className={styles.checkSheet} tabIndex={draft.batch ? 0 : undefined} aria-label="委托单">
        <OrderSheet
          draft={draft}
          services={table.services}
          fees={totalCents === estimate.totalCents ? estimate.fees : []}
          totalCents={totalCents}
          dueOn={estimate.due?.dueOn ?? null}
          note="提交后编号"
        />
      </section>
      {table.terms && (
        <div className={shared.stack2}>
          <h3 className={styles.checkTitle} id={id}>
            送检须知
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <section className={styles.checkTerms} tabIndex={0} aria-labelledby={id}>
            {table.terms}
          </section>
          <TickBox form={form} name="accepted" text="已阅读并同意送检须知" />
        </div>
      )}
    </>
  )
}
