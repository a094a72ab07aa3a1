import type { ReactNode } from 'react'
import shared from '#ui/shared.module.css'
import styles from './progress.module.css'

interface CancelBoxProps {
  /** Reason why the order was not cancelled. */
  refusal?: string | undefined
  /** The button that cancels the order. */
  children: ReactNode
}

/** Asks before an announced order is cancelled; it unfolds without scripts, too. */
export function CancelBox({ refusal, children }: CancelBoxProps) {
  return (
    <details className={styles.cancelRoot} open={refusal !== undefined}>
      <summary className={styles.cancelSummary}>取消这张委托单</summary>
      <p className={shared.quiet}>取消后不能恢复，要送检须重新预约。已寄出的样品请来电说明。</p>
      {refusal && (
        <p className={shared.fault} role="alert">
          {refusal}
        </p>
      )}
      {children}
    </details>
  )
}
