import type { ReactNode } from 'react'
import styles from './tag.module.css'

/** A tinted word after a name: 本机, 版本 12. `warning`: 加急. `cert`: only the duty 负责人 and certificates. */
export function Tag({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'accent' | 'warning' | 'cert'
  children: ReactNode
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  )
}

/** A number beside a name. `isLate`: some of the counted objects are overdue. */
export function Count({ of: count, isLate = false }: { of: number; isLate?: boolean }) {
  return (
    <span className={styles.count} data-late={isLate || undefined}>
      {count > 999 ? '999+' : count}
    </span>
  )
}
