import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text for screen readers only. With a role it is announced when it changes. */
export function VisuallyHidden({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <span className={styles.root} role={role}>
      {children}
    </span>
  )
}
