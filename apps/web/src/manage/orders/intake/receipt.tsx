import type { ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { WAYS_BACK } from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import { formatDateTime } from '#lib/format.ts'
import { formatMass } from '../shared/order-words.tsx'
import styles from './receipt.module.css'

/** The receipt for the customer, A5, twice: the second copy stays with the order. */
export function Receipt({ order, siteName, code }: { order: ManagedOrder; siteName: string; code: string | null }) {
  return (
    <>
      <ReceiptCopy order={order} siteName={siteName} copy="委托方存" code={code} />
      <ReceiptCopy order={order} siteName={siteName} copy="本中心存" code={null} />
    </>
  )
}

interface ReceiptCopyProps {
  order: ManagedOrder
  siteName: string
  copy: string
  /** New query code, for the customer alone; `null`: the earlier one stays. */
  code: string | null
}

function ReceiptCopy({ order, siteName, copy, code }: ReceiptCopyProps) {
  const received = order.items.filter(({ massInG }) => massInG !== null)
  const corrected = new Set(order.events.flatMap(({ kind, sampleNo }) => (kind === 'correct' ? sampleNo : [])))
  return (
    <section className={styles.root}>
      <header className={styles.head}>
        <p>{siteName}</p>
        <h1>收样回执</h1>
        <p className={styles.copy}>{copy}</p>
      </header>
      <dl className={styles.facts}>
        <dt>委托单</dt>
        <dd>{order.orderNo}</dd>
        <dt>委托方</dt>
        <dd>{order.customerName}</dd>
        {code !== null && (
          <>
            <dt>查询码</dt>
            <dd className={styles.code}>{code}</dd>
          </>
        )}
        <dt>收样</dt>
        <dd>{formatDateTime(order.receiveTime)}</dd>
        <dt>应可领</dt>
        <dd>{order.dueOn ?? '待定'}</dd>
        <dt>领回</dt>
        <dd>{WAYS_BACK[order.wayBack]}</dd>
        <dt>可代领</dt>
        <dd>{order.collectors.join('、') || '无'}</dd>
      </dl>
      <table className={styles.items}>
        <thead>
          <tr>
            <th>样品</th>
            <th>件</th>
            <th>收样质量</th>
            <th>外观</th>
            <th>声明价值</th>
          </tr>
        </thead>
        <tbody>
          {received.map((item) => (
            <tr key={item.sampleNo}>
              <td>
                {item.statedName}
                <small>{item.sampleNo}</small>
                {item.reference && <small>货号 {item.reference}</small>}
              </td>
              <td>{item.count}</td>
              <td>
                {formatMass(item.massInG)}
                {corrected.has(item.sampleNo) && <small>已更正，以此为准</small>}
              </td>
              <td>{[item.marks.join('、'), item.note].filter(Boolean).join('；')}</td>
              <td>{item.declaredCents === null ? '未声明' : formatYuan(item.declaredCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        费用合计 {formatYuan(order.totalCents)}。凭取件码或证件领回。名称为委托方自述。其余约定见预约时接受的送检须知。
      </p>
      <p className={styles.signatures}>
        <span>委托方签字</span>
        <span>收样人签字</span>
      </p>
    </section>
  )
}
