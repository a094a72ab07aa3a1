import { type ReactNode, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './panel.module.css'

export interface PanelProps {
  title?: string
  /** Small note after the title. */
  note?: ReactNode
  /** Actions at the right of the head. */
  actions?: ReactNode
  /** Number of columns of the twelve in `Columns`; all when left out. */
  span?: 3 | 4 | 5 | 6 | 7 | 8 | 9
  /** The panel has no inner margins, for a table that reaches the edges. */
  isFlush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A panel with one subject. */
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

/** Twelve columns for panels; one below 1119px. `isEven`: panels of a row have the same height. */
export function Columns({ isEven = false, children }: { isEven?: boolean; children: ReactNode }) {
  return (
    <div className={styles.columns} data-even={isEven || undefined}>
      {children}
    </div>
  )
}

/** A column of panels inside `Columns`. */
export function Column({ span, children }: { span: PanelProps['span']; children: ReactNode }) {
  return (
    <div className={styles.column} data-span={span}>
      {children}
    </div>
  )
}
