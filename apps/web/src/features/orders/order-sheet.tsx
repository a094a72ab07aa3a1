import { ORDER_PRIORITIES, WAYS_BACK, WAYS_IN } from '@portal/contract/orders/order-rules.ts'
import { type FeeLine, formatYuan, type OrderService } from '@portal/contract/orders/order-services.ts'
import { useId } from 'react'
import { readCents } from '#domain/orders/typed-values.ts'
import { formatDate } from '#lib/format.ts'
import { FactList } from '#ui/lists/fact-list.tsx'
import { formatItemNumber } from './item-look.ts'
import type { OrderDraft } from './new/order-draft.ts'
import styles from './orders.module.css'

interface OrderSheetProps {
  draft: OrderDraft
  services: readonly OrderService[]
  /** Fees by item; empty when they are not known. */
  fees: readonly FeeLine[]
  totalCents: number
  dueOn: string | null
  /** Number of the order, or a note that it has none yet. */
  note: string
}

/** The order as a form: on the page before it is sent, and on paper after that. */
export function OrderSheet({ draft, services, fees, totalCents, dueOn, note }: OrderSheetProps) {
  const id = useId()
  const names = new Map(services.map(({ code, name }) => [code, name]))
  const others = fees.filter(({ item }) => item === null)
  const sumItem = (item: number) => fees.filter((fee) => fee.item === item).reduce((sum, { cents }) => sum + cents, 0)
  return (
    <article className={styles.sheetRoot} aria-labelledby={id}>
      <header className={styles.sheetHead}>
        <h3 className={styles.sheetTitle} id={id}>
          检测委托单
        </h3>
        <span className={styles.sheetNote}>{note}</span>
      </header>
      <table className={styles.sheetTable}>
        <thead>
          <tr>
            <th scope="col">序</th>
            <th scope="col">样品（委托方自述）</th>
            <th scope="col">项目</th>
            <th scope="col">件数</th>
            <th scope="col">约重</th>
            <th scope="col">声明价值</th>
            <th scope="col">费用</th>
          </tr>
        </thead>
        <tbody>
          {draft.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is named by its place in the order
            <tr key={at}>
              <td>{formatItemNumber(at + 1)}</td>
              <td>
                {item.name}
                {item.reference && <small className={styles.sheetCare}>货号 {item.reference}</small>}
                {item.care.trim() && <small className={styles.sheetCare}>须留意：{item.care}</small>}
              </td>
              <td data-label="项目">{item.services.map((code) => names.get(code) ?? code).join('、')}</td>
              <td data-label="件数">{item.count.trim()}</td>
              <td data-label="约重">
                {item.mass.trim() ? `${item.mass.replace(/\s*(?:g|克)\s*$/i, '').trim()} g` : '–'}
              </td>
              <td data-label="声明价值">{item.isUndeclared ? '未声明' : formatYuan(readCents(item.value) ?? 0)}</td>
              <td data-label="费用">{fees.length > 0 ? formatYuan(sumItem(at + 1)) : '–'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {others.map(({ code, name, cents }) => (
            <tr key={code}>
              <td />
              <th scope="row" colSpan={5}>
                {name}
              </th>
              <td>{formatYuan(cents)}</td>
            </tr>
          ))}
          <tr>
            <td />
            <th scope="row" colSpan={5}>
              {draft.items.length} 件合计
            </th>
            <td>{formatYuan(totalCents)}</td>
          </tr>
        </tfoot>
      </table>
      <FactList className={styles.sheetFacts} size="small" facts={listFacts(draft, dueOn)} />
    </article>
  )
}

function listFacts(draft: OrderDraft, dueOn: string | null) {
  const due = dueOn ? `，预计 ${formatDate(dueOn)} 可领` : ''
  return [
    { name: '送来', value: WAYS_IN[draft.wayIn] },
    { name: '领回', value: WAYS_BACK[draft.wayBack] },
    { name: '收件地址', value: draft.wayBack === 'courier' ? draft.address.trim() : '' },
    { name: '时限', value: ORDER_PRIORITIES[draft.priority] + due },
    { name: '委托方', value: draft.customerName.trim() },
    { name: '电话', value: draft.phone.trim() },
    { name: '邮箱', value: draft.email.trim() },
    { name: '可代领的人', value: draft.collectors.trim() },
  ].filter(({ value }) => value !== '')
}
