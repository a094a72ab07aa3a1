import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text for screen readers only. When it has a role, screen readers announce its changes. */
export function VisuallyHidden({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <span className={styles.root} role={role}>
      {children}
    </span>
  )
}
