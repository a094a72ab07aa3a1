import { drawSampleCode, SAMPLE_CODE_MODULES } from '#domain/orders/sample-code.ts'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { PrintSheet } from '#ui/print-sheet.tsx'
import styles from './packing-list.module.css'

interface PackedItem {
  sampleNo: string
  /** Name that the customer states. */
  name: string
  /** The customer's own number; empty without one. */
  reference: string
}

interface PackingListProps {
  orderNo: string
  items: readonly PackedItem[]
  onDone: () => void
}

/** Prints number and code of each sample, three in a row, in which they lie in the parcel. */
export function PackingList({ orderNo, items, onDone }: PackingListProps) {
  return (
    <PrintSheet paper="chain" onDone={onDone}>
      <header className={styles.head}>
        <h1 className={styles.title}>装箱单</h1>
        <p>
          委托单 {orderNo}，{items.length} 件
        </p>
      </header>
      <p className={styles.note}>每件单独装袋，按本单自左至右、逐行排放；可剪下贴在袋上。收样时扫码核对。</p>
      <ol className={styles.cells}>
        {items.map(({ sampleNo, name, reference }) => (
          <li className={styles.cell} key={sampleNo}>
            <svg
              className={styles.code}
              viewBox={`0 0 ${SAMPLE_CODE_MODULES} ${SAMPLE_CODE_MODULES}`}
              shapeRendering="crispEdges"
              aria-hidden="true"
            >
              <path d={drawSampleCode(sampleNo)} />
            </svg>
            <div className={styles.words}>
              <b className={styles.short}>{formatShortNo(sampleNo)}</b>
              {reference && <p className={styles.reference}>{reference}</p>}
              <p className={styles.name}>{name}</p>
              <p className={styles.number}>{sampleNo}</p>
            </div>
          </li>
        ))}
      </ol>
    </PrintSheet>
  )
}
