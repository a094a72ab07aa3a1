import type { ReactNode } from 'react'
import styles from './step-fields.module.css'

/** A value of the certificate within a sentence. */
export function Value({ children }: { children: ReactNode }) {
  return <strong className={styles.value}>{children}</strong>
}
