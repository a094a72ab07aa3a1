import { type ReactNode, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './panel.module.css'

export interface PanelProps {
  title?: string
  /** After the title, small. */
  note?: ReactNode
  /** At the right of the head. */
  actions?: ReactNode
  /** Columns of the twelve that it takes in `Columns`; all without. */
  span?: 3 | 4 | 5 | 6 | 7 | 8 | 9
  /** Without inner margins: for a table that reaches the edges. */
  isFlush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A box for one thing. */
export function Panel({ title, note, actions, span, isFlush = false, className, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classNames(styles.root, className)} data-span={span} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          {note && <span className={styles.note}>{note}</span>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={styles.body} data-flush={isFlush || undefined}>
        {children}
      </div>
    </section>
  )
}

/** Twelve columns for panels; one below 1119px. `isEven`: panels of a row end on one line. */
export function Columns({ isEven = false, children }: { isEven?: boolean; children: ReactNode }) {
  return (
    <div className={styles.columns} data-even={isEven || undefined}>
      {children}
    </div>
  )
}

/** Panels above each other inside `Columns`. */
export function Column({ span, children }: { span: PanelProps['span']; children: ReactNode }) {
  return (
    <div className={styles.column} data-span={span}>
      {children}
    </div>
  )
}
