import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/forms/button.tsx'
import styles from './list-foot.module.css'

export interface ListFootProps {
  /** 第 1–50 条，共 84 条 */
  children: ReactNode
  /** Address of the rows after these; lists have no page numbers. */
  olderTo?: string | null
  /** Address of the first rows, on a later page. */
  newestTo?: string | null
}

/** Below a table: what it shows, and the way to older rows. */
export function ListFoot({ children, olderTo, newestTo }: ListFootProps) {
  return (
    <footer className={styles.root}>
      <span className={styles.words}>{children}</span>
      {newestTo && (
        <ButtonLink variant="outline" to={newestTo}>
          回到最新
        </ButtonLink>
      )}
      {olderTo && (
        <ButtonLink variant="outline" to={olderTo}>
          更早
        </ButtonLink>
      )}
    </footer>
  )
}
