import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './bottom-bar.module.css'

export interface BottomBarProps {
  /** State of the changes; the main fact is a `<b>`. */
  state: ReactNode
  /** Label of the first faulty field, and a function that focuses it. */
  firstFault?: { label: string; onGo: () => void } | undefined
  /** Why the last save failed. */
  trouble?: string | undefined
  /** Less important text after the state. */
  note?: ReactNode
  /** Button that discards the changes; on phones it stands beside the state. */
  discard?: ReactNode
  className?: string | undefined
  /** Buttons; on phones they share one row, of which the last one takes the remaining width. */
  children: ReactNode
}

/** The bar at the bottom edge of a form: the state of the changes, and the buttons. */
export function BottomBar({ state, firstFault, trouble, note, discard, className, children }: BottomBarProps) {
  return (
    <section className={classNames(styles.root, className)} aria-label="保存">
      <p className={styles.words} role="status">
        {state}
        {firstFault && (
          <button type="button" className={styles.fault} onClick={firstFault.onGo}>
            先改正：{firstFault.label}
          </button>
        )}
        {trouble && <span className={styles.trouble}>{trouble}</span>}
        {note && <span className={styles.note}>{note}</span>}
      </p>
      {discard}
      <div className={styles.actions}>{children}</div>
    </section>
  )
}
